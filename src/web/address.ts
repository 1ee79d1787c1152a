/** Keeps the address and the page the same: whoever opens the address elsewhere sees the same. */
import type { AlphabetName } from "../index.ts";
import type { interpret } from "./engine/searching.ts";
import { formatLink, type Link, parseLink } from "./link.ts";
import type { PageState } from "./state.ts";

/** The zoom that shows the cell of a code with its surroundings. @param precision extra characters of the code */
export function codeZoom(precision: number): number {
  return 18 + 2 * precision;
}

/** Writes a state into the address. Browsers allow a hundred changes in half a minute. */
export function writeAddress(state: PageState, zoom: number, entry: "push" | "replace"): void {
  const link = formatLink(state, zoom);
  if (state.isExample || link === location.hash) return;
  if (entry === "push") history.pushState(null, "", link);
  else history.replaceState(null, "", link);
}

/** What the address says, with the place of a link by code: it is damaged if the code has no place, or several. */
export function readAddress(alphabets: readonly AlphabetName[], find: typeof interpret): Link {
  const link = parseLink(location.hash, alphabets);
  if (link.point || link.code === undefined) return link;
  const request = { text: link.code, near: undefined, middle: undefined };
  const { suggestions, isAmbiguous } = find(request);
  const [first] = suggestions;
  if (first?.kind !== "mapcode" || isAmbiguous) return { ...link, isDamaged: true };
  const { point, title: code, precision } = first;
  const settings = { ...link.settings, precision };
  return { ...link, point, code, settings, zoom: link.zoom ?? codeZoom(precision) };
}
