/** Lengths, coordinates, and names of alphabets and countries as people read them. */
import type { AlphabetName, Coordinate } from "../index.ts";

const UNITS = [
  { unit: "km", meters: 1000 },
  { unit: "m", meters: 1 },
  { unit: "cm", meters: 0.01 },
  { unit: "mm", meters: 0.001 },
  { unit: "µm", meters: 1e-6 },
] as const;

/** A length in the unit that gives a number of at least one, with two digits: `4.7 m`, `33 cm`. */
export function metersText(meters: number): string {
  if (meters === 0) return "0 m";
  const { unit, meters: size } =
    UNITS.find((one) => meters >= 0.95 * one.meters) ?? UNITS[UNITS.length - 1];
  const number = meters / size;
  const text = number >= 9.95 ? number.toFixed(0) : number.toFixed(1).replace(/\.0$/, "");
  return `${text} ${unit}`;
}

/** The size of an area: `10 m square`, or `4.4 m × 10 m` where it is cut off. */
export function areaText(widthMeters: number, heightMeters: number): string {
  const [width, height] = [metersText(widthMeters), metersText(heightMeters)];
  const isSquare = Math.abs(widthMeters - heightMeters) < 0.15 * heightMeters;
  return isSquare ? `${height} square` : `${width} × ${height}`;
}

/** Seven decimals are a centimeter. */
const SHOWN_DECIMALS = 7;

/** `52.376514, 4.908543`, which the search box reads. */
export function coordinateText({ latDeg, lonDeg }: Coordinate): string {
  return `${Number(latDeg.toFixed(SHOWN_DECIMALS))}, ${Number(lonDeg.toFixed(SHOWN_DECIMALS))}`;
}

/** Alphabets that are written from right to left. */
const RIGHT_TO_LEFT: readonly AlphabetName[] = ["ARABIC", "HEBREW", "THAANA"];

export function directionOf(alphabet: AlphabetName): "rtl" | "ltr" {
  return RIGHT_TO_LEFT.includes(alphabet) ? "rtl" : "ltr";
}

/** `Devanagari` for DEVANAGARI. */
export function alphabetText(alphabet: AlphabetName): string {
  return alphabet
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\b\w/g, (letter) => letter.toUpperCase());
}

/** Names the country of an ISO code of two letters; undefined if it has no name. */
export type Namer = (region: string) => string | undefined;

/** The long names of these say of which country they are a part. */
const SHORT_REGIONS = ["HK", "MO"];

/** Names countries in the first of the languages that the browser knows. */
export function namerIn(...languages: readonly string[]): Namer {
  const options = { type: "region", fallback: "none" } as const;
  const names = new Intl.DisplayNames(languages, options);
  const short = new Intl.DisplayNames(languages, { ...options, style: "short" });
  return (region) => (SHORT_REGIONS.includes(region) ? short : names).of(region);
}
