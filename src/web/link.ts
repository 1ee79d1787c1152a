/**
 * The state of the page, and the fragment of the address that holds it:
 * `#52.376514,4.908543/16?precision=2&code=NLD/G9.VWG&alphabet=GREEK`, the code in place of the point, `#NLD/49.4V`, or
 * the view alone, `#map=6/42.7/-75.6`. Browsers do not send it, so no server sees the places.
 */
import type { AlphabetName, Coordinate } from "../index.ts";

/** The members that each choice sets: what is chosen, and what the page says of it. These values are for no choice. */
export const NO_CHOICE = {
  /** The chosen place; undefined after a search that has found none, or a territory. */
  point: undefined as Coordinate | undefined,
  /** How far what is meant may be from the point, in meters; 0 if the point is exact. */
  accuracyMeters: 0,
  searchText: "",
  /** What stands above the code, or in its place: `About the middle of Delft, to 1 km`; may be empty. */
  heading: "",
  advice: "",
  /** Without a place: the territory whose code may follow. */
  territory: "",
  /** The code that the user has typed or chosen, perhaps without its extra characters; undefined for the local one. */
  code: undefined as string | undefined,
};

/** Amsterdam, the example of the documents. */
export const EXAMPLE: Coordinate = { latDeg: 52.376514, lonDeg: 4.908543 };

export const FIRST_STATE = {
  ...NO_CHOICE,
  point: EXAMPLE as Coordinate | undefined,
  heading: "An example: Amsterdam",
  /** Whether the place is the example of the first visit. */
  isExample: true,
  /** Extra characters, 0 to 8. */
  precision: 0,
  alphabet: "ROMAN" as AlphabetName,
};
export type PageState = Readonly<typeof FIRST_STATE>;

export interface MapView {
  readonly center: Coordinate;
  readonly zoom: number;
}

/** A code without its extra characters: `NLD 49.4V`. */
export function plainCode(code: string): string {
  return code.replace(/(\..*)-.*/, "$1");
}

/** Whether a code is the chosen one, or a longer form of it. */
export function isFormOf(code: string, chosen: string): boolean {
  return code === chosen || code.startsWith(`${chosen}-`);
}

/** The contents of a fragment. Beside a point, the code is the one that the user chose for it. */
export type Link = ReturnType<typeof parseLink>;

const ZOOM_DECIMALS = 2;
/** Exact to a tenth of a nanometer: cells of eight extra characters are some micrometers wide. */
const DEGREES = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 15 });

const VIEW =
  /^#map=(?<zoom>[\d.]+)\/(?<centerLat>-?[\d.]+)\/(?<centerLon>-?[\d.]+)(?:\?(?<query>.*))?$/;

const PLACE =
  /^#?(?:(?<lat>-?[\d.]+),(?<lon>-?[\d.]+)|(?<code>[^/,?]+\/[^/?]+))?(?:\/(?<zoom>[\d.]+))?(?:\?(?<query>.*))?$/;

function numberIn(text: string | undefined | null, min: number, max: number): number | undefined {
  const number = text ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function parsePoint(lat?: string, lon?: string): Coordinate | undefined {
  const latDeg = numberIn(lat, -90, 90);
  const lonDeg = numberIn(lon, -180, 180);
  return latDeg === undefined || lonDeg === undefined ? undefined : { latDeg, lonDeg };
}

/** A code as links write it: `NLD/49.4V` for `NLD 49.4V`, `AAA/VHXGB.1J9J` for an international one. */
function codePath(code: string): string {
  return code.includes(" ") ? code.replace(" ", "/") : `AAA/${code}`;
}

/** The code in a part of a link; undefined if its percent-encoding is invalid. */
function codeOfPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path.replace(/^AAA\//, "")).replace("/", " ");
  } catch {
    return undefined;
  }
}

/** Writes a link by code: `https://example.org/mapcode/map/#NLD/49.4V`. @param page the address of the page */
export function formatCodeLink(code: string, alphabet: AlphabetName, page: string): string {
  const query = alphabet === "ROMAN" ? "" : `?alphabet=${alphabet}`;
  return new URL(`#${codePath(code)}${query}`, page).href;
}

/** Reads a fragment. Ignores unreadable parts: mail programs cut links. @param alphabets the names of all */
export function parseLink(fragment: string, alphabets: readonly AlphabetName[]) {
  const { groups = {} } = VIEW.exec(fragment) ?? PLACE.exec(fragment) ?? {};
  const parameters = new URLSearchParams(groups.query);
  const path = groups.code ?? parameters.get("code");
  return {
    point: parsePoint(groups.lat, groups.lon),
    accuracyMeters: numberIn(parameters.get("within"), 0, 2e7) ?? 0,
    /** The middle of the map in a link without a place. */
    center: parsePoint(groups.centerLat, groups.centerLon),
    code: path === null ? undefined : codeOfPath(path),
    zoom: numberIn(groups.zoom, 0, 60),
    precision: Math.floor(numberIn(parameters.get("precision"), 0, 8) ?? 0),
    alphabet: alphabets.find((name) => name === parameters.get("alphabet")) ?? "ROMAN",
  };
}

/** `52.376514,4.908543`, without exponents and with all digits. */
export function pointPath({ latDeg, lonDeg }: Coordinate, separator = ","): string {
  return [latDeg, lonDeg].map((degrees) => DEGREES.format(degrees)).join(separator);
}

/** Writes the fragment of a state for {@link parseLink}, without defaults. */
export function formatLink(state: PageState, view: MapView): string {
  const { point, accuracyMeters, code, precision, alphabet } = state;
  const zoom = Number(view.zoom.toFixed(ZOOM_DECIMALS));
  const query = [
    precision === 0 ? "" : `precision=${precision}`,
    code === undefined ? "" : `code=${codePath(code)}`,
    accuracyMeters === 0 ? "" : `within=${Math.ceil(accuracyMeters)}`,
    alphabet === "ROMAN" ? "" : `alphabet=${alphabet}`,
  ].filter(Boolean);
  const place = point
    ? `${pointPath(point)}/${zoom}`
    : `map=${zoom}/${pointPath(view.center, "/")}`;
  return `#${place}${query.length > 0 ? "?" : ""}${query.join("&")}`;
}
