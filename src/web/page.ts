/** Everything but the map, as one chunk with the library. The page imports it after its first paint. */
import "../loaders/embedded.ts";
import { areBordersLoaded } from "../borders/border-arrays.ts";
import { alphabets, getTerritory } from "../index.ts";
import { pickRow, startTables } from "./converter/tables.ts";
import { assetUrl, CLICK_WORD, find, onClick, showNote } from "./dom.ts";
import { borderLinesIn, loadBorders } from "./engine/borders.ts";
import { boundsOfTerritory, cellsIn } from "./engine/places.ts";
import { interpret, type Suggestion } from "./engine/searching.ts";
import { loadTowns, townsIn, whereIs } from "./engine/towns.ts";
import { FIRST_STATE, type PageState, parseLink } from "./link.ts";
import { hasTownsAt, MAX_LAND_ZOOM, MAX_TOWNS, showBorders, showTowns } from "./map/base-map.ts";
import * as map from "./map/map.ts";
import { MIN_CELL_PIXELS, MIN_CELL_ZOOM, showCells, showPlace } from "./map/place.ts";
import { groundMeters, toExtent, toPoint } from "./map/projection.ts";
import { startPanel } from "./panel.ts";
import { startSearch } from "./search.ts";
import * as current from "./state.ts";
import { coordinateText, metersText } from "./wording.ts";

/** A town and its surroundings fill the map; its name is still visible. */
const TOWN_ZOOM = 12;
const POSITION_ZOOM = 17;
/** The size of cells without extra characters. If pixels are larger, the place of a click is approximate. */
const MAX_EXACT_METERS = 10;

/** The zoom that shows the cell of a code and those around with their codes. @param extra number of extra characters */
function codeZoom(latDeg: number, extra: number): number {
  const room = Math.log2(groundMeters(latDeg) * (1 + extra / 6));
  // A character divides a cell into 30.
  return Math.max(MIN_CELL_ZOOM, Math.round(20 + room + (extra * Math.log2(30)) / 2));
}

function updateCells(): void {
  const { place } = current;
  const [west, , east] = place?.chosen.cell ?? [0, 0, 0];
  const pixels = ((east - west) / 360) * 256 * 2 ** map.zoom();
  const isShown = map.zoom() >= MIN_CELL_ZOOM && pixels >= MIN_CELL_PIXELS;
  showCells(isShown && place ? cellsIn(map.visibleBounds(), place) : []);
}

/** Loads the towns, names the nearest one to the place, and shows those in and around the view, for the next drag. */
async function updateTowns(): Promise<void> {
  const { point, isExample } = current.state;
  const where = find("answer-where", HTMLElement);
  const place = isExample ? undefined : point;
  // Without network, there are none.
  if (place || hasTownsAt(map.zoom())) await loadTowns(assetUrl).catch(() => {});
  if (current.state.point === point) where.textContent = place ? whereIs(place) : "";
  // At zoom 5, towns have half a million inhabitants or more; at each further zoom, half as many.
  showTowns(townsIn(map.visibleBounds(0.5), 2 ** (24 - map.zoom()), MAX_TOWNS));
}

/** Whether a state or province is chosen. The base map has the borders of countries only. */
function isRegionChosen(): boolean {
  return current.state.territory.includes("-");
}

/** Shows the borders in and around the view; from afar, of a chosen region. */
function updateBorders(): void {
  if (map.zoom() > MAX_LAND_ZOOM) showBorders(borderLinesIn(map.visibleBounds(0.5)));
  else if (!isRegionChosen()) showBorders([]);
  else showBorders(borderLinesIn(boundsOfTerritory(getTerritory(current.state.territory))));
}

function updateView(): void {
  updateCells();
  updateBorders();
  void updateTowns();
}

/** Shows the state on the map, and loads what the place needs. */
function updateMap(): void {
  const { place, state } = current;
  showPlace(place, state.accuracyMeters);
  updateView();
  // The example has codes of only one territory, so it needs no borders.
  const needsBorders = place ? !state.isExample : isRegionChosen();
  if (!needsBorders || areBordersLoaded()) return;
  const effect = place ? ": the shortest code stands first" : "";
  loadBorders(assetUrl("borders")).then(
    () => current.change({}),
    () => showNote(`The borders could not be loaded${effect}.`),
  );
}

/** `About the middle of Delft, to 1 km`; empty for a point that is exact. */
function aboutText(what: string, accuracyMeters: number, advice = ""): string {
  return accuracyMeters > 0 ? `About ${what}, to ${metersText(accuracyMeters)}${advice}` : "";
}

