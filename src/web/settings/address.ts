/** Keeps the address and the page the same: whoever opens the address elsewhere sees the same. */
import type { AlphabetName } from "../../index.ts";
import { MapView } from "../map/view.ts";
import type { Page } from "../page.ts";
import { formatLink, parseLink } from "./link.ts";
import type { HistoryEntry } from "./state.ts";

/** Browsers allow a hundred changes in half a minute. */
const WRITE_AFTER_MS = 400;

/** @param alphabets the alphabets that exist */
export function startAddress({ store, map }: Page, alphabets: readonly AlphabetName[]): void {
  let timer: number | undefined;

  function write(entry: HistoryEntry): void {
    clearTimeout(timer);
    if (store.state.isExample || entry === "none") return;
    const link = formatLink(store.state, map.view.zoom);
    if (link === location.hash) return;
    if (entry === "new") history.pushState(null, "", link);
    else history.replaceState(null, "", link);
  }

  /** Shows what the address says, after the user has gone back or forward, or has typed an address. */
  function read(): void {
    const {
      point,
      zoom,
      precision = 0,
      alphabet = "ROMAN",
      layers = [],
    } = parseLink(location.hash, alphabets);
    if (!point) return;
    clearTimeout(timer);
    if (zoom !== undefined) map.flyTo(MapView.at(point, zoom, map.view));
    else map.reveal(point);
    // The map may still fly to the zoom of this entry. Writing now would keep the former zoom.
    const code = undefined;
    store.update({ point, isExample: false, code, precision, alphabet, layers }, "none");
  }

  store.subscribe((_, entry) => write(entry));
  map.onView(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => write("same"), WRITE_AFTER_MS);
  });
  addEventListener("popstate", read);
}
