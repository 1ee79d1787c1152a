/** JSON: one array of values, or one value a line. */
import {
  CLOSING_BRACKET,
  OPENING_BRACE,
  OPENING_BRACKET,
  utf8Bytes,
  utf8Text,
} from "../../characters.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { BatchPlan, InputStart } from "../batch-plan.ts";
import { indexesByRole, type JsonObject, memberValue, missingColumn } from "../columns/columns.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import {
  type ByRole,
  COLUMN_OPTIONS,
  missingRoles,
  type Operation,
  ROLES,
  type Role,
  resultNames,
} from "../options/roles.ts";
import { featureOutput, objectOutput, POINT_VALUES } from "../output/json.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { afterJsonSpace } from "../scan.ts";
import { JsonEnds } from "../syntax/json-ends.ts";
import { JsonReader } from "../syntax/json-reader.ts";
import { namesByRole } from "../syntax/json-schema.ts";
import { type ArrayClosing, LINES, RowSplitter } from "../syntax/splitter.ts";
import type { Format } from "./format.ts";
import { isFeature, listError, parsed, startOfElements, startOfLines } from "./json-start.ts";

/** Members within members are searched this deep. */
const MAX_SEARCHED_DEPTH = 3;

/** Texts that are nothing else than a point, such as Elasticsearch and BigQuery have: `52.37,4.9`, `POINT(4.9 52.37)`. */
const POINT_TEXT = /^(?:-?\d+\.\d+,\s*-?\d+\.\d+|(?:SRID=\d+;)?POINT.*)$/i;

function isPoint(value: unknown): boolean {
  if (typeof value !== "string") return isObject(value) && value.type === "Point";
  return POINT_TEXT.test(value) && !("code" in readCoordinates(value));
}

/** Options that choose each object within the first row that has all missing roles, and each member that is a point. */
function nestedMembers(
  object: JsonObject,
  missing: readonly Role[],
  operation: Operation,
  path: readonly string[] = [],
): readonly Partial<ResolvedBatchOptions>[] {
  return Object.entries(object).flatMap(([outer, value]) => {
    const outerPath = [...path, outer];
    if (operation === "encode" && isPoint(value)) {
      return [{ coordinatesColumn: outerPath.join(".") }];
    }
    if (!isObject(value)) return [];
    const names = Object.keys(value);
    const found = ROLES[operation].flatMap((role) => {
      const [index] = indexesByRole(names, role, operation);
      return index === undefined ? [] : [[role, [...outerPath, names[index]].join(".")] as const];
    });
    if (missing.every((role) => found.some(([one]) => one === role))) {
      return [Object.fromEntries(found.map(([role, name]) => [COLUMN_OPTIONS[role], name]))];
    }
    const isDeepest = outerPath.length === MAX_SEARCHED_DEPTH;
    return isDeepest ? [] : nestedMembers(value, missing, operation, outerPath);
  });
}

/** The member of each role in the first row. @throws BatchError when several members may have a role */
function membersOf(object: JsonObject, options: ResolvedBatchOptions): ByRole<string> {
  const names = namesByRole(Object.keys(object), { members: {}, options });
  if (names instanceof RowProblem) throw new BatchError(names.message);
  const present = Object.entries(names).filter(
    ([, name]) => memberValue(object, name) !== undefined,
  );
  return Object.fromEntries(present);
}

/**
 * The member of each role, or where exactly one object within the first row has the values, options that choose them.
 * @throws BatchError when the first row does not have a required member, or when several members may have a role
 */
function findMembers(
  object: JsonObject,
  { areFeatures, options }: BatchPlan,
  bytes: Uint8Array,
): Partial<BatchPlan> {
  const members = membersOf(object, options);
  const missing = missingRoles(options.operation, members);
  const isRequested = missing.some((role) => options[COLUMN_OPTIONS[role]] !== undefined);
  if (missing.length === 0 || isRequested) return { members };
  const isPart = missing.length < missingRoles(options.operation, {}).length;
  const nested = isPart || areFeatures ? [] : nestedMembers(object, missing, options.operation);
  const [chosen, other] = nested;
  if (chosen && !other) {
    const choosing = { ...options, ...chosen };
    return { members: membersOf(object, choosing), options: choosing };
  }
  const kind = areFeatures ? "property" : "member";
  const error = areFeatures ? undefined : listError(bytes);
  throw error ?? missingColumn(Object.keys(object), missing[0], kind);
}

