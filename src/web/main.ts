/**
 * Starts the page. The map answers at once, the rest after the chunk of the library. After that, all is synchronous:
 * `update` changes the state and shows it everywhere.
 */
import type { Coordinate } from "../index.ts";
import { announce, assetUrl, CLICK, find, onClick, showNote } from "./dom.ts";
import type { PlaceDescription } from "./engine/places.ts";
import type { Suggestion } from "./engine/searching.ts";
import { type Choice, formatLink, type MapView, type PageState, parseLink } from "./link.ts";
import { hasTownsAt, showBorders, showTowns } from "./map/base-map.ts";
import * as map from "./map/map.ts";
import { MIN_CELL_PIXELS, MIN_CELL_ZOOM, showCells, showPlace } from "./map/place.ts";
import { toExtent } from "./map/projection.ts";
import { showPanel, startPanel } from "./panel.ts";
import { startPosition } from "./position.ts";
import { showField, startSearch } from "./search.ts";
import { pickRow, startTables } from "./tables/tables.ts";
import { coordinateText, metersText } from "./units.ts";

/** Amsterdam, the example of the documents. */
const EXAMPLE: Coordinate = { latDeg: 52.376514, lonDeg: 4.908543 };
/** Shows the continents, with the names of the largest countries. */
const FIRST_ZOOM = 2;
/** A street fills the map. */
const STREET_ZOOM = 16;
/** A town and its surroundings fill the map; its name is still visible. */
const TOWN_ZOOM = 12;
/** The maximum zoom for the position of a device. */
const POSITION_ZOOM = 17;
/** From this zoom on, the map shows a territory rather than a continent. */
const COUNTRY_ZOOM = 5;
/** The size of cells without extra characters. A click on coarser pixels is only about the place. */
const MAX_EXACT_METERS = 10;

/** A choice of nothing, for all choices to change. */
const NOTHING: Choice = {
  point: undefined,
  accuracyMeters: 0,
  field: "",
  heading: "",
  advice: "",
  territory: "",
  code: undefined,
};

/** What an entry of the browser's history holds: going back shows the same again. */
interface Entry {
  readonly state: PageState;
  readonly view: MapView;
}

/** A reload keeps the entry. */
const saved = history.state as Entry | null;
const first = parseLink(location.hash, []);
const FIRST_STATE: PageState = {
  ...NOTHING,
  point: EXAMPLE,
  heading: "An example: Amsterdam",
  isExample: true,
  precision: 0,
  alphabet: "ROMAN",
};
let state = FIRST_STATE;
let engine: typeof import("./engine/index.ts") | undefined;
/** The description of the state; undefined without a place. */
let place: PlaceDescription | undefined;

/** The zoom that shows the cell of a code and those around with their codes. @param extra number of extra characters */
function codeZoom({ latDeg }: Coordinate, extra: number): number {
  // A character divides a cell into 30. Away from the equator, 10 meters are wider on the map.
  const shrink = Math.log2(Math.cos((latDeg * Math.PI) / 180));
  const room = Math.log2(1 + extra / 6);
  return Math.max(MIN_CELL_ZOOM, Math.round(20 + shrink + room + (extra * Math.log2(30)) / 2));
}

const viewOf = (): MapView => ({ center: map.center(), zoom: map.zoom() });

/** Writes the state to the address, the history and the title. */
function writeAddress(entry: "push" | "replace"): void {
  const kept: Entry = { state, view: viewOf() };
  const { pathname, search } = location;
  const link = state.isExample ? pathname + search : formatLink(state, kept.view);
  if (entry === "push") history.pushState(kept, "", link);
  else history.replaceState(kept, "", link);
  const name = place && !state.isExample ? place.chosen.label : state.heading || "Mapcodes";
  document.title = state.isExample ? "Mapcode map" : `${name} · Mapcode map`;
}

