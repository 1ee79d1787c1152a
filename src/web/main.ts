/**
 * Starts the page: the map at once, then the library. From there on all is synchronous: each change of the state goes
 * through `update`, which shows it everywhere.
 */
import type { Coordinate } from "../index.ts";
import { codeZoom, readAddress, writeAddress } from "./address.ts";
import { announce, assetUrl, find, onClick, showNote } from "./dom.ts";
import type { PlaceDescription } from "./engine/places.ts";
import type { Suggestion } from "./engine/searching.ts";
import { parseLink } from "./link.ts";
import { createMap } from "./map/map.ts";
import { showCells } from "./map/place.ts";
import { MAX_TOWN_ZOOM, MAX_TOWNS, MIN_TOWN_ZOOM, minStepAt, showTowns } from "./map/towns.ts";
import { startPosition } from "./position.ts";
import { showResults, startResults } from "./results.ts";
import { type Search, startSearch } from "./search.ts";
import { showSettings, startSettings } from "./settings.ts";
import { DEFAULT_SETTINGS, type PageState } from "./state.ts";
import { startTables } from "./tables/tables.ts";
import { metersText } from "./units.ts";

/** The place that the documents use as an example: Amsterdam. */
const EXAMPLE: Coordinate = { latDeg: 52.376514, lonDeg: 4.908543 };
/** Countries with their names. */
const FIRST_ZOOM = 3;
const LINK_ZOOM = 16;
/** A street fills the map. */
const COORDINATES_ZOOM = 16;
/** A town and its surroundings fill the map; its name is still there. */
const TOWN_ZOOM = 12;
/** The closest that the position of a device is shown. */
const POSITION_ZOOM = 17;
/** From here on, the map shows a territory rather than a continent. */
const COUNTRY_ZOOM = 5;
/** Cells of ten meters are wide enough for their codes from this zoom on; smaller ones wait until they are as wide. */
const MIN_CELL_ZOOM = 19;
const MIN_CELL_PIXELS = 44;
/** Codes without extra characters have cells of ten meters. Coarser pixels do not choose one. */
const MAX_EXACT_METERS = 10;

/** The setting of the operator with a name, in a `meta` element of the page; empty if there is none. */
function operatorSetting(name: string): string {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

const first = parseLink(location.hash, []);
let state: PageState = {
  point: first.point ?? EXAMPLE,
  isExample: true,
  code: undefined,
  ...DEFAULT_SETTINGS,
};
let engine: typeof import("./engine/index.ts") | undefined;
let search: Search | undefined;
/** The description of the state. */
let place: PlaceDescription | undefined;
const [tilesUrl, attribution] = ["tiles-url", "tiles-attribution"].map(operatorSetting);
const start = { point: state.point, zoom: first.point ? (first.zoom ?? LINK_ZOOM) : FIRST_ZOOM };
const map = createMap(start, { url: tilesUrl, attribution }, (point, pixelMeters) => {
  choose(point);
  if (pixelMeters <= MAX_EXACT_METERS) return;
  showNote(`Chosen from afar: a pixel is ${metersText(pixelMeters)}. Zoom in and click again.`);
});

/** Changes the state, and shows it. A change before the library is there is shown when it is. */
function update(change: Partial<PageState>, entry: "push" | "replace" = "replace"): void {
  if (change.point) showNote("");
  state = { ...state, ...change };
  if (!engine) return;
  place = engine.describePlace(state);
  showResults(place, update);
  showSettings(place);
  map.showPlace(place);
  updateCells();
  writeAddress(state, map.zoom, entry);
  if (!state.isExample && change.point) search?.follow(state.point);
  // The example has codes of one territory, so that who only looks at it needs no borders.
  if (!place.needsBorders || state.isExample) return;
  // Without network, the next place tries again.
  engine.loadBorders(assetUrl("borders")).then(
    () => update({}),
    () => {},
  );
}

/** Chooses a place. */
function choose(point: Coordinate, code?: string, precision = state.precision): void {
  update({ point, isExample: false, code, precision }, "push");
}

/** Shows the cells on the map where they are large enough for their codes. */
function updateCells(): void {
  if (!engine || !place) return;
  const { cell } = place.chosen;
  const isWide = map.pixelsOf(cell.eastDeg - cell.westDeg) >= MIN_CELL_PIXELS;
  showCells(isWide && map.zoom >= MIN_CELL_ZOOM ? engine.cellsIn(map.bounds(), place) : []);
}

/** Shows the towns of the map and around it, for the next drag, and loads them first. Without network, it shows none. */
async function updateTowns(): Promise<void> {
  const isShown = map.zoom >= MIN_TOWN_ZOOM && map.zoom <= MAX_TOWN_ZOOM && tilesUrl === "";
  if (!engine || !isShown) return;
  await engine.loadTowns(assetUrl("towns")).catch(() => {});
  showTowns(engine.townsIn(map.bounds(0.5), minStepAt(map.zoom), MAX_TOWNS));
}

/** Goes to what the user has searched. */
function goTo({ kind, point, bounds, precision, title }: Suggestion): void {
  if (bounds) {
    map.fit(bounds);
    announce(`The map shows ${title}.`);
    return;
  }
  const zoom = kind === "town" ? TOWN_ZOOM : Math.max(map.zoom, COORDINATES_ZOOM);
  map.show(point, precision === undefined ? zoom : codeZoom(precision));
  choose(point, kind === "mapcode" ? title : undefined, precision);
}

/** Shows what the address says: at the start, and after the user has gone back or forward, or has typed an address. */
function followAddress(loaded: NonNullable<typeof engine>): void {
  const link = readAddress(loaded.alphabets(), loaded);
  if (link.isDamaged) search?.showDamaged(link.code ?? "");
  if (!link.point) return;
  map.show(link.point, link.zoom);
  const { point, code, settings } = link;
  update({ point, isExample: false, code, ...DEFAULT_SETTINGS, ...settings });
}

async function loadEngine(): Promise<void> {
  const loaded = await import("./engine/index.ts");
  engine = loaded;
  search = startSearch({
    interpret(text) {
      const near = state.isExample ? undefined : state.point;
      const middle = map.zoom < COUNTRY_ZOOM ? undefined : map.center;
      return loaded.interpret({ text, near, middle });
    },
    loadTowns: (url) => loaded.loadTowns(url),
    choose: goTo,
  });
  startSettings(loaded.alphabets(), () => state.code, update);
  // A click before the library was there counts more than the address.
  if (state.isExample) followAddress(loaded);
  update({});
  if (!state.isExample) find("intro", HTMLDetailsElement).open = false;
  addEventListener("popstate", () => followAddress(loaded));
  map.onRest(() => {
    writeAddress(state, map.zoom, "replace");
    updateCells();
    void updateTowns();
  });
  await updateTowns();
}

startResults(map);
startPosition((point, accuracyMeters) => {
  // 256 pixels are 40,000 km at zoom 0: the map then shows some of what is within this distance.
  map.show(point, Math.min(POSITION_ZOOM, Math.log2(2e7 / accuracyMeters)));
  choose(point);
});
startTables(map, () => state);
onClick("note-close", () => {
  showNote("");
  find("map", HTMLElement).focus();
});
loadEngine().catch((error: unknown) => {
  const failure = find("failure", HTMLElement);
  failure.hidden = false;
  failure.textContent = `The page cannot start. Reload it. (${error})`;
});
