/** All formats of batches. A new one is a file beside this one and an entry in this list. */

import { FORMAT_NAMES, type FormatName } from "../options/formats.ts";
import { csv, tsv } from "./delimited.ts";
import type { Format } from "./format.ts";
import { geojson } from "./geojson.ts";
import { json, ndjson } from "./json.ts";
import { plain } from "./plain.ts";

export { FORMAT_NAMES, type FormatName };

const BY_NAME: Readonly<Record<FormatName, Format>> = {
  csv,
  tsv,
  ndjson,
  json,
  plain,
  geojson,
};

export const FORMATS: readonly Format[] = Object.values(BY_NAME);

export function formatNamed(name: FormatName): Format {
  return BY_NAME[name];
}