/** Shows the state everywhere, as soon as the library is loaded. */
function refresh(): void {
  if (!engine) return;
  const { point } = state;
  place = point && engine.describePlace({ ...state, point });
  showPanel(state, place, new URL(formatLink(state, viewOf()), location.href).href, update);
  showPlace(place, state.accuracyMeters);
  updateCells();
  // The example has codes of only one territory, so it needs no borders.
  if (!place || state.isExample) return;
  void updateTowns();
  updateBorders();
  if (!place.needsBorders) return;
  engine.loadBorders(assetUrl("borders")).then(
    () => update({}),
    () => showNote("The borders could not be loaded: the shortest code stands first."),
  );
}

/** Changes the state and shows it. */
function update(change: Partial<PageState>, entry: "push" | "replace" = "replace"): void {
  state = { ...state, ...change };
  refresh();
  if (!engine) return;
  if (change.field !== undefined) showField(change.field);
  writeAddress(entry);
}

/** Makes a choice, with an entry of its own in the history. */
function choose(choice: Partial<PageState>): void {
  showNote("");
  update({ ...NOTHING, ...choice, isExample: false }, "push");
}

/** Shows an entry again. */
function restore({ state: kept, view }: Entry): void {
  showNote("");
  map.show(view.center, view.zoom);
  state = kept;
  refresh();
  showField(state.field);
  writeAddress("replace");
}

/** Shows the cells on the map where they are large enough for their codes. */
function updateCells(): void {
  if (!engine) return;
  const [west, , east] = place?.chosen.cell ?? [0, 0, 0];
  const isShown = map.zoom() >= MIN_CELL_ZOOM && map.pixelsOf(east - west) >= MIN_CELL_PIXELS;
  showCells(isShown && place ? engine.cellsIn(map.visibleBounds(), place) : []);
}

/** Loads the towns, names the nearest one to the place, and shows those in and around the view, for the next drag. */
async function updateTowns(): Promise<void> {
  const { point, isExample } = state;
  if (!engine || ((isExample || !point) && !hasTownsAt(map.zoom()))) return;
  const { loadTowns, townsIn, whereIs } = engine;
  // Without network, there are none.
  await loadTowns(assetUrl).catch(() => {});
  if (state.point === point) {
    find("answer-where", HTMLElement).textContent = point ? whereIs(point) : "";
  }
  showTowns(map.zoom(), (...least) => townsIn(map.visibleBounds(0.5), ...least));
}

/** Shows the borders in and around the view, once they are loaded. */
function updateBorders(): void {
  const { borderLinesIn } = engine ?? {};
  if (borderLinesIn) showBorders(map.zoom(), () => borderLinesIn(map.visibleBounds(0.5)));
}

/** `About the middle of Delft, to 1 km`. */
function aboutText(what: string, accuracyMeters: number): string {
  return `About ${what}, to ${metersText(accuracyMeters)}`;
}

/** Goes to a result of the search. */
function goTo(found: Suggestion): void {
  const { text: field, title } = found;
  if (found.kind === "territory") {
    map.fitView(toExtent(found.bounds));
    const advice = `Codes here begin with ${found.territory}. ${CLICK} a place on the map to get its code.`;
    choose({ field, heading: title, advice, territory: found.territory });
    announce(`The map shows ${title}.`);
  } else if (found.kind === "mapcode") {
    const { point, precision } = found;
    map.show(point, codeZoom(point, precision));
    choose({ field, point, code: title, precision });
  } else if (found.kind === "town") {
    const { point, accuracyMeters } = found;
    map.show(point, TOWN_ZOOM);
    const heading = aboutText(`the middle of ${title}`, accuracyMeters);
    choose({ field, point, heading, accuracyMeters });
  } else {
    map.show(found.point, Math.max(map.zoom(), STREET_ZOOM));
    choose({ field, point: found.point });
  }
}

