/**
 * The fragment of the address: `#52.376514,4.908543/17?precision=2&alphabet=GREEK&layers=outlines`. Browsers do
 * not send it, so that no server sees which places people look at.
 */
import type { AlphabetName, Coordinate } from "../../index.ts";
import { LAYER_NAMES, type LayerName, MAX_PRECISION, type PageState } from "./state.ts";

/** What a fragment says; members that it lacks are undefined. */
export interface Link {
  readonly point: Coordinate | undefined;
  readonly zoom: number | undefined;
  readonly precision: number | undefined;
  readonly alphabet: AlphabetName | undefined;
  readonly layers: readonly LayerName[] | undefined;
}

const DEFAULT_ALPHABET = "ROMAN";

/** Decimals of the zoom: a step is 0.7% in size. */
const ZOOM_DECIMALS = 2;

/** A tenth of a nanometer: cells of eight extra characters are some micrometers wide. */
const DEGREE_DECIMALS = 15;

const FRAGMENT = /^#?(-?[\d.]+),(-?[\d.]+)(?:\/([\d.]+))?(?:\?(.*))?$/;

/** A number in a range; undefined for any other text. */
function numberIn(text: string | null | undefined, min: number, max: number): number | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}

/** The point of two texts; undefined unless both are numbers of degrees in their ranges. */
export function parsePoint(
  lat: string | undefined,
  lon: string | undefined,
): Coordinate | undefined {
  const latDeg = numberIn(lat, -90, 90);
  const lonDeg = numberIn(lon, -180, 180);
  return latDeg === undefined || lonDeg === undefined ? undefined : { latDeg, lonDeg };
}

function isLayer(name: string): name is LayerName {
  return LAYER_NAMES.some((layer) => layer === name);
}

/**
 * Reads a fragment. What it cannot read is left out, as links are cut by mail programs.
 * @param alphabets the alphabets that exist
 */
export function parseLink(fragment: string, alphabets: readonly AlphabetName[]): Link {
  const [, lat = "", lon = "", zoom, query = ""] = FRAGMENT.exec(fragment) ?? [];
  const parameters = new URLSearchParams(query);
  const precision = numberIn(parameters.get("precision"), 0, MAX_PRECISION);
  return {
    point: parsePoint(lat, lon),
    zoom: numberIn(zoom, 0, 60),
    precision: Number.isInteger(precision) ? precision : undefined,
    alphabet: alphabets.find((name) => name === parameters.get("alphabet")),
    layers: parameters.get("layers")?.split(",").filter(isLayer),
  };
}

/** Degrees with all their digits and without an exponent. */
function degreesText(degrees: number): string {
  return degrees.toFixed(DEGREE_DECIMALS).replace(/\.?0+$/, "");
}

/** Writes the fragment of a state, which {@link parseLink} reads. Defaults are left out. */
export function formatLink(
  { point, precision, alphabet, layers }: PageState,
  zoom: number,
): string {
  const coordinates = `${degreesText(point.latDeg)},${degreesText(point.lonDeg)}`;
  const place = `#${coordinates}/${Number(zoom.toFixed(ZOOM_DECIMALS))}`;
  const parameters = [
    precision === 0 ? "" : `precision=${precision}`,
    alphabet === DEFAULT_ALPHABET ? "" : `alphabet=${alphabet}`,
    layers.length === 0 ? "" : `layers=${layers.join(",")}`,
  ].filter(Boolean);
  return parameters.length === 0 ? place : `${place}?${parameters.join("&")}`;
}
