/** JSON: arrays of values, one value a line, or the features of GeoJSON FeatureCollections. */

import { isObject } from "../../library/errors.ts";
import type { BatchPlan } from "../batch-plan.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { resultNames } from "../options/roles.ts";
import { featureOutput, objectOutput, POINT_VALUES } from "../output/json.ts";
import { JsonEnds } from "../syntax/json-ends.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { parsed } from "../syntax/json-value.ts";
import { LINES, Splitter } from "../syntax/splitter.ts";
import type { Format } from "./format.ts";

/** Name of the member that lists all mapcodes. */
const LIST_MEMBER = "mapcodes";

/** Names of the values that each row gets. The point of a decoded feature is its geometry. */
function addedNames(options: ResolvedBatchOptions, areFeatures: boolean) {
  const names = resultNames(options);
  if (areFeatures && options.operation === "decode") return names.slice(POINT_VALUES);
  return options.all ? [LIST_MEMBER] : names;
}

/** The closing of an output, from the text after an array; undefined if it is wrong. Members may follow features. */
function closingOf(text: string, { areFeatures, keepsFormat }: BatchPlan) {
  if (!areFeatures) return text === "" ? "" : undefined;
  if (parsed(`{"features":[]${text}`) === undefined) return undefined;
  return keepsFormat ? `\n]${text.trim()}\n` : "";
}

const SYNTAX = {
  createSplitter: (plan: BatchPlan) => {
    if (plan.isSequence) return new Splitter(LINES, plan);
    const member = plan.areFeatures ? "features" : undefined;
    return new Splitter(new JsonEnds(), plan, {
      member,
      closingOf: (text) => closingOf(text, plan),
    });
  },
  createReader: (plan: BatchPlan) => new JsonReader(plan),
  addedNames,
};

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...SYNTAX,
  between: ",\n",
  frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, ""),
};

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...SYNTAX,
  between: "",
  createOutput: (plan) => (plan.hasFeatureOutput ? featureOutput : objectOutput)(plan, "\n"),
};

/** Whether the text before the features of a collection has its type. */
function isTyped(opening: string): boolean {
  const collection = parsed(`${opening}]}`);
  return isObject(collection) && collection.type !== undefined;
}

export const geojson: Format = {
  name: "geojson",
  ...FORMAT_FACTS.geojson,
  ...SYNTAX,
  between: ",\n",
  /** Keeps the members of the input's collection if the format stays the same. */
  frame({ keepsFormat, inputOpening }) {
    const kept = keepsFormat ? inputOpening : undefined;
    const opening = kept ?? '{"type":"FeatureCollection","features":[';
    // The type may follow the features, which the option limit cuts.
    const type = isTyped(opening) ? "" : ',"type":"FeatureCollection"';
    return { opening: `${opening}\n`, closing: `\n]${type}}\n` };
  },
  createOutput: (plan) => featureOutput(plan, ""),
};
