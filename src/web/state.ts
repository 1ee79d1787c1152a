/** The state of the page. `change` changes it, shows it everywhere, and writes it to the address and the history. */
import { find, showNote } from "./dom.ts";
import { describePlace, type PlaceDescription } from "./engine/places.ts";
import { FIRST_STATE, formatLink, type MapView, NO_CHOICE, type PageState } from "./link.ts";
import * as map from "./map/map.ts";

export let state: PageState = FIRST_STATE;
/** The description of the state; undefined without a place. */
export let place: PlaceDescription | undefined;

const listeners: ((changes: Partial<PageState>) => void)[] = [];

export const onChange = (show: (typeof listeners)[number]) => listeners.push(show);

export function writeAddress(entry: "push" | "replace" = "replace"): void {
  const kept = { state, view: map.viewOf() };
  const { pathname, search } = location;
  const link = state.isExample ? pathname + search : formatLink(state, kept.view);
  history[entry === "push" ? "pushState" : "replaceState"](kept, "", link);
  const name = place?.chosen.label ?? (state.heading || "Mapcodes");
  document.title = state.isExample ? "Mapcode map" : `${name} · Mapcode map`;
}

/** Changes the state and shows it. @param entry whether the history gets an entry */
export function change(changes: Partial<PageState>, entry?: "push" | "replace"): void {
  state = { ...state, ...changes };
  const { point } = state;
  place = point && describePlace({ ...state, point });
  for (const show of listeners) show(changes);
  writeAddress(entry);
}

/** Makes a choice. @param entry `replace` for a choice of the address, which has an entry */
export function choose(choice: Partial<PageState>, entry: "push" | "replace" = "push"): void {
  showNote("");
  change({ ...NO_CHOICE, ...choice, isExample: false }, entry);
  // On small screens, the map fills the view; a table below may have scrolled the answer away.
  find(place ? "answer-code" : "advice", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** Shows an entry of the history again. */
export function restore({ state: kept, view }: { state: PageState; view: MapView }): void {
  showNote("");
  map.show(view.center, view.zoom);
  change(kept);
}
