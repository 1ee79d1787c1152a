/** Encoding and decoding by the million, into the caller's arrays: no exceptions. */
import { NO_TERRITORY } from "../tables/layout/names.ts";
import {
  addPoint,
  type CodeBatch,
  hasRoom,
  type MapcodeColumn,
  type PointBatch,
  startAt,
} from "./code-batch.ts";
import { createCodeList } from "./code-list.ts";
import { decodeAt, decodeBytesAt, LAT_DEG, LON_DEG } from "./decode.ts";
import { encodeAt, encodeInternationalAt, encodeWithinAt, NO_LIMIT } from "./encode.ts";
import { MALFORMED_MAPCODE } from "./error-codes.ts";
import { indexOfShortestLocal, NO_CODE } from "./shortest.ts";

/** Which codes of a point: the shortest local one, if there is one; the international; or all. */
export type CodeSelection = "shortest" | "international" | "all";

/** What to encode, in the engine's numbers. */
export interface EncodeBatchSettings {
  readonly codes: CodeSelection;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  /** Numbers of a territory or a country to keep to, or NO_TERRITORY; not for international codes. */
  readonly territory: number;
  readonly country: number;
}

const list = createCodeList();

/**
 * Encodes points as long as there is room in the batch for their codes, behind those it holds. It
 * does not allocate.
 * @param points degrees: a latitude, its longitude, the next latitude; a last one alone is not read
 * @param from number of the first point to encode
 * @returns number of the first point that was not encoded: as many as there are when there was room
 *   for all, `from` when there was none for even one
 */
export function encodeBatchInto(
  points: Float64Array,
  from: number,
  request: EncodeBatchSettings,
  batch: CodeBatch,
): number {
  const end = points.length >> 1;
  for (let point = from; point < end; point++) {
    const count = encodePoint(points, 2 * point, request);
    const isOne = request.codes === "shortest";
    const chosen = isOne ? indexOfShortestLocal(list) : 0;
    const first = Math.max(chosen, 0);
    const behind = chosen === NO_CODE ? first : isOne ? first + 1 : list.count;
    if (!hasRoom(batch, list, first, behind)) return point;
    addPoint(batch, list, first, behind, Math.min(count, 0));
  }
  return Math.max(from, end);
}

function encodePoint(
  points: Float64Array,
  place: number,
  { codes, country, precision, territory }: EncodeBatchSettings,
): number {
  if (codes === "international") return encodeInternationalAt(points, place, precision, list);
  const isCountry = country !== NO_TERRITORY;
  const area = isCountry ? country : territory;
  if (area === NO_TERRITORY) return encodeAt(points, place, precision, list);
  return encodeWithinAt(points, place, precision, area, isCountry, NO_LIMIT, list);
}

/** Texts as strings; what is no string is malformed. */
export type MapcodeStrings = readonly (string | null | undefined)[];

/**
 * Decodes texts as long as there is room in the batch, from its first place on. It allocates nothing for
 * strings, and nothing for bytes of the usual form.
 * @param from number of the first text to decode
 * @param context as for decodeInto, for texts without territory of their own
 * @returns number of the first text that was not decoded: as many as there are when there was room
 */
export function decodeBatchInto(
  texts: MapcodeStrings | MapcodeColumn,
  from: number,
  context: number,
  batch: PointBatch,
): number {
  const isStrings = Array.isArray(texts);
  const count = isStrings ? texts.length : countOf(texts as MapcodeColumn);
  const room = Math.min(batch.errors.length, batch.degrees.length >> 1);
  const end = Math.max(from, Math.min(count, from + room));
  for (let index = from; index < end; index++) {
    const place = 2 * (index - from);
    const refusal = isStrings
      ? decodeString(texts[index], context, batch.degrees, place)
      : decodeColumn(texts as MapcodeColumn, index, context, batch.degrees, place);
    batch.errors[index - from] = refusal;
    if (refusal === 0) continue;
    batch.degrees[place + LAT_DEG] = Number.NaN;
    batch.degrees[place + LON_DEG] = Number.NaN;
  }
  return end;
}

export function countOf({ count, ends }: MapcodeColumn): number {
  return Math.min(count ?? ends.length, ends.length);
}

function decodeString(
  text: string | null | undefined,
  context: number,
  degrees: Float64Array,
  place: number,
): number {
  return typeof text === "string" ? decodeAt(text, context, degrees, place) : MALFORMED_MAPCODE;
}

function decodeColumn(
  { bytes, ends, territories }: MapcodeColumn,
  index: number,
  context: number,
  degrees: Float64Array,
  place: number,
): number {
  const own = territories?.[index] ?? NO_TERRITORY;
  const near = own === NO_TERRITORY ? context : own;
  return decodeBytesAt(bytes, startAt(ends, index), ends[index], near, degrees, place);
}
