/** Where the rows of JSON begin, and what an input is by its first bytes. */
import { OPENING_BRACE, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import type { InputStart } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import { afterJsonSpace } from "../scan.ts";
import { findArrayMember, JsonEnds } from "../syntax/json-ends.ts";
import { RECORD_SEPARATOR } from "../syntax/json-reader.ts";
import { nextLine } from "../syntax/splitter.ts";

const COLLECTION = /^\s*\{\s*(?:"type"\s*:\s*"FeatureCollection"|"features"\s*:\s*\[)/;

const COLLECTION_STARTS = ['{"type":"FeatureCollection"', '{"features":['];

/** Enough for the type of a collection that names it first. */
const MAX_TYPE_BYTES = 200;

/** Enough to tell whether an object over several lines has the rows in a member. */
const MAX_LIST_BYTES = 1 << 14;

/** Whether an input is a collection of features and says so at its beginning. */
export function isCollection(bytes: Uint8Array): boolean {
  return COLLECTION.test(utf8Text(bytes, 0, Math.min(bytes.length, MAX_TYPE_BYTES)));
}

/** Whether an input is too short to tell whether it is a collection of features. */
export function mayBecomeCollection(bytes: Uint8Array): boolean {
  if (bytes.length >= MAX_TYPE_BYTES) return false;
  const text = utf8Text(bytes, 0, bytes.length).replace(/\s+/g, "");
  return COLLECTION_STARTS.some((start) => start.startsWith(text)) && !isCollection(bytes);
}

/** Whether an input begins with a Feature that names its type first, as all programs write it. */
export function beginsWithFeature(bytes: Uint8Array): boolean {
  return /^\s*\{\s*"type"\s*:\s*"Feature"/.test(
    utf8Text(bytes, 0, Math.min(bytes.length, MAX_TYPE_BYTES)),
  );
}

/** Whether a value is a Feature, or a Point with coordinates. */
export function isFeature(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value.type === "Feature" || (value.type === "Point" && Array.isArray(value.coordinates));
}

/** The value of a text; undefined, which is no JSON value, if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for an input that is one object with its rows in a member; undefined if it has no array. */
export function listError(bytes: Uint8Array): BatchError | undefined {
  const { name, from } = findArrayMember(bytes);
  if (from < 0) return undefined;
  const path = /^\w+$/.test(name) ? `.${name}[]` : `.[${JSON.stringify(name)}][]`;
  return new BatchError(
    `The input is one JSON object. If the rows are in its member ${quoted(name)}, write them one a line: jq -c '${path}'.`,
  );
}

/** The first element of an array, which begins at `from`; undefined if it may go on in the next bytes. */
export function startOfElements(
  bytes: Uint8Array,
  from: number,
  isLast: boolean,
): InputStart | undefined {
  const next = new JsonEnds().findNext(bytes, from);
  if (next < 0 && !isLast) return undefined;
  const firstRow = utf8Text(bytes, from, next < 0 ? bytes.length : next - 1).trim();
  return { bytes: from, firstRow: firstRow || undefined };
}

/** The first value of lines. @throws BatchError if it is an object over several lines with the rows in a member */
export function startOfLines(bytes: Uint8Array, isLast: boolean): InputStart | undefined {
  let from = afterJsonSpace(bytes, 0);
  while (bytes[from] === RECORD_SEPARATOR) from = afterJsonSpace(bytes, from + 1);
  if (from === bytes.length && isLast)
    return { bytes: from, firstRow: undefined, isSequence: true };
  const next = nextLine(bytes, from);
  if (next < 0 && !isLast) return undefined;
  const firstRow = utf8Text(bytes, from, next < 0 ? bytes.length : next).trim();
  const value = parsed(firstRow);
  if (value === undefined && bytes[from] === OPENING_BRACE) {
    // As many bytes whatever the parts that they arrive in.
    if (!isLast && bytes.length < from + MAX_LIST_BYTES) return undefined;
    const error = listError(bytes.subarray(from, from + MAX_LIST_BYTES));
    if (error) throw error;
  }
  return { bytes: from, firstRow, isSequence: true, areFeatures: isFeature(value) };
}
