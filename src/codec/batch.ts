/** Batches: encodes and decodes many points or mapcodes, in the caller's arrays. Nothing here throws. */
import { foundRecords, foundTerritories, POINT_LAT, point } from "../scratch.ts";
import { MAX_PRECISION } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { RECORD_WORDS } from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY } from "../tables/tables.ts";
import {
  type CodeBatch,
  INVALID_COORDINATE,
  MALFORMED_MAPCODE,
  MAX_BATCH_BYTES,
  MAX_CODE_CHARS,
  type MapcodeColumn,
  type PointBatch,
  startOf,
} from "./code-arrays.ts";
import { copyCode, writeAtEdge } from "./code-writing.ts";
import { decodeAt, decodeBytesAt, LAT_DEG, LON_DEG } from "./decode.ts";
import { begin, findFiltered, isFilter, isPrecision } from "./encode.ts";
import { chooseShortest, foundLength, keepFound } from "./found-codes.ts";
import { writeCode } from "./kinds.ts";
import { addInternationalCode } from "./point-codes.ts";
import { setPoint } from "./points.ts";
import { internationalRecord } from "./search.ts";

/** Which codes of a point to encode: the shortest local one, if any; the international one; or all. */
export type CodeSelection = "shortest" | "international" | "all";

/** The settings of encodeBatchInto; resolveEncodeBatchOptions creates them from options. */
export interface ResolvedEncodeBatchOptions {
  /** Which codes of each point to encode. */
  readonly codes: CodeSelection;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  /** Only codes of this territory; NO_TERRITORY for all. Not with a country or international codes. */
  readonly territory: number;
  /** Only codes of this country and its subdivisions; NO_TERRITORY for all. Not with international codes. */
  readonly country: number;
}

/**
 * Encodes points and appends their codes to a batch until all are encoded or the batch is full. It does not
 * allocate.
 * @param points degrees: latitude and longitude of each point; a last latitude without longitude is ignored
 * @param from index of the first point to encode
 * @returns index of the first point that was not encoded: the number of points if the batch had room for
 *   all of them, `from` if it had no room for even one
 */
export function encodeBatchInto(
  points: Float64Array,
  from: number,
  settings: ResolvedEncodeBatchOptions,
  batch: CodeBatch,
): number {
  const pointCount = points.length >> 1;
  const isInternational = settings.codes === "international";
  let next = from;
  while (next < pointCount) {
    next = isInternational
      ? encodeInternationalInRoom(points, next, settings.precision, batch)
      : encodeInRoom(points, next, settings, batch);
    if (next === pointCount) break;
    if (!encodeAtEdge(points, next, settings, batch)) break;
    next++;
  }
  return Math.max(from, next);
}

/**
 * The limit of indices in the two functions below. V8 computes with numbers that may exceed 32 bits as with doubles.
 * What lies beyond it is left to encodeAtEdge.
 */
const MAX_INT32 = 0x7fffffff;

function byteLimitOf({ bytes }: CodeBatch): number {
  return Math.min(bytes.length, MAX_INT32) | 0;
}

function codeLimitOf({ ends, territories }: CodeBatch): number {
  return Math.min(ends.length, territories.length, MAX_INT32) | 0;
}

function pointLimitOf({ codeEnds, errors }: CodeBatch): number {
  return Math.min(codeEnds.length, errors.length, MAX_INT32) | 0;
}

/** How many characters writing a code may overwrite, from its first one on: all of an extension, or none. */
function overwrittenChars(precision: number): number {
  return precision === 0 ? MAX_CODE_CHARS - 1 - MAX_PRECISION : MAX_CODE_CHARS;
}

/** Whether the next code of a batch starts within these limits. */
function isWithinLimits(batch: CodeBatch): boolean {
  return (
    batch.points <= pointLimitOf(batch) &&
    batch.count <= codeLimitOf(batch) &&
    startOf(batch.ends, batch.count) <= byteLimitOf(batch)
  );
}

/**
 * Encodes points while the batch has room for the longest codes. Codes are written where they stay: writing them to
 * a list and copying took 15 to 20 ns more for each. Only a code that is listed again is copied.
 * @returns index of the first point that was not encoded
 */
function encodeInRoom(
  points: Float64Array,
  from: number,
  settings: ResolvedEncodeBatchOptions,
  batch: CodeBatch,
): number {
  if (!isWithinLimits(batch)) return from;
  const { bytes, codeEnds, ends, errors, territories } = batch;
  const { precision } = settings;
  const byteLimit = byteLimitOf(batch);
  const codeLimit = codeLimitOf(batch);
  const pointEnd = Math.min(points.length >> 1, from + pointLimitOf(batch) - batch.points) | 0;
  const codeRoom = overwrittenChars(precision);
  let count = batch.count | 0;
  let at = startOf(ends, count) | 0;
  let index = from;
  for (; index < pointEnd; index++) {
    const found = findCodes(points, 2 * index, settings);
    if (found > 0) {
      if (count + found > codeLimit || at + found * codeRoom > byteLimit) break;
      const first = count;
      for (let code = 0; code < found; code++) {
        const record = foundRecords[code];
        territories[count] = foundTerritories[code];
        if (record < 0) {
          const same = (first + ~record) | 0;
          const start = startOf(ends, same) | 0;
          copyCode(bytes, start, at, codeRoom);
          at = (at + (ends[same] | 0) - start) | 0;
        } else {
          at = writeCode(point, record * RECORD_WORDS, precision, bytes, at) | 0;
        }
        ends[count] = at;
        count = (count + 1) | 0;
      }
    }
    errors[batch.points] = found < 0 ? found : 0;
    codeEnds[batch.points++] = count;
  }
  batch.count = count;
  return index;
}

