/**
 * Starts the page: the map at once, then the library. After that, all is synchronous: `update` changes the state and
 * shows it everywhere.
 */
import type { Coordinate } from "../index.ts";
import { announce, assetUrl, find, onClick, showNote } from "./dom.ts";
import type { PlaceDescription } from "./engine/places.ts";
import type { Suggestion } from "./engine/searching.ts";
import { formatLink, type PageState, parseLink } from "./link.ts";
import { hasTownsAt, MAX_TOWNS, minPopulationAt, showTowns } from "./map/base-map.ts";
import * as map from "./map/map.ts";
import { MIN_CELL_PIXELS, MIN_CELL_ZOOM, showCells, showPlace } from "./map/place.ts";
import { toExtent } from "./map/projection.ts";
import { showPanel, startPanel } from "./panel.ts";
import { startPosition } from "./position.ts";
import { follow, showDamaged, startSearch } from "./search.ts";
import { startTables } from "./tables/tables.ts";
import { metersText } from "./units.ts";

/** Amsterdam, the example of the documents. */
const EXAMPLE: Coordinate = { latDeg: 52.376514, lonDeg: 4.908543 };
/** Shows countries with their names. */
const FIRST_ZOOM = 3;
/** A street fills the map. */
const STREET_ZOOM = 16;
/** A town and its surroundings fill the map; its name is still visible. */
const TOWN_ZOOM = 12;
/** The maximum zoom for the position of a device. */
const POSITION_ZOOM = 17;
/** From this zoom on, the map shows a territory rather than a continent. */
const COUNTRY_ZOOM = 5;
/** The size of cells without extra characters. A click on coarser pixels gets a note. */
const MAX_EXACT_METERS = 10;

const first = parseLink(location.hash, []);
let state: PageState = {
  point: first.point ?? EXAMPLE,
  isExample: true,
  code: undefined,
  precision: 0,
  alphabet: "ROMAN",
};
let engine: typeof import("./engine/index.ts") | undefined;
/** The description of the state. */
let place: PlaceDescription | undefined;

/** The zoom that shows the cell of a code with its surroundings. @param extra number of extra characters */
function codeZoom(extra: number): number {
  return 18 + 2 * extra;
}

/** Writes a changed state to the address. Browsers allow a hundred changes in half a minute. */
function writeAddress(entry: "push" | "replace"): void {
  const link = formatLink(state, map.zoom());
  if (state.isExample || link === location.hash) return;
  if (entry === "push") history.pushState(null, "", link);
  else history.replaceState(null, "", link);
}

/** Changes the state and shows it, as soon as the library is loaded. */
function update(change: Partial<PageState>, entry: "push" | "replace" = "replace"): void {
  if (change.point) showNote("");
  state = { ...state, ...change };
  if (!engine) return;
  place = engine.describePlace(state);
  showPanel(place, update);
  showPlace(place);
  updateCells();
  writeAddress(entry);
  if (change.point) follow(change.point);
  // The example has codes of only one territory, so it needs no borders.
  if (!place.needsBorders || state.isExample) return;
  // Without network, the next place tries again.
  engine.loadBorders(assetUrl("borders")).then(
    () => update({}),
    () => {},
  );
}

/** Chooses a place. @param change its code and settings */
function choose(point: Coordinate, change: Partial<PageState> = {}): void {
  update({ code: undefined, ...change, point, isExample: false }, "push");
}

/** Shows the cells on the map where they are large enough for their codes. */
function updateCells(): void {
  if (!engine || !place) return;
  const [west, , east] = place.chosen.cell;
  const isShown = map.zoom() >= MIN_CELL_ZOOM && map.pixelsOf(east - west) >= MIN_CELL_PIXELS;
  showCells(isShown ? engine.cellsIn(map.visibleBounds(), place) : []);
}

/** Loads the towns, and shows them in and around the view, for the next drag. Without network, it shows none. */
async function updateTowns(): Promise<void> {
  if (!engine || !hasTownsAt(map.zoom())) return;
  await engine.loadTowns(assetUrl).catch(() => {});
  showTowns(engine.townsIn(map.visibleBounds(0.5), minPopulationAt(map.zoom()), MAX_TOWNS));
}

/** Goes to a result of the search. */
function goTo(found: Suggestion): void {
  if (found.kind === "territory") {
    map.fitView(toExtent(found.bounds));
    announce(`The map shows ${found.title}.`);
  } else if (found.kind === "mapcode") {
    const { point, title: code, precision } = found;
    map.show(point, codeZoom(precision));
    choose(point, { code, precision });
  } else {
    map.show(found.point, found.kind === "town" ? TOWN_ZOOM : Math.max(map.zoom(), STREET_ZOOM));
    choose(found.point);
  }
}

async function startEngine(): Promise<void> {
  const loaded = await import("./engine/index.ts");
  const { alphabets, interpret, loadTowns } = loaded;
  engine = loaded;

  /** Shows the state in the address: at the start, and after the user has gone back or forward or typed an address. */
  function followAddress(): void {
    const { hash } = location;
    const { zoom, ...link } = parseLink(hash, alphabets());
    const { suggestions, isAmbiguous } = interpret({ text: link.code ?? "" });
    const [found] = suggestions;
    if (link.point) {
      map.show(link.point, zoom);
      update({ ...link, point: link.point, isExample: false });
    } else if (found?.kind === "mapcode" && !isAmbiguous) {
      const { point, title: code, precision } = found;
      map.show(point, zoom ?? codeZoom(precision));
      update({ ...link, point, code, precision, isExample: false });
    } else if (hash !== "") showDamaged(link.code ?? "");
  }

  startSearch({
    interpret(text) {
      const near = state.isExample ? undefined : state.point;
      const middle = map.zoom() < COUNTRY_ZOOM ? undefined : map.center();
      return interpret({ text, near, middle });
    },
    loadTowns: (text) => loadTowns(assetUrl, text),
    choose: goTo,
  });
  startPanel(alphabets(), update);
  // A click before the library was loaded takes precedence over the address.
  if (state.isExample) followAddress();
  update({});
  if (!state.isExample) find("intro", HTMLDetailsElement).open = false;
  addEventListener("popstate", followAddress);
  map.onRest(() => {
    writeAddress("replace");
    updateCells();
    void updateTowns();
  });
  await updateTowns();
}

map.startMap(
  { point: state.point, zoom: first.point ? (first.zoom ?? STREET_ZOOM) : FIRST_ZOOM },
  (point, pixelMeters) => {
    choose(point);
    if (pixelMeters <= MAX_EXACT_METERS) return;
    showNote(`Chosen from afar: a pixel is ${metersText(pixelMeters)}. Zoom in and click again.`);
  },
);
startPosition((point, accuracyMeters) => {
  // 256 pixels are 40,000 km at zoom 0: at this zoom, they are twice the accuracy.
  map.show(point, Math.min(POSITION_ZOOM, Math.log2(2e7 / accuracyMeters)));
  choose(point);
});
startTables(() => state);
onClick("note-close", () => {
  showNote("");
  find("map", HTMLElement).focus();
});
startEngine().catch((error: unknown) => {
  const failure = find("failure", HTMLElement);
  failure.hidden = false;
  failure.textContent = `The page cannot start. Reload it. (${error})`;
});
