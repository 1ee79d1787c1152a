/**
 * The state of the page, and the fragment of the address that holds it:
 * `#52.376514,4.908543/16?precision=2&code=NLD/G9.VWG&alphabet=GREEK`, or the code in place of the point, `#NLD/49.4V`.
 * Browsers do not send it, so no server sees the places.
 */
import type { AlphabetName, Coordinate } from "../index.ts";

export interface PageState {
  /** The chosen place; the first visit shows an example. */
  readonly point: Coordinate;
  readonly isExample: boolean;
  /** The code that the user has typed or chosen, perhaps without its extra characters; undefined for the local one. */
  readonly code: string | undefined;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** Changes the state and shows it. @param entry whether the history of the browser gets a new entry */
export type Update = (change: Partial<PageState>, entry?: "push" | "replace") => void;

/** A code without its extra characters: `NLD 49.4V`. */
export function plainCode(code: string): string {
  return code.replace(/(\..*)-.*/, "$1");
}

/** Whether a code is the chosen one, or a longer form of it. */
export function isFormOf(code: string, chosen: string): boolean {
  return code === chosen || code.startsWith(`${chosen}-`);
}

/** The contents of a fragment. Point, code and zoom are undefined if missing. */
export interface Link extends Pick<PageState, "code" | "precision" | "alphabet"> {
  /** Undefined in a link by code, `#NLD/49.4V`. Beside a point, the code is the user's choice for it. */
  readonly point: Coordinate | undefined;
  readonly zoom: number | undefined;
}

/** Decimals of the zoom: a step is 0.7% in size. */
const ZOOM_DECIMALS = 2;
/** A tenth of a nanometer: cells of eight extra characters are some micrometers wide. */
const DEGREE_DECIMALS = 15;

/** A point or a code, the zoom, and the settings. */
const FRAGMENT = /^#?(?:(-?[\d.]+),(-?[\d.]+)|([^/,?]+\/[^/?]+))?(?:\/([\d.]+))?(?:\?(.*))?$/;

/** A number in a range; undefined for any other text. */
function numberIn(text: string | undefined | null, min: number, max: number): number | undefined {
  const number = text ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** The point of two texts; undefined unless both are degrees in their ranges. */
export function parsePoint(lat?: string, lon?: string): Coordinate | undefined {
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
export function formatCodeLink(code: string, page: string): string {
  return new URL(`#${codePath(code)}`, page).href;
}

/** Reads a fragment. Ignores unreadable parts: mail programs cut links. @param alphabets the names of all */
export function parseLink(fragment: string, alphabets: readonly AlphabetName[]): Link {
  const [, lat, lon, codeOfPlace, zoom, query] = FRAGMENT.exec(fragment) ?? [];
  const parameters = new URLSearchParams(query);
  const path = codeOfPlace ?? parameters.get("code");
  const precision = numberIn(parameters.get("precision"), 0, 8) ?? 0;
  return {
    point: parsePoint(lat, lon),
    code: path === null ? undefined : codeOfPath(path),
    zoom: numberIn(zoom, 0, 60),
    precision: Math.floor(precision),
    alphabet: alphabets.find((name) => name === parameters.get("alphabet")) ?? "ROMAN",
  };
}

/** The shortest decimal form of degrees, without an exponent. */
function degreesText(degrees: number): string {
  const text = `${degrees}`;
  return text.includes("e") ? degrees.toFixed(DEGREE_DECIMALS).replace(/\.?0+$/, "") : text;
}

/** Writes the fragment of a state for {@link parseLink}, without defaults. */
export function formatLink({ point, code, precision, alphabet }: PageState, zoom: number): string {
  const coordinates = `${degreesText(point.latDeg)},${degreesText(point.lonDeg)}`;
  const parameters = [
    precision === 0 ? "" : `precision=${precision}`,
    code === undefined ? "" : `code=${codePath(code)}`,
    alphabet === "ROMAN" ? "" : `alphabet=${alphabet}`,
  ].filter(Boolean);
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : "";
  return `#${coordinates}/${Number(zoom.toFixed(ZOOM_DECIMALS))}${query}`;
}