/**
 * As encodeInRoom, for international codes. Each point has one of them, so that there is nothing to list first and
 * room is checked once: a fifth faster.
 */
function encodeInternationalInRoom(
  points: Float64Array,
  from: number,
  precision: number,
  batch: CodeBatch,
): number {
  if (!isWithinLimits(batch) || !isPrecision(precision)) return from;
  const { bytes, codeEnds, ends, errors, territories } = batch;
  let pointCount = batch.points | 0;
  let count = batch.count | 0;
  let at = startOf(ends, count) | 0;
  const room = Math.min(
    pointLimitOf(batch) - pointCount,
    codeLimitOf(batch) - count,
    Math.floor((byteLimitOf(batch) - at) / overwrittenChars(precision)),
  );
  const pointEnd = Math.min(points.length >> 1, from + room) | 0;
  let index = from;
  for (; index < pointEnd; index++) {
    const isPoint = setPoint(point, points, 2 * index);
    if (isPoint) {
      const record = internationalRecord(point[POINT_LAT]);
      territories[count] = INTERNATIONAL_TERRITORY;
      at = writeCode(point, record * RECORD_WORDS, precision, bytes, at) | 0;
      ends[count] = at;
      count = (count + 1) | 0;
    }
    errors[pointCount] = isPoint ? 0 : INVALID_COORDINATE;
    codeEnds[pointCount] = count;
    pointCount = (pointCount + 1) | 0;
  }
  batch.points = pointCount;
  batch.count = count;
  return index;
}

/**
 * Encodes a point whose codes end the bytes of the batch, or lie beyond MAX_INT32.
 * @returns false, with nothing changed, if the batch has no room
 */
function encodeAtEdge(
  points: Float64Array,
  point: number,
  settings: ResolvedEncodeBatchOptions,
  batch: CodeBatch,
): boolean {
  const { bytes, codeEnds, ends, errors, territories } = batch;
  const { precision } = settings;
  const found = findCodes(points, 2 * point, settings);
  let at = startOf(ends, batch.count);
  let byteEnd = at;
  for (let index = 0; index < found; index++) byteEnd += foundLength(index, precision);
  const hasRoom =
    batch.points < Math.min(codeEnds.length, errors.length) &&
    batch.count + found <= Math.min(ends.length, territories.length) &&
    byteEnd <= Math.min(bytes.length, MAX_BATCH_BYTES);
  if (!hasRoom) return false;
  for (let index = 0; index < found; index++) {
    territories[batch.count] = foundTerritories[index];
    at = writeAtEdge(bytes, at, index, precision);
    ends[batch.count++] = at;
  }
  errors[batch.points] = Math.min(found, 0);
  codeEnds[batch.points++] = batch.count;
  return true;
}

/** Finds the codes of a point that the settings select. @returns how many they are, or an error code */
function findCodes(
  points: Float64Array,
  offset: number,
  settings: ResolvedEncodeBatchOptions,
): number {
  const { codes, precision } = settings;
  const error = begin(points, offset, precision);
  if (error !== 0) return error;
  if (codes === "international") return addInternationalCode(0);
  const found = findFiltered(settings);
  if (codes === "shortest") return found > 0 ? keepFound(chooseShortest(found)) : found;
  return isFilter(settings) ? found : addInternationalCode(found);
}

/** Mapcodes as strings. Anything else is malformed. */
export type MapcodeStrings = readonly (string | null | undefined)[];

/** Whether mapcodes are strings. Array.isArray alone does not narrow the type of a readonly array. */
export function areStrings(texts: MapcodeStrings | MapcodeColumn): texts is MapcodeStrings {
  return Array.isArray(texts);
}

/**
 * Decodes mapcodes into a batch, from its start, until all are decoded or the batch is full. It allocates
 * nothing for ASCII strings, nor for bytes that the fast scan accepts.
 * @param from index of the first text to decode
 * @param context as in decodeInto, for texts without a territory of their own
 * @returns index of the first text that was not decoded: the number of texts if all of them were
 */
export function decodeBatchInto(
  texts: MapcodeStrings | MapcodeColumn,
  from: number,
  context: number,
  batch: PointBatch,
): number {
  const isStrings = areStrings(texts);
  const count = isStrings ? texts.length : countOf(texts);
  const room = Math.min(batch.errors.length, batch.degrees.length >> 1);
  const end = Math.max(from, Math.min(count, from + room));
  for (let index = from; index < end; index++) {
    const offset = 2 * (index - from);
    const error = isStrings
      ? decodeString(texts[index], context, batch.degrees, offset)
      : decodeColumn(texts, index, context, batch.degrees, offset);
    batch.errors[index - from] = error;
    if (error === 0) continue;
    batch.degrees[offset + LAT_DEG] = Number.NaN;
    batch.degrees[offset + LON_DEG] = Number.NaN;
  }
  return end;
}

/** The number of texts of a column. */
export function countOf({ count, ends }: MapcodeColumn): number {
  return Math.min(count ?? ends.length, ends.length);
}

function decodeString(
  text: string | null | undefined,
  context: number,
  degrees: Float64Array,
  offset: number,
): number {
  return typeof text === "string" ? decodeAt(text, context, degrees, offset) : MALFORMED_MAPCODE;
}

function decodeColumn(
  { bytes, ends, territories }: MapcodeColumn,
  index: number,
  context: number,
  degrees: Float64Array,
  offset: number,
): number {
  const territory = territories?.[index] ?? NO_TERRITORY;
  const textContext = territory === NO_TERRITORY ? context : territory;
  return decodeBytesAt(bytes, startOf(ends, index), ends[index], textContext, degrees, offset);
}
