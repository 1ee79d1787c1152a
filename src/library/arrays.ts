/**
 * The typed arrays of callers: creating them, reading them, and checking those that callers hand in. The
 * engine (src/codec) relies on the checks here; its own functions for one point check what costs nothing.
 */

import { isCodeList, wrongList } from "../codec/array-checks.ts";
import {
  areStrings,
  type CodeSelection,
  decodeBatchInto as decodeTextsInto,
  encodeBatchInto as encodePointsInto,
  type MapcodeStrings,
  type ResolvedEncodeBatchOptions,
} from "../codec/batch.ts";
import {
  type CodeBatch,
  type CodeList,
  type MapcodeColumn,
  NO_CODE,
  type PointBatch,
  startOf,
} from "../codec/code-arrays.ts";
import { asciiText } from "../digits/digits.ts";
import { wrongType } from "../messages.ts";
import { isBytes } from "../platform.ts";
import { MAX_PREFIX, MAX_SUFFIX } from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import { checkIndex, checkPrecision } from "./arguments.ts";
import { MapcodeError, valueProblem } from "./errors.ts";

// ---- Creating arrays

/** Indices and the numbers of `ends` are 32 bits wide. */
const MAX_COUNT = 2 ** 32 - 1;

/** The maximum length of a code at a precision. */
function maxChars(precision: number): number {
  return MAX_PREFIX + 1 + MAX_SUFFIX + (precision > 0 ? 1 + precision : 0);
}

/** @throws MapcodeError if there is no memory for the arrays */
function allocated<Arrays>(subject: string, count: number, allocate: () => Arrays): Arrays {
  try {
    return allocate();
  } catch {
    throw new MapcodeError(
      valueProblem("out-of-range", subject, count, "small enough for the memory of this process"),
    );
  }
}

/**
 * Allocates a batch for `points` points and `codes` codes of `precision`, with room for the longest codes.
 * @param points how many points, 0 or more
 * @param codes how many codes of all points together, 0 or more
 * @param precision extra characters of the codes, 0 to 8
 * @throws MapcodeError if a number is not an integer from 0 on, or the texts of the codes may take more
 *   than 4 GB
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @example
 * ```ts
 * const batch = createCodeBatch(1, 1, 0);
 * encodeBatchInto(Float64Array.of(52.376514, 4.908543), 0, resolveEncodeBatchOptions(), batch); // 1
 * codeTextOfBatch(batch, 0); // "49.4V"
 * ```
 */
export function createCodeBatch(points: number, codes: number, precision: number): CodeBatch {
  checkPrecision(precision);
  checkIndex("number of points", points, MAX_COUNT);
  checkIndex("number of codes", codes, Math.floor(MAX_COUNT / maxChars(precision)));
  return allocated("number of points or codes", Math.max(points, codes), () => ({
    points: 0,
    count: 0,
    errors: new Int8Array(points),
    codeEnds: new Uint32Array(points),
    territories: new Int16Array(codes),
    ends: new Uint32Array(codes),
    bytes: new Uint8Array(codes * maxChars(precision)),
  }));
}

/**
 * Allocates a batch for `points` points.
 * @param points how many points, 0 or more
 * @throws MapcodeError if the number is not an integer from 0 on
 * @example
 * ```ts
 * const batch = createPointBatch(1);
 * decodeBatchInto(["NLD 49.4V"], 0, NO_TERRITORY, batch); // 1
 * batch.degrees; // Float64Array.of(52.37651400000124, 4.908543375)
 * ```
 */
export function createPointBatch(points: number): PointBatch {
  checkIndex("number of points", points, MAX_COUNT);
  return allocated("number of points", points, () => ({
    degrees: new Float64Array(2 * points),
    errors: new Int8Array(points),
  }));
}

// ---- Reading arrays

/**
 * The text of a code, without its territory.
 * @param list codes of encodeInto or one of its siblings
 * @param index of the code in the list, from 0 up to its count (excluded)
 * @throws MapcodeError if the list has no such code
 * @throws TypeError if the list is not one of createCodeList
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * codeText(list, 4); // "VHXGB.1J9J"
 * ```
 */
