/** Points of the test vectors all over the world. */
import type { Coordinate } from "../../src/index.ts";
import { readVectors } from "../support/vectors.ts";

export const codePoints: readonly Coordinate[] = readVectors("encode.tsv")
  .filter((_, index) => index % 40 === 0)
  .map(({ lat, lon }) => ({ latDeg: Number(lat), lonDeg: Number(lon) }))
  .filter(({ latDeg, lonDeg }) => Math.abs(latDeg) <= 90 && Math.abs(lonDeg) <= 180);
