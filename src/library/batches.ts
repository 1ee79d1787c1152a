/**
 * Conversions of many points or mapcodes at once, in typed arrays that worker threads can pass on.
 * They are built on encodeBatchInto and decodeBatchInto.
 */
import {
  areStrings,
  type CodeSelection,
  countOf,
  decodeBatchInto,
  encodeBatchInto,
  type ResolvedEncodeBatchOptions,
} from "../codec/batch.ts";
import { type CodeBatch, type PointBatch, startOf } from "../codec/code-arrays.ts";
import { MAX_CODES } from "../tables/layout/grid.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import {
  checkArea,
  checkIndex,
  checkOptions,
  checkPrecision,
  NO_OPTIONS,
  type OptionRules,
} from "./arguments.ts";
import {
  checkCodeBatch,
  checkMapcodes,
  checkSelection,
  codeTextOfBatch,
  createCodeBatch,
  createPointBatch,
} from "./arrays.ts";
import { contextNumber, type DecodeOptions } from "./decoding.ts";
import type { EncodeOptions } from "./encoding.ts";
import { contradiction, MapcodeError } from "./errors.ts";
import { createMapcode } from "./mapcode.ts";
import { territoryFilter } from "./point-codes.ts";
import {
  degreesOfPoints,
  type MapcodesInput,
  type PointsInput,
  textsOfMapcodes,
} from "./point-inputs.ts";
import type { Mapcode } from "./results.ts";

/** Options of encodeBatch. */
export interface EncodeBatchOptions extends Omit<EncodeOptions, "names" | "strictRange"> {
  /**
   * The codes of each point: its shortest local code if it has one (`shortest`, the default), its
   * international code, or all of its codes.
   */
  readonly codes?: CodeSelection | undefined;
}

const BATCH_OPTIONS: OptionRules = {
  names: ["codes", "precision", "territory", "country"],
  example: '{ codes: "all" }',
};

/** Room for codes per point. The arrays grow if points have more. */
const COMMON_CODES = 6;

/**
 * Translates the options of encodeBatch into the numbers that encodeBatchInto takes.
 * @param options precision, codes, and the territory or country to keep to
 * @throws MapcodeError if `codes` is not shortest, international or all, or an option is unknown
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if the territory or country does not exist
 * @throws MapcodeError if both territory and country are given, or one of them together
 *   with international codes
 * @throws TypeError if the options are not an object, or the territory or country is not a string
 * @example
 * ```ts
 * const settings = resolveEncodeBatchOptions({ codes: "all", country: "nl" });
 * settings.country === territoryNumber("NLD"); // true
 * settings.territory === NO_TERRITORY; // true
 * ```
 */
export function resolveEncodeBatchOptions(
  options: EncodeBatchOptions = NO_OPTIONS,
): ResolvedEncodeBatchOptions {
  const {
    codes = "shortest",
    precision = 0,
    territory,
    country,
  } = checkOptions(options, BATCH_OPTIONS);
  checkSelection(codes);
  checkPrecision(precision);
  checkArea(territory, country);
  if (codes === "international") {
    if (territory !== undefined) throw new MapcodeError(contradiction({ codes, territory }));
    if (country !== undefined) throw new MapcodeError(contradiction({ codes, country }));
  }
  const filter = territoryFilter({ territory, country });
  return { codes, precision, territory: filter.territory, country: filter.country };
}

/** Copies a batch into larger arrays. */
function copyInto(batch: CodeBatch, target: CodeBatch): CodeBatch {
  const { points, count } = batch;
  target.errors.set(batch.errors.subarray(0, points));
  target.codeEnds.set(batch.codeEnds.subarray(0, points));
  target.territories.set(batch.territories.subarray(0, count));
  target.ends.set(batch.ends.subarray(0, count));
  target.bytes.set(batch.bytes.subarray(0, startOf(batch.ends, count)));
  return Object.assign(target, { points, count });
}

/** Copies a batch into arrays of its size, because up to half of the arrays may be unused. */
function trimmed(batch: CodeBatch): CodeBatch {
  const { count, bytes, ends, territories } = batch;
  return {
    ...batch,
    territories: territories.slice(0, count),
    ends: ends.slice(0, count),
    bytes: bytes.slice(0, startOf(ends, count)),
  };
}

