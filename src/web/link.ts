/**
 * The fragment of the address: `#52.376514,4.908543/16?precision=2&code=NLD/G9.VWG&alphabet=GREEK`, or the code in
 * place of the point, `#NLD/49.4V`. Browsers do not send it, so that no server sees which places people look at.
 */
import type { AlphabetName, Coordinate } from "../index.ts";
import { DEFAULT_SETTINGS, type PageState } from "./state.ts";

/** What a fragment says; members that it lacks are undefined. */
export interface Link {
  readonly point: Coordinate | undefined;
  /** The code of a link by code, or the one that the user had chosen for the point: `NLD 49.4V`. */
  readonly code: string | undefined;
  readonly zoom: number | undefined;
  readonly settings: Partial<Pick<PageState, "precision" | "alphabet">>;
  /** Whether it has something in place of a point or code that cannot be one. */
  readonly isDamaged: boolean;
}

/** Decimals of the zoom: a step is 0.7% in size. */
const ZOOM_DECIMALS = 2;
/** A tenth of a nanometer: cells of eight extra characters are some micrometers wide. */
const DEGREE_DECIMALS = 15;

const FRAGMENT = /^#?([^?]*)(?:\?(.*))?$/;
const POINT = /^(-?[\d.]+),(-?[\d.]+)(?:\/([\d.]+))?$/;
const CODE = /^([^/,]+\/[^/]+)(?:\/([\d.]+))?$/;

/** A number in a range; undefined for any other text. */
function numberIn(text: string | undefined, min: number, max: number): number | undefined {
  const number = text ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** The point of two texts; undefined unless both are numbers of degrees in their ranges. */
export function parsePoint(lat?: string, lon?: string): Coordinate | undefined {
  const latDeg = numberIn(lat, -90, 90);
  const lonDeg = numberIn(lon, -180, 180);
  return latDeg === undefined || lonDeg === undefined ? undefined : { latDeg, lonDeg };
}

/** A code as links write it: `NLD/49.4V` for `NLD 49.4V`, `AAA/VHXGB.1J9J` for an international one. */
function codePath(code: string): string {
  return code.includes(" ") ? code.replace(" ", "/") : `AAA/${code}`;
}

/** The code that a part of a link stands for; undefined if it is encoded wrongly. */
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

/** Reads a fragment. What it cannot read is left out, as links are cut by mail programs. @param alphabets those that exist */
export function parseLink(fragment: string, alphabets: readonly AlphabetName[]): Link {
  const [, place = "", query = ""] = FRAGMENT.exec(fragment) ?? [];
  const parameters = new URLSearchParams(query);
  const [, lat, lon, zoom] = POINT.exec(place) ?? [];
  const [, path = parameters.get("code"), codeZoom] = CODE.exec(place) ?? [];
  const point = parsePoint(lat, lon);
  const code = path === null ? undefined : codeOfPath(path);
  const precision = numberIn(parameters.get("precision") ?? "", 0, 8);
  const alphabet = alphabets.find((name) => name === parameters.get("alphabet"));
  return {
    point,
    code,
    zoom: numberIn(zoom ?? codeZoom, 0, 60),
    settings: {
      ...(precision !== undefined && Number.isInteger(precision) && { precision }),
      ...(alphabet && { alphabet }),
    },
    isDamaged: place !== "" && !point && !code,
  };
}

/** The shortest digits that are exactly these degrees, without an exponent. */
function degreesText(degrees: number): string {
  const text = `${degrees}`;
  return text.includes("e") ? degrees.toFixed(DEGREE_DECIMALS).replace(/\.?0+$/, "") : text;
}

/** Writes the fragment of a state, which {@link parseLink} reads. Defaults are left out. */
export function formatLink({ point, code, precision, alphabet }: PageState, zoom: number): string {
  const coordinates = `${degreesText(point.latDeg)},${degreesText(point.lonDeg)}`;
  const parameters = [
    precision === DEFAULT_SETTINGS.precision ? "" : `precision=${precision}`,
    code === undefined ? "" : `code=${codePath(code)}`,
    alphabet === DEFAULT_SETTINGS.alphabet ? "" : `alphabet=${alphabet}`,
  ].filter(Boolean);
  const query = parameters.length > 0 ? `?${parameters.join("&")}` : "";
  return `#${coordinates}/${Number(zoom.toFixed(ZOOM_DECIMALS))}${query}`;
}
