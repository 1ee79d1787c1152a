/**
 * What is done with the rows of each format. A ChunkReader cuts the bytes into chunks of complete rows, for any thread. In
 * each chunk, a reader finds the values of each row, and a conversion converts them in place. A template of the output
 * format writes the row with its results. input/start.ts reads the text before the first row.
 */

import { isObject } from "../library/errors.ts";
import { LINES, type RowEndFinder } from "./byte-texts.ts";
import type { InputPlan } from "./input-plan.ts";
import { type FormatName, hasKeys } from "./options/format-facts.ts";
import type { PlannedOptions } from "./options/options.ts";
import { resultNamesOf } from "./options/roles.ts";
import { featureOutput, objectOutput, POINT_VALUES } from "./output/json.ts";
import { header, plainOutput, tableOutput } from "./output/tables.ts";
import type { CreateOutput } from "./output/template.ts";
import type { RowReader } from "./rows/row.ts";
import { createTableEnds, TableReader } from "./syntax/fields.ts";
import { createJsonEnds } from "./syntax/json-ends.ts";
import { JsonReader } from "./syntax/json-reader.ts";
import { parsed } from "./syntax/json-value.ts";
import { LineReader } from "./syntax/lines.ts";

interface Format {
  readonly between: string;
  /** What finds the ends of rows, for a ChunkReader. */
  createEnds(plan: InputPlan): RowEndFinder;
  createReader(plan: InputPlan): RowReader;
  createOutput(plan: InputPlan): CreateOutput;
  /** The texts before and after the rows of an output; absent if there are none. */
  frame?(
    plan: InputPlan,
    firstRow: string | undefined,
  ): { readonly opening?: string; readonly closing?: string };
}

const TABLE: Format = {
  between: "",
  createEnds: createTableEnds,
  createReader: (plan) => new TableReader(plan),
  createOutput: tableOutput,
  frame: (plan, firstRow) => ({ opening: header(plan, firstRow) }),
};

/** JSON values, one per line. */
const JSON_LINES: Format = {
  between: "",
  createEnds: createJsonEnds,
  createReader: (plan) => new JsonReader(plan),
  createOutput: (plan) => (plan.hasFeatureOutput ? featureOutput : objectOutput)(plan, "\n"),
};

/** The text around features. An output of the same format keeps the members of the input's collection. */
function collectionFrame({ keepsFormat, inputOpening }: InputPlan) {
  const kept = keepsFormat ? inputOpening : undefined;
  const opening = kept ?? '{"type":"FeatureCollection","features":[';
  const collection = parsed(`${opening}]}`);
  // The type may be after the features, where --limit cuts it off.
  const hasType = isObject(collection) && collection.type !== undefined;
  const type = hasType ? "" : ',"type":"FeatureCollection"';
  return { opening: `${opening}\n`, closing: `\n]${type}}\n` };
}

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  csv: TABLE,
  tsv: TABLE,
  ndjson: JSON_LINES,
  json: {
    ...JSON_LINES,
    between: ",\n",
    createOutput: (plan) => objectOutput(plan, ""),
    frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  },
  plain: {
    between: "",
    createEnds: () => LINES,
    createReader: (plan) => new LineReader(plan),
    createOutput: plainOutput,
  },
  geojson: {
    ...JSON_LINES,
    between: ",\n",
    createOutput: (plan) => featureOutput(plan, ""),
    frame: collectionFrame,
  },
};

/** Names of the values that each row of an output gets, without the error. */
export function defaultResultNames(
  options: PlannedOptions,
  hasFeatureOutput: boolean,
): readonly string[] {
  const names = resultNamesOf(options);
  if (!hasKeys(options.to)) return names;
  // The point of a decoded feature is its geometry.
  if (hasFeatureOutput && options.operation === "decode") return names.slice(POINT_VALUES);
  return options.all ? ["mapcodes"] : names;
}
