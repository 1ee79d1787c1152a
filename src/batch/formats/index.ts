/** All formats of batches. A new one is a file beside this one and an entry in this list. */
import { csv, tsv } from "./delimited.ts";
import type { Format } from "./format.ts";
import { geojson, geojsonl, geojsonseq } from "./geojson.ts";
import { json, ndjson } from "./json.ts";
import { plain } from "./plain.ts";

export const FORMATS = [csv, tsv, ndjson, json, plain, geojson, geojsonseq, geojsonl] as const;

/** The name of a batch format. */
export type FormatName = (typeof FORMATS)[number]["name"];

/**
 * The names of all batch formats.
 * @example
 * ```ts
 * FORMAT_NAMES.includes("geojsonseq"); // true
 * ```
 */
export const FORMAT_NAMES: readonly FormatName[] = Object.freeze(FORMATS.map(({ name }) => name));

const BY_NAME: Readonly<Record<FormatName, Format>> = Object.fromEntries(
  FORMATS.map((format) => [format.name, format]),
) as Record<FormatName, Format>;

export function formatNamed(name: FormatName): Format {
  return BY_NAME[name];
}