/** @throws BatchError when the names of an output's columns, or a required member, are not in the first row */
export function findColumns(firstRow: string | undefined, plan: BatchPlan): Partial<BatchPlan> {
  const { areFeatures, hasFeatureOutput, hasTableOutput, options } = plan;
  if (firstRow === undefined) return {};
  for (const name of ["latColumn", "lonColumn", "coordinatesColumn"] as const) {
    if (!areFeatures || options[name] === undefined) continue;
    const message = `Features have their point as the geometry, not in a column. Omit the option ${name}.`;
    throw new BatchError(message, name);
  }
  const value = parsed(firstRow);
  if (areFeatures ? !isFeature(value) : value === undefined) {
    if (!hasTableOutput) return {};
    const [problem, names] = areFeatures
      ? ["is neither a GeoJSON Feature nor a Point", "properties"]
      : ["is not valid JSON", "members"];
    throw new BatchError(
      `The first row ${quoted(firstRow)} ${problem}. Its ${names} are needed to name the columns of the output.`,
    );
  }
  const bytes = utf8Bytes(firstRow);
  const reader = new JsonReader({ ...plan, isSequence: false });
  reader.next(bytes, 0);
  const { feature, fields } = reader.row.schema;
  const names = (feature && hasFeatureOutput ? feature.properties : fields).map(({ name }) => name);
  const isWhole = hasTableOutput && !options.onlyResults;
  const columns = isWhole ? (options.columns?.map(({ name }) => name) ?? names) : [];
  const found = { columns, names };
  if (!isObject(value) || (areFeatures && options.operation === "encode")) return found;
  const properties = isObject(value.properties) ? value.properties : {};
  return { ...found, ...findMembers(areFeatures ? properties : value, plan, bytes) };
}

/** Name of the member that lists all mapcodes. */
const LIST_MEMBER = "mapcodes";

/** Names of the values that each row gets. The point of a decoded feature is its geometry. */
export function addedNames(options: ResolvedBatchOptions, areFeatures: boolean): readonly string[] {
  const names = resultNames(options);
  if (areFeatures && options.operation === "decode") return names.slice(POINT_VALUES);
  return options.all ? [LIST_MEMBER] : names;
}

/** How rows of JSON are found and read. @param closing of an output by the text behind the array */
export function syntaxOf(closing: (plan: BatchPlan) => ArrayClosing) {
  return {
    findColumns,
    createSplitter: (plan: BatchPlan) => {
      return plan.isSequence
        ? new RowSplitter(LINES, plan)
        : new RowSplitter(new JsonEnds(), plan, closing(plan));
    },
    createReader: (plan: BatchPlan) => new JsonReader(plan),
  };
}

/** Nothing may follow an array. */
const SYNTAX = syntaxOf(() => (text) => (text === "" ? "" : undefined));

function readArrayStart(
  bytes: Uint8Array,
  _: ResolvedBatchOptions,
  isLast: boolean,
): InputStart | undefined {
  const at = afterJsonSpace(bytes, 0);
  if (at === bytes.length || bytes[at] === OPENING_BRACE) {
    const start = startOfLines(bytes, isLast);
    return start && { ...start, areFeatures: false };
  }
  if (bytes[at] !== OPENING_BRACKET) {
    const start = quoted(utf8Text(bytes, 0, 20));
    const message = `The input begins with ${start}, not with the '[' of a JSON array. For one value a line, use the option from with ndjson.`;
    throw new BatchError(message, "from");
  }
  const from = afterJsonSpace(bytes, at + 1);
  const start = startOfElements(bytes, from, isLast);
  return start && bytes[from] === CLOSING_BRACKET ? { ...start, firstRow: undefined } : start;
}

export const json: Format = {
  name: "json",
  ...FORMAT_FACTS.json,
  ...SYNTAX,
  addedNames: (options) => addedNames(options, false),
  between: ",\n",
  readStart: readArrayStart,
  frame: () => ({ opening: "[\n", closing: "\n]\n" }),
  createOutput: (plan) => objectOutput(plan, ""),
};

export const ndjson: Format = {
  name: "ndjson",
  ...FORMAT_FACTS.ndjson,
  ...SYNTAX,
  addedNames,
  between: "",
  readStart: (bytes, _, isLast) => startOfLines(bytes, isLast),
  createOutput: (plan) => (plan.hasFeatureOutput ? featureOutput : objectOutput)(plan, "\n"),
};