/**
 * The mapcodes of many points. A point that cannot be encoded gets no codes and an error code in
 * `errors`; the other points are not affected. Read the result with mapcodesOfPoint, or directly.
 * @param points in degrees: latitude and longitude of each point in turn in a Float64Array, which is the fastest,
 *   a Float32Array (which holds degrees to about a meter) or an array; or objects with `lat` and `lon` or `lng`,
 *   `latitude` and `longitude`, `latDeg` and `lonDeg`, or GeoJSON points. Pairs in arrays are a TypeError, as their
 *   order is not known.
 * @param options codes, precision, and the territory or country to keep to
 * @returns arrays without unused room
 * @throws MapcodeError if `codes` is not shortest, international or all, or an option is unknown
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if the territory or country does not exist
 * @throws MapcodeError if both territory and country are given, or one of them together
 *   with international codes
 * @throws TypeError if the points are in none of these forms, or the options are not an object
 * @throws MapcodeError if the last latitude has no longitude, or the codes may take more than 4 GB
 * @example
 * ```ts
 * const batch = encodeBatch(Float64Array.of(52.376514, 4.908543, NaN, 0));
 * batch.count; // 1
 * mapcodesOfPoint(batch, 0); // [{ territory: "NLD", code: "49.4V" }]
 * batch.errors[1] === INVALID_COORDINATE; // true
 * encodeBatch([{ lat: 52.376514, lon: 4.908543 }]).count; // 1
 * ```
 */
export function encodeBatch(
  points: PointsInput,
  options: EncodeBatchOptions = NO_OPTIONS,
): CodeBatch {
  const settings = resolveEncodeBatchOptions(options);
  const degrees = degreesOfPoints(points);
  const count = degrees.length / 2;
  const { codes, precision } = settings;
  let room = codes === "all" ? COMMON_CODES * count + MAX_CODES : count;
  let batch = createCodeBatch(count, room, precision);
  for (;;) {
    const next = encodeBatchInto(degrees, batch.points, settings, batch);
    if (next === count) return trimmed(batch);
    room *= 2;
    batch = copyInto(batch, createCodeBatch(count, room, precision));
  }
}

/**
 * The mapcodes of one point of a batch, as encode gives them.
 * @param batch the result of encodeBatch, or arrays filled by encodeBatchInto
 * @param point index of the point, from 0
 * @returns an empty list if the point has no codes or could not be encoded
 * @throws MapcodeError if the batch has no such point
 * @throws TypeError if the batch is not one of createCodeBatch
 * @example
 * ```ts
 * const batch = encodeBatch(Float64Array.of(52.376514, 4.908543), { codes: "all" });
 * mapcodesOfPoint(batch, 0).length; // 5
 * ```
 */
export function mapcodesOfPoint(batch: CodeBatch, point: number): Mapcode[] {
  checkCodeBatch(batch);
  checkIndex("point", point, batch.points - 1);
  const mapcodes: Mapcode[] = [];
  const end = batch.codeEnds[point];
  for (let index = startOf(batch.codeEnds, point); index < end; index++) {
    const territory = alphaCodeOf(batch.territories[index]);
    mapcodes.push(createMapcode(territory, codeTextOfBatch(batch, index)));
  }
  return mapcodes;
}

/**
 * The points of many mapcodes. A mapcode that cannot be decoded gets NaN and an error code in
 * `errors`; the others are not affected.
 * @param mapcodes strings, objects with territory and code, or texts in bytes with their ends; a CodeBatch is
 *   read with its territories
 * @param options the territory of codes that come without one
 * @throws MapcodeError if the context does not exist
 * @throws TypeError if the mapcodes are neither an array nor typed arrays of the right types, or the options
 *   are not an object
 * @throws MapcodeError if there are fewer ends or territories than mapcodes
 * @throws MapcodeError if an option is unknown
 * @example
 * ```ts
 * const batch = decodeBatch(["NLD 49.4V", "nonsense"]);
 * batch.degrees; // Float64Array.of(52.37651400000124, 4.908543375, NaN, NaN)
 * batch.errors[1] === MALFORMED_MAPCODE; // true
 * decodeBatch(encode(52.376514, 4.908543)).degrees.length; // 10
 * ```
 */
export function decodeBatch(
  mapcodes: MapcodesInput,
  options: DecodeOptions = NO_OPTIONS,
): PointBatch {
  const context = contextNumber(options);
  const texts = textsOfMapcodes(mapcodes);
  checkMapcodes(texts);
  const count = areStrings(texts) ? texts.length : countOf(texts);
  const batch = createPointBatch(count);
  decodeBatchInto(texts, 0, context, batch);
  return batch;
}
