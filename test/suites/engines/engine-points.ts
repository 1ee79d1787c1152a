/** The rows that engines convert: all vectors, and a million points all over the Earth. */

import type { Coordinate, EncodeOptions } from "../../../src/index.ts";
import { isInRange } from "../../../src/library/options.ts";
import "../../../src/loaders/disk.ts";
import "../../../src/loaders/disk-borders.ts";
import { localMapcode } from "../../support/local-codes.ts";
import { readVectors } from "../../support/vectors.ts";

/** How the vectors write that a mapcode has no context. */
const NO_CONTEXT = "-";

/** The points of all vectors of encoding that are in range: others have no mapcodes in rows. */
export function vectorPoints(): readonly Coordinate[] {
  const points = readVectors("encode.tsv").map(({ lat, lon }) => {
    return { latDeg: Number(lat), lonDeg: Number(lon) };
  });
  return points.filter(({ latDeg, lonDeg }) => isInRange(latDeg, lonDeg));
}

/** The mapcodes and contexts of all vectors of decoding, with those that are no places. */
export function vectorCodes(): readonly { readonly code: string; readonly context: string }[] {
  return [...readVectors("decode.tsv"), ...readVectors("decode-errors.tsv")].map((row) => {
    return { code: row.mapcode, context: row.context === NO_CONTEXT ? "" : row.context };
  });
}

export const MANY = 1_000_000;

/** Points all over the Earth with six decimals; the same in each run. */
export function manyPoints(): readonly Coordinate[] {
  // A generator of pseudo-random numbers: Lehmer's, with the multiplier of Park and Miller.
  let state = 20_261_122;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: MANY }, () => ({
    latDeg: Math.round((Math.asin(2 * next() - 1) * 180e6) / Math.PI) / 1e6,
    lonDeg: Math.round((next() * 360 - 180) * 1e6) / 1e6,
  }));
}

/** The local mapcode by borders as text; `nullText` where no territory has one. */
export function localText(
  { latDeg, lonDeg }: Coordinate,
  nullText: string,
  options: EncodeOptions = {},
): string {
  const local = localMapcode("borders", latDeg, lonDeg, options);
  return local === undefined ? nullText : `${local}`;
}

/** Points as lines of two fields. */
export function tabSeparated(points: readonly Coordinate[]): string {
  return points.map(({ latDeg, lonDeg }) => `${latDeg}\t${lonDeg}\n`).join("");
}
