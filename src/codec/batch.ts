/** Batches: encodes and decodes many points or mapcodes, in the caller's arrays. Nothing here throws. */
import { NO_TERRITORY } from "../tables/layout/names.ts";
import {
  addPoint,
  type CodeBatch,
  createCodeList,
  hasRoom,
  indexOfShortestLocal,
  MALFORMED_MAPCODE,
  type MapcodeColumn,
  NO_CODE,
  type PointBatch,
  startOf,
} from "./code-arrays.ts";
import { decodeAt, decodeBytesAt, LAT_DEG, LON_DEG } from "./decode.ts";
import { encodeAt, encodeInternationalAt, encodeWithinAt } from "./encode.ts";
import { NO_LIMIT } from "./point-codes.ts";

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

/** The codes of the current point of encodeBatchInto. */
const list = createCodeList();

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
  for (let point = from; point < pointCount; point++) {
    const count = encodePoint(points, 2 * point, settings);
    const isShortest = settings.codes === "shortest";
    const chosen = isShortest ? indexOfShortestLocal(list) : 0;
    const first = Math.max(chosen, 0);
    const end = chosen === NO_CODE ? first : isShortest ? first + 1 : list.count;
    if (!hasRoom(batch, list, first, end)) return point;
    addPoint(batch, list, first, end, Math.min(count, 0));
  }
  return Math.max(from, pointCount);
}

function encodePoint(
  points: Float64Array,
  offset: number,
  { codes, country, precision, territory }: EncodeBatchSettings,
): number {
  if (codes === "international") return encodeInternationalAt(points, offset, precision, list);
  const isCountry = country !== NO_TERRITORY;
  const area = isCountry ? country : territory;
  if (area === NO_TERRITORY) return encodeAt(points, offset, precision, list);
  return encodeWithinAt(points, offset, precision, area, isCountry, NO_LIMIT, list);
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
