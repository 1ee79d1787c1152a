/** Batches: encodes and decodes many points or mapcodes, in the caller's arrays. Nothing here throws. */
import { foundTerritories } from "../scratch.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import {
  type CodeBatch,
  MALFORMED_MAPCODE,
  MAX_BATCH_BYTES,
  MAX_CODE_CHARS,
  type MapcodeColumn,
  type PointBatch,
  startOf,
} from "./code-arrays.ts";
import {
  foundLength,
  keepShortestLocal,
  MARGIN_BEFORE,
  writeAtEdge,
  writeInPlace,
} from "./code-writing.ts";
import { decodeAt, decodeBytesAt, LAT_DEG, LON_DEG } from "./decode.ts";
import { begin, findWithin } from "./encode.ts";
import { ANY_TERRITORY, addInternationalCode, findLocalCodes, NO_LIMIT } from "./point-codes.ts";

/** Which codes of a point to encode: the shortest local one, if any; the international one; or all. */
export type CodeSelection = "shortest" | "international" | "all";

/** The settings of encodeBatchInto; encodeBatchSettings creates them from options. */
export interface EncodeBatchSettings {
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
  settings: EncodeBatchSettings,
  batch: CodeBatch,
): number {
  const pointCount = points.length >> 1;
  let point = from;
  while (point < pointCount) {
    point = encodeInRoom(points, point, settings, batch);
    if (point === pointCount) break;
    if (!encodeAtEdge(points, point, settings, batch)) break;
    point++;
  }
  return Math.max(from, point);
}

/**
 * Encodes points while the batch has room around their codes. Codes are written where they stay: writing them to a
 * list and copying took 15 to 20 ns more for each.
 * @returns index of the first point that was not encoded
 */
function encodeInRoom(
  points: Float64Array,
  from: number,
  settings: EncodeBatchSettings,
  batch: CodeBatch,
): number {
  const { bytes, codeEnds, ends, errors, territories } = batch;
  const { precision } = settings;
  const byteLimit = Math.min(bytes.length, MAX_BATCH_BYTES);
  const codeLimit = Math.min(ends.length, territories.length);
  const pointRoom = Math.min(codeEnds.length, errors.length) - batch.points;
  const pointEnd = Math.min(points.length >> 1, from + pointRoom);
  let count = batch.count;
  let at = startOf(ends, count);
  if (at < MARGIN_BEFORE) return from;
  let point = from;
  for (; point < pointEnd; point++) {
    const found = findCodes(points, 2 * point, settings);
    if (found > 0) {
      if (count + found > codeLimit || at + found * MAX_CODE_CHARS > byteLimit) break;
      for (let index = 0; index < found; index++) {
        territories[count] = foundTerritories[index];
        at = writeInPlace(bytes, at, index, precision);
        ends[count++] = at;
      }
    }
    errors[batch.points] = found < 0 ? found : 0;
    codeEnds[batch.points++] = count;
  }
  batch.count = count;
  return point;
}

/**
 * Encodes a point whose codes begin or end the bytes of the batch.
 * @returns false, with nothing changed, if the batch has no room
 */
function encodeAtEdge(
  points: Float64Array,
  point: number,
  settings: EncodeBatchSettings,
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
  { codes, country, precision, territory }: EncodeBatchSettings,
): number {
  const error = begin(points, offset, precision);
  if (error !== 0) return error;
  if (codes === "international") return addInternationalCode(0);
  const isCountry = country !== NO_TERRITORY;
  const area = isCountry ? country : territory;
  const found =
    area === NO_TERRITORY
      ? findLocalCodes(ANY_TERRITORY, false, NO_LIMIT)
      : findWithin(area, isCountry, NO_LIMIT);
  if (codes === "shortest") return found > 0 ? keepShortestLocal(found) : found;
  return area === NO_TERRITORY ? addInternationalCode(found) : found;
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