function goTo(suggestion: Suggestion): void {
  const { kind, text: searchText, title } = suggestion;
  if (kind === "territory") {
    const { bounds, territory } = suggestion;
    map.fitView(toExtent(bounds));
    const advice = `Codes here begin with ${territory}. ${CLICK_WORD} a place on the map to get its code.`;
    current.choose({ searchText, heading: title, advice, territory });
  } else if (kind === "coordinates") {
    const { point } = suggestion;
    map.show(point, Math.max(map.zoom(), map.STREET_ZOOM));
    current.choose({ searchText, point });
  } else if (kind === "town") {
    const { accuracyMeters, point } = suggestion;
    map.show(point, TOWN_ZOOM);
    const heading = aboutText(`the middle of ${title}`, accuracyMeters);
    current.choose({ searchText, point, heading, accuracyMeters });
  } else {
    const { point, precision } = suggestion;
    map.show(point, codeZoom(point.latDeg, precision));
    current.choose({ searchText, point, code: title, precision });
  }
}

/** When the page has shown its address. */
let startMs = Number.POSITIVE_INFINITY;

/** Chooses the row or the place at a position on the map. */
export function choosePick({ meters, resolution, view, timeStamp }: map.Picked): void {
  // The address has moved the map since the user has clicked it.
  if (timeStamp < startMs) map.show(view.center, view.zoom);
  if (pickRow(meters, resolution)) return;
  const point = toPoint(meters, resolution);
  const pixelMeters = resolution * groundMeters(point.latDeg);
  const accuracyMeters = pixelMeters > MAX_EXACT_METERS ? pixelMeters : 0;
  const advice = `: zoom in and ${CLICK_WORD.toLowerCase()} again`;
  const heading = aboutText("here", accuracyMeters, advice);
  current.choose({ searchText: coordinateText(point), point, accuracyMeters, heading });
}

const TIMEOUT_MS = 15_000;
/** A tenth of a meter: no device is more exact. */
const DECIMALS = 6;

const OR_CLICK = `${CLICK_WORD.toLowerCase()} the map`;

/** By the codes of GeolocationPositionError; the first one without HTTPS, when settings of the browser change nothing. */
const MESSAGES = [
  `Browsers give positions to pages with HTTPS only. Type coordinates, or ${OR_CLICK}.`,
  `This page may not use your position. Allow it in the browser's settings, or ${OR_CLICK}.`,
  `The device does not know its position. Type coordinates, or ${OR_CLICK}.`,
  `The position takes too long. Try again, or ${OR_CLICK}.`,
];

function findPosition(): void {
  showNote("Looking for your position …");
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => {
      const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));
      const point = { latDeg: round(latitude), lonDeg: round(longitude) };
      // 256 pixels are 40,000 km at zoom 0: at this zoom, they are twice the accuracy.
      map.show(point, Math.min(POSITION_ZOOM, Math.log2(2e7 / accuracy)));
      const heading = `Your position, to ${metersText(accuracy)}`;
      const searchText = coordinateText(point);
      current.choose({ searchText, point, accuracyMeters: accuracy, heading });
    },
    ({ code }) => showNote(MESSAGES[isSecureContext ? code : 0]),
    { enableHighAccuracy: true, timeout: TIMEOUT_MS },
  );
}

/** Shows the state in the address: at the start, and after the user has typed an address. */
function followAddress(): void {
  const { zoom, center, ...link } = parseLink(location.hash, alphabets());
  const { point, accuracyMeters, code = "", precision, alphabet } = link;
  const { suggestions, isAmbiguous, hint } = interpret(code);
  const [meant] = suggestions;
  const follow = (choice: Partial<PageState>) =>
    current.choose({ precision, alphabet, ...choice }, "replace");
  if (point) {
    map.show(point, zoom ?? map.STREET_ZOOM);
    const heading = aboutText("this place", accuracyMeters);
    follow({ ...link, searchText: coordinateText(point), heading });
  } else if (meant?.kind === "mapcode" && !isAmbiguous) {
    const { title, point, precision } = meant;
    map.show(point, zoom ?? codeZoom(point.latDeg, precision));
    follow({ point, code: title, searchText: title, precision });
  } else if (center) {
    map.show(center, zoom);
    follow({ advice: `${CLICK_WORD} a place on the map to get its code.` });
  } else if (location.hash.length > 1) {
    const problem = code ? "Its code is not complete." : "It has no place that can be read.";
    const [heading, advice] = isAmbiguous
      ? [`${code} may be several places`, "Press Find to choose one."]
      : ["This link is damaged", hint || problem];
    follow({ searchText: code, heading, advice });
  } else current.change(FIRST_STATE);
}

current.onChange(updateMap);
startSearch(goTo);
startPanel();
startTables();
onClick("locate", findPosition);
onClick("note-close", () => {
  showNote("");
  find("map", HTMLElement).focus();
});
if (history.state) current.restore(history.state);
else followAddress();
startMs = performance.now();
find("intro", HTMLDetailsElement).open = current.state.isExample;
addEventListener("popstate", ({ state: kept }) => (kept ? current.restore(kept) : followAddress()));
map.onRest(() => {
  current.writeAddress();
  updateView();
});
