/** Points to mapcodes and back by the million; built on the functions that fill arrays. */
import {
  type CodeSelection,
  countOf,
  decodeBatchInto,
  type EncodeBatchSettings,
  encodeBatchInto,
  type MapcodeStrings,
} from "../codec/batch.ts";
import {
  type CodeBatch,
  codeTextOfBatch,
  createCodeBatch,
  createPointBatch,
  type MapcodeColumn,
  type PointBatch,
  startAt,
} from "../codec/code-batch.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { MAX_CODES } from "../tables/layout/spatial-index.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
import { checkArea, checkPrecision } from "./arguments.ts";
import { ContradictoryOptionsError, InvalidOptionError } from "./errors.ts";
import { contextNumber, type DecodeOptions, type EncodeOptions, type Mapcode } from "./mapcodes.ts";
import { countryNumber, territoryNumber } from "./territories.ts";

export interface EncodeBatchOptions extends EncodeOptions {
  /** `shortest`: the shortest local code of a point, if it has one. The default. */
  readonly codes?: CodeSelection | undefined;
}

const WHICH: readonly CodeSelection[] = ["shortest", "international", "all"];

/** Points have more in places; then the arrays grow. */
const USUAL_CODES = 6;

/**
 * Options in the engine's numbers, for encodeBatchInto.
 * @throws InvalidOptionError for other `codes`
 * @throws PrecisionOutOfRangeError unless the precision is an integer from 0 to 8
 * @throws UnknownTerritoryError for a territory or country that does not exist
 * @throws ContradictoryOptionsError for a territory with a country, or either with international codes
 */
export function encodeBatchSettings(options: EncodeBatchOptions = {}): EncodeBatchSettings {
  const { codes = "shortest", precision = 0, territory, country } = options;
  if (!WHICH.includes(codes)) {
    throw new InvalidOptionError("option codes", codes, `one of ${WHICH.join(", ")}`);
  }
  checkPrecision(precision);
  checkArea(territory, country);
  if (codes === "international") {
    if (territory !== undefined) throw new ContradictoryOptionsError({ codes, territory });
    if (country !== undefined) throw new ContradictoryOptionsError({ codes, country });
  }
  return {
    codes,
    precision,
    territory: territory === undefined ? NO_TERRITORY : territoryNumber(territory),
    country: country === undefined ? NO_TERRITORY : countryNumber(country),
  };
}

/** The batch in other arrays, which have room for it. */
function moved(batch: CodeBatch, room: CodeBatch): CodeBatch {
  const { points, count } = batch;
  room.errors.set(batch.errors.subarray(0, points));
  room.codeEnds.set(batch.codeEnds.subarray(0, points));
  room.territories.set(batch.territories.subarray(0, count));
  room.ends.set(batch.ends.subarray(0, count));
  room.bytes.set(batch.bytes.subarray(0, startAt(batch.ends, count)));
  return Object.assign(room, { points, count });
}

/** The batch in arrays of its own size, as what is left over may be half of all. */
function trimmed(batch: CodeBatch): CodeBatch {
  const { count, bytes, ends, territories } = batch;
  return {
    ...batch,
    territories: territories.slice(0, count),
    ends: ends.slice(0, count),
    bytes: bytes.slice(0, startAt(ends, count)),
  };
}

/**
 * The mapcodes of points, in arrays that have nothing left over; mapcodesOfPoint gives those of one point.
 * A point that is refused has none, and a number in `errors`; the others have theirs.
 * @param points degrees: a latitude, its longitude, the next latitude
 * @throws as encodeBatchSettings; TypeError for other arrays, RangeError for a latitude without longitude
 *   and for texts that may take more than 4 GB
 */
export function encodeBatch(points: Float64Array, options: EncodeBatchOptions = {}): CodeBatch {
  const request = encodeBatchSettings(options);
  if (!(points instanceof Float64Array)) {
    throw new TypeError("The points are not a Float64Array of latitudes and longitudes.");
  }
  if (points.length % 2 !== 0) {
    const message = `The ${points.length} numbers are not a latitude and a longitude for each point.`;
    throw new RangeError(message);
  }
  const count = points.length / 2;
  const { codes, precision } = request;
  let room = codes === "all" ? USUAL_CODES * count + MAX_CODES : count;
  let batch = createCodeBatch(count, room, precision);
  for (;;) {
    const next = encodeBatchInto(points, batch.points, request, batch);
    if (next === count) return trimmed(batch);
    room *= 2;
    batch = moved(batch, createCodeBatch(count, room, precision));
  }
}

/**
 * The mapcodes of one point of a batch, as encode() gives them.
 * @param point its number, from 0
 * @throws RangeError when the batch has no such point
 */
export function mapcodesOfPoint(batch: CodeBatch, point: number): Mapcode[] {
  if (!Number.isInteger(point) || point < 0 || point >= batch.points) {
    throw new RangeError(`The point ${point} is not one of the ${batch.points} of the batch.`);
  }
  const mapcodes: Mapcode[] = [];
  const end = batch.codeEnds[point];
  for (let index = startAt(batch.codeEnds, point); index < end; index++) {
    const territory = alphaCodeOf(batch.territories[index]);
    mapcodes.push({ territory, code: codeTextOfBatch(batch, index) });
  }
  return mapcodes;
}

function checkTexts({ bytes, ends, territories, count = ends?.length }: MapcodeColumn): void {
  const isOfArrays =
    bytes instanceof Uint8Array &&
    ends instanceof Uint32Array &&
    (territories === undefined || territories instanceof Int16Array);
  if (!isOfArrays) {
    throw new TypeError(
      "The mapcodes are neither an array of strings nor texts in bytes with their ends.",
    );
  }
  if (count > ends.length || (territories?.length ?? count) < count) {
    throw new RangeError(`There are fewer ends or territories than the ${count} mapcodes.`);
  }
}

/**
 * The points of mapcodes. One that is refused gets NaN, and a number in `errors`; the others get
 * their points.
 * @param texts strings; or bytes with ends, as of a CodeBatch, whose codes are of its territories
 * @throws UnknownTerritoryError for a bad context; TypeError and RangeError for other arrays
 */
export function decodeBatch(
  texts: MapcodeStrings | MapcodeColumn,
  options: DecodeOptions = {},
): PointBatch {
  const context = contextNumber(options);
  const isStrings = Array.isArray(texts);
  if (!isStrings) checkTexts(texts as MapcodeColumn);
  const count = isStrings ? texts.length : countOf(texts as MapcodeColumn);
  const batch = createPointBatch(count);
  decodeBatchInto(texts, 0, context, batch);
  return batch;
}