async function startEngine(): Promise<void> {
  const loaded = await import("./engine/index.ts");
  const { alphabets, interpret, loadTowns } = loaded;
  engine = loaded;

  /** Shows the state in the address: at the start, and after the user has typed an address. */
  function followAddress(): void {
    const { hash } = location;
    const { zoom, center, point, accuracyMeters, code, ...settings } = parseLink(hash, alphabets());
    const { suggestions, isAmbiguous, hint } = interpret({ text: code ?? "" });
    const [found] = suggestions;
    state = { ...FIRST_STATE, ...NOTHING, ...settings, isExample: false };
    if (point) {
      map.show(point, zoom ?? STREET_ZOOM);
      const heading = accuracyMeters === 0 ? "" : aboutText("this place", accuracyMeters);
      update({ point, accuracyMeters, code, field: coordinateText(point), heading });
    } else if (found?.kind === "mapcode" && !isAmbiguous) {
      const { title, precision } = found;
      map.show(found.point, zoom ?? codeZoom(found.point, precision));
      update({ point: found.point, code: title, field: title, precision });
    } else if (center) {
      map.show(center, zoom);
      update({ field: "", advice: `${CLICK} a place on the map to get its code.` });
    } else if (hash.length > 1) {
      const heading = "This link is damaged";
      const advice = code ? hint : "It has no place that can be read.";
      update({ field: code ?? "", heading, advice });
    } else update(FIRST_STATE);
  }

  startSearch({
    interpret(text) {
      const chosen = state.isExample ? undefined : state.point;
      return interpret({ text, near: map.zoom() < COUNTRY_ZOOM ? chosen : map.center() });
    },
    loadTowns: (text) => loadTowns(assetUrl, text),
    choose: goTo,
    fail: (field, advice) => choose({ field, heading: "Nothing found", advice }),
    field: () => state.field,
    showAgain() {
      if (state.point) map.show(state.point);
      return state.point !== undefined;
    },
  });
  startPanel(alphabets(), update);
  // A click before the library was loaded takes precedence over the address.
  if (!state.isExample) update({}, "push");
  else if (saved) restore(saved);
  else followAddress();
  if (!state.isExample) {
    find("intro", HTMLDetailsElement).open = false;
    showNote("");
  }
  addEventListener("popstate", ({ state: kept }) => (kept ? restore(kept) : followAddress()));
  map.onRest(() => {
    writeAddress("replace");
    updateCells();
    updateBorders();
    void updateTowns();
  });
  await updateTowns();
}

const start = first.point ?? first.center;
map.startMap(
  saved?.view ?? {
    center: start ?? EXAMPLE,
    zoom: start ? (first.zoom ?? STREET_ZOOM) : FIRST_ZOOM,
  },
  pickRow,
  (point, pixelMeters) => {
    const accuracyMeters = pixelMeters > MAX_EXACT_METERS ? pixelMeters : 0;
    const heading = `${aboutText("here", accuracyMeters)}: zoom in and ${CLICK.toLowerCase()} again`;
    choose({
      field: coordinateText(point),
      point,
      accuracyMeters,
      heading: accuracyMeters > 0 ? heading : "",
    });
  },
);
startPosition((point, accuracyMeters) => {
  // 256 pixels are 40,000 km at zoom 0: at this zoom, they are twice the accuracy.
  map.show(point, Math.min(POSITION_ZOOM, Math.log2(2e7 / accuracyMeters)));
  const heading = `Your position, to ${metersText(accuracyMeters)}`;
  choose({ field: coordinateText(point), point, accuracyMeters, heading });
});
startTables(() => state);
showNote(`${CLICK} the map to get the code of a place.`);
onClick("note-close", () => {
  showNote("");
  find("map", HTMLElement).focus();
});
startEngine().catch((error: unknown) => {
  const failure = find("failure", HTMLElement);
  failure.hidden = false;
  failure.textContent = `The page cannot start. Reload it. (${error})`;
});