export function codeText(list: CodeList, index: number): string {
  if (!isCodeList(list)) checkList(list);
  if (typeof index !== "number" || !(index < list.count)) rejectIndex(list, index);
  const start = list.starts[index];
  const end = list.ends[index];
  if (start === undefined || end === undefined) rejectIndex(list, index);
  return asciiText(list.chars, start, end);
}

/** @throws TypeError, OutOfRangeError */
function rejectIndex(list: CodeList, index: number): never {
  checkList(list);
  checkIndex("index of the code", index, list.count - 1);
  throw wrongList(list);
}

/** @throws TypeError unless the list is like one of createCodeList */
function checkList(list: CodeList): void {
  if (!isCodeList(list) || !Number.isInteger(list.count)) throw wrongList(list);
}

/**
 * The shortest local code of a list, the first one on a tie. International codes are not local.
 * @param list codes of encodeInto or one of its siblings
 * @returns its index in the list, or NO_CODE
 * @throws TypeError if the list is not one of createCodeList
 * @example
 * ```ts
 * const list = createCodeList();
 * encodeInto(52.376514, 4.908543, 0, list); // 5
 * indexOfShortestLocal(list); // 0
 * ```
 */
export function indexOfShortestLocal(list: CodeList): number {
  checkList(list);
  const { count, territories, starts, ends } = list;
  let best = NO_CODE;
  let bestLength = 0;
  for (let index = 0; index < count; index++) {
    const length = ends[index] - starts[index];
    const isBetter = best === NO_CODE || length < bestLength;
    if (!isBetter || territories[index] === INTERNATIONAL_TERRITORY) continue;
    best = index;
    bestLength = length;
  }
  return best;
}

/**
 * The text of a code of a batch, without its territory.
 * @param batch the result of encodeBatch, or arrays filled by encodeBatchInto
 * @param codeIndex from 0 up to the count of codes (excluded)
 * @throws MapcodeError if the batch has no such code
 * @throws TypeError if the batch is not one of createCodeBatch
 * @example
 * ```ts
 * const batch = encodeBatch(Float64Array.of(52.376514, 4.908543), { codes: "international" });
 * codeTextOfBatch(batch, 0); // "VHXGB.1J9J"
 * ```
 */
export function codeTextOfBatch(batch: CodeBatch, codeIndex: number): string {
  checkCodeBatch(batch);
  checkIndex("index of the code", codeIndex, batch.count - 1);
  return asciiText(batch.bytes, startOf(batch.ends, codeIndex), batch.ends[codeIndex]);
}

// ---- Checking arrays

/**
 * @throws TypeError unless the batch is like one of createCodeBatch
 * @throws MapcodeError if it counts more points or codes than it has room for
 */
export function checkCodeBatch(batch: CodeBatch): void {
  const isBatch =
    batch?.errors instanceof Int8Array &&
    batch.codeEnds instanceof Uint32Array &&
    batch.territories instanceof Int16Array &&
    batch.ends instanceof Uint32Array &&
    batch.bytes instanceof Uint8Array;
  if (!isBatch) throw wrongType("batch of codes", batch, "a batch that createCodeBatch made");
  const { errors, codeEnds, territories, ends } = batch;
  checkIndex("number of points", batch.points, Math.min(errors.length, codeEnds.length));
  checkIndex("number of codes", batch.count, Math.min(territories.length, ends.length));
}

/**
 * @throws TypeError unless the mapcodes are an array, or typed arrays of the right types
 * @throws MapcodeError if there are fewer ends or territories than mapcodes
 */
export function checkMapcodes(mapcodes: MapcodeStrings | MapcodeColumn): void {
  if (areStrings(mapcodes)) return;
  const areTypedArrays =
    isBytes(mapcodes?.bytes) &&
    mapcodes.ends instanceof Uint32Array &&
    (mapcodes.territories === undefined || mapcodes.territories instanceof Int16Array);
  if (!areTypedArrays) {
    throw new TypeError(
      "The mapcodes are neither an array of strings nor texts in bytes with their ends.",
    );
  }
  const { ends, territories, count = ends.length } = mapcodes;
  const max = Math.min(ends.length, territories?.length ?? ends.length);
  checkIndex("number of mapcodes", count, max);
}

