/** Keeps the address and the page the same: whoever opens the address elsewhere sees the same. */
import type { AlphabetName } from "../../index.ts";
import { afterPause } from "../dom.ts";
import { codeZoom, MapView } from "../map/view.ts";
import type { Page } from "../page.ts";
import { formatLink, type Link, parseLink } from "./link.ts";
import { DEFAULT_SETTINGS, type HistoryEntry } from "./state.ts";

/** Browsers allow a hundred changes in half a minute. */
const WRITE_AFTER_MS = 400;

/** Finds the place of a link by code. It is damaged if the code has no place, or several. */
export async function resolveLink(link: Link, worker: Page["worker"]): Promise<Link> {
  const { point, code: text } = link;
  if (point || text === undefined) return link;
  const request = { text, near: undefined, middle: undefined };
  const { suggestions, isAmbiguous } = await worker.call("interpret", request);
  const [{ kind, point: place, precision = 0, title: code } = { kind: undefined }] = suggestions;
  if (kind !== "mapcode" || isAmbiguous) return { ...link, isDamaged: true };
  const zoom = link.zoom ?? codeZoom(precision);
  return { ...link, point: place, code, settings: { ...link.settings, precision }, zoom };
}

/**
 * @param alphabets the alphabets that exist
 * @param onDamaged called with the code of an address that leads nowhere; empty if it has none
 */
export function startAddress(
  { store, map, worker }: Page,
  alphabets: readonly AlphabetName[],
  onDamaged: (code: string) => void,
): void {
  const writeSoon = afterPause(WRITE_AFTER_MS, () => write("same"));

  function write(entry: HistoryEntry): void {
    writeSoon.cancel();
    if (store.state.isExample || entry === "none") return;
    const link = formatLink(store.state, map.view.zoom);
    if (link === location.hash) return;
    if (entry === "new") history.pushState(null, "", link);
    else history.replaceState(null, "", link);
  }

  /** Shows what the address says, after the user has gone back or forward, or has typed an address. */
  async function read(): Promise<void> {
    const { hash } = location;
    const link = await resolveLink(parseLink(hash, alphabets), worker);
    // The user may have gone on in the meantime.
    if (hash !== location.hash) return;
    const { point, code, zoom, settings } = link;
    if (link.isDamaged) onDamaged(code ?? "");
    if (!point) return;
    writeSoon.cancel();
    if (zoom !== undefined) map.flyTo(MapView.at(point, zoom, map.view));
    else map.reveal(point);
    // The map may still fly to the zoom of this entry. Writing now would keep the former zoom.
    store.update({ point, isExample: false, code, ...DEFAULT_SETTINGS, ...settings }, "none");
  }

  store.subscribe((_, entry) => write(entry));
  map.onView(writeSoon.ask);
  addEventListener("popstate", () => void read());
}
