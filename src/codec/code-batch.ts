/** Mapcodes and points by the million, in typed arrays: what batches are read from and written to. */
import { asciiText } from "../digits/digits.ts";
import { MAX_PREFIX, MAX_SUFFIX } from "../tables/layout/codes.ts";
import type { CodeList } from "./code-list.ts";

/**
 * Texts one behind the other, in UTF-8: each stands in `bytes` from where the one before it ends up
 * to its own of the `ends` (excluded).
 */
export interface MapcodeColumn {
  /** How many of the ends count; all of them unless given. */
  readonly count?: number;
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
  /** The number of the territory of each that has none in its text, or NO_TERRITORY. */
  readonly territories?: Int16Array;
}

/** The codes of points, without their territories in the texts, which are ASCII. */
export interface CodeBatch extends MapcodeColumn {
  /** How many points were encoded, and how many codes these have. Set to 0, they free the arrays. */
  points: number;
  count: number;
  /** For each point, 0 or why it has no codes: INVALID_COORDINATE. */
  readonly errors: Int8Array;
  /** For each point, the index behind its last code; its first is where those of the one before end. */
  readonly codeEnds: Uint32Array;
  /** Number of the territory of each code. */
  readonly territories: Int16Array;
}

/** The points of mapcodes. */
export interface PointBatch {
  /** Latitude and longitude of each text; NaN where there is no answer. */
  readonly degrees: Float64Array;
  /** For each text, 0 or why it has no point: MALFORMED_MAPCODE, UNKNOWN_MAPCODE, INVALID_TERRITORY. */
  readonly errors: Int8Array;
}

/** As many bytes as the numbers of `ends` can tell apart. */
const MAX_BYTES = 2 ** 32 - 1;

/** The most characters that a code can have at a precision. */
function maxChars(precision: number): number {
  return MAX_PREFIX + 1 + MAX_SUFFIX + (precision > 0 ? 1 + precision : 0);
}

/**
 * Arrays with room for so many points and codes of a precision, all of them of the greatest length.
 * @throws RangeError when the texts of so many codes may take more than 4 GB
 */
export function createCodeBatch(points: number, codes: number, precision: number): CodeBatch {
  const bytes = codes * maxChars(precision);
  if (bytes > MAX_BYTES) {
    throw new RangeError(`The texts of ${codes} codes may take more than ${MAX_BYTES} bytes.`);
  }
  return {
    points: 0,
    count: 0,
    errors: new Int8Array(points),
    codeEnds: new Uint32Array(points),
    territories: new Int16Array(codes),
    ends: new Uint32Array(codes),
    bytes: new Uint8Array(bytes),
  };
}

/** Arrays with room for so many points. */
export function createPointBatch(points: number): PointBatch {
  return { degrees: new Float64Array(2 * points), errors: new Int8Array(points) };
}

/** Where a text begins. */
export function startAt(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : ends[index - 1];
}

/** A code of a batch as text, without its territory. */
export function codeTextOfBatch({ bytes, ends }: CodeBatch, index: number): string {
  return asciiText(bytes, startAt(ends, index), ends[index]);
}

/** @returns whether there is room for a point with the codes of a list from `first` to `end` */
export function hasRoom(batch: CodeBatch, list: CodeList, first: number, end: number): boolean {
  const { count, points, bytes, codeEnds, ends, errors, territories } = batch;
  let needed = startAt(ends, count);
  for (let index = first; index < end; index++) {
    needed += list.ends[index] - list.starts[index];
  }
  return (
    points < Math.min(codeEnds.length, errors.length) &&
    count + end - first <= Math.min(ends.length, territories.length) &&
    needed <= Math.min(bytes.length, MAX_BYTES)
  );
}

/** Adds a point with the codes of a list from `first` to `end`; there has to be room. */
export function addPoint(
  batch: CodeBatch,
  list: CodeList,
  first: number,
  end: number,
  refusal: number,
): void {
  const { bytes, ends, territories } = batch;
  const { chars } = list;
  let at = startAt(ends, batch.count);
  for (let index = first; index < end; index++) {
    const to = list.ends[index];
    // There are few: a loop is faster than `set` with a view.
    for (let from = list.starts[index]; from < to; from++) {
      bytes[at++] = chars[from];
    }
    territories[batch.count] = list.territories[index];
    ends[batch.count++] = at;
  }
  batch.errors[batch.points] = refusal;
  batch.codeEnds[batch.points++] = batch.count;
}
