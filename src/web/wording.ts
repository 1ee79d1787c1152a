/** Texts for people: counts, lengths, coordinates, and names of alphabets and countries. */
import type { AlphabetName, Coordinate } from "../index.ts";

/** `1 row`, `1,200 rows`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

const UNITS = Object.entries({ km: 1000, m: 1, cm: 0.01, mm: 0.001, µm: 1e-6 });

/** A length in the unit that gives a number of about one or more, with two digits: `4.7 m`, `33 cm`. */
export function metersText(meters: number): string {
  if (meters === 0) return "0 m";
  const [unit, size] = UNITS.find(([, size]) => meters >= 0.95 * size) ?? UNITS[4];
  const number = meters / size;
  return `${Number(number.toFixed(number >= 9.95 ? 0 : 1))} ${unit}`;
}

/** The size of an area: `10 m square`, or `4.4 m × 10 m` where it is cut off. */
export function areaText(widthMeters: number, heightMeters: number): string {
  if (heightMeters === 0) return "a line along the pole";
  const isSquare = Math.abs(widthMeters - heightMeters) < 0.15 * heightMeters;
  const height = metersText(heightMeters);
  return isSquare ? `${height} square` : `${metersText(widthMeters)} × ${height}`;
}

const SHOWN_DECIMALS = 7;

/** `52.376514, 4.908543`, as the search box reads it. */
export function coordinateText({ latDeg, lonDeg }: Coordinate): string {
  return `${Number(latDeg.toFixed(SHOWN_DECIMALS))}, ${Number(lonDeg.toFixed(SHOWN_DECIMALS))}`;
}

/** `Devanagari` for DEVANAGARI. */
export function alphabetText(alphabet: AlphabetName): string {
  const words = alphabet.toLowerCase().replaceAll("_", " ");
  return words.replace(/\b\w/g, (letter) => letter.toUpperCase());
}

/** Regions whose long names add a country: `Hong Kong SAR China`. */
const SHORT_REGIONS = ["HK", "MO"];

/** Creates a function that names countries by two-letter ISO code, in the first language that the browser knows. */
export function namerIn(...languages: readonly string[]) {
  const options = { type: "region", fallback: "none" } as const;
  const names = new Intl.DisplayNames(languages, options);
  const short = new Intl.DisplayNames(languages, { ...options, style: "short" });
  return (region: string) => (SHORT_REGIONS.includes(region) ? short : names).of(region);
}
