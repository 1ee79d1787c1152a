/** All formats of batches. A new format needs an entry in this list. */
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../options/formats.ts";
import { resultNames } from "../options/roles.ts";
import { plainOutput } from "../output/tables.ts";
import { LineTokenizer } from "../syntax/lines.ts";
import { LINES, Splitter } from "../syntax/splitter.ts";
import { csv, tsv } from "./delimited.ts";
import type { Format } from "./format.ts";
import { geojson, json, ndjson } from "./json.ts";

export { FORMAT_NAMES, type FormatName };

/** Plain lines: one point or mapcode a line, then its results, each after a tab. */
const plain: Format = {
  name: "plain",
  ...FORMAT_FACTS.plain,
  between: "",
  createSplitter: (plan) => new Splitter(LINES, plan),
  createReader: (plan) => new LineTokenizer(plan),
  addedNames: resultNames,
  createOutput: plainOutput,
};

const BY_NAME: Readonly<Record<FormatName, Format>> = { csv, tsv, ndjson, json, plain, geojson };

export const FORMATS: readonly Format[] = Object.values(BY_NAME);

export function formatNamed(name: FormatName): Format {
  return BY_NAME[name];
}