// ---- Batches in the caller's arrays

const SELECTIONS: readonly CodeSelection[] = ["shortest", "international", "all"];

/** @throws MapcodeError unless it is one of the selections */
export function checkSelection(codes: CodeSelection): void {
  if (SELECTIONS.includes(codes)) return;
  throw new MapcodeError(
    valueProblem("invalid-option", "option codes", codes, `one of ${SELECTIONS.join(", ")}`),
  );
}

/**
 * Encodes points and appends their codes to a batch until all are encoded or the batch is full. It does not
 * allocate. A point that cannot be encoded gets an error code in `errors` and no codes.
 * @param points degrees: latitude and longitude of each point; a last latitude without longitude is ignored
 * @param from index of the first point to encode, 0 or more
 * @param settings of resolveEncodeBatchOptions
 * @param batch of createCodeBatch; set its `points` and `count` to 0 to start anew
 * @returns index of the first point that was not encoded: the number of points if the batch had room for
 *   all of them, `from` if it had no room for even one
 * @throws MapcodeError if the settings select other codes than shortest, international or all
 * @throws MapcodeError if `from` is not an integer from 0 on, or the batch counts more than it has room for
 * @throws TypeError if points, settings or batch are of other types
 * @example
 * ```ts
 * const points = Float64Array.of(52.376514, 4.908543, -33.8568, 151.2153);
 * const batch = createCodeBatch(1, 1, 0);
 * encodeBatchInto(points, 0, resolveEncodeBatchOptions(), batch); // 1
 * batch.points = batch.count = 0;
 * encodeBatchInto(points, 1, resolveEncodeBatchOptions(), batch); // 2
 * ```
 */
export function encodeBatchInto(
  points: Float64Array,
  from: number,
  settings: ResolvedEncodeBatchOptions,
  batch: CodeBatch,
): number {
  if (!(points instanceof Float64Array))
    throw wrongType("array of points", points, "a Float64Array");
  checkIndex("index of the first point", from, MAX_COUNT);
  if (typeof settings !== "object" || settings === null) {
    throw wrongType("argument for settings", settings, "the result of resolveEncodeBatchOptions");
  }
  checkSelection(settings.codes);
  checkCodeBatch(batch);
  return encodePointsInto(points, from, settings, batch);
}

/**
 * Decodes mapcodes into a batch, from its start, until all are decoded or the batch is full. It allocates
 * nothing for ASCII strings, nor for bytes that the fast scan accepts. A text that cannot be decoded gets NaN
 * and an error code in `errors`.
 * @param texts strings, or texts in bytes with their ends
 * @param from index of the first text to decode, 0 or more
 * @param context as in decodeInto, for texts without a territory of their own
 * @param batch of createPointBatch
 * @returns index of the first text that was not decoded: the number of texts if all of them were
 * @throws MapcodeError if `from` is not an integer from 0 on, or there are fewer ends or territories than
 *   mapcodes
 * @throws TypeError if texts or batch are of other types
 * @example
 * ```ts
 * const batch = createPointBatch(1);
 * decodeBatchInto(["49.4V", "nonsense"], 1, territoryNumber("NLD"), batch); // 2
 * batch.errors[0] === MALFORMED_MAPCODE; // true
 * ```
 */
export function decodeBatchInto(
  texts: MapcodeStrings | MapcodeColumn,
  from: number,
  context: number,
  batch: PointBatch,
): number {
  checkMapcodes(texts);
  checkIndex("index of the first mapcode", from, MAX_COUNT);
  const isBatch = batch?.degrees instanceof Float64Array && batch.errors instanceof Int8Array;
  if (!isBatch) throw wrongType("batch of points", batch, "a batch that createPointBatch made");
  return decodeTextsInto(texts, from, context, batch);
}
