/** Whether a point costs the same however many there are. */
import { createCodeList, encodeInto } from "./engine.ts";
import { cityPoints } from "./point-sets.ts";

export interface GrowthMeasurement {
  readonly points: number;
  readonly nsPerPoint: number;
}

/** Points of one making; larger sizes are made of as many different ones as they need. */
const CHUNK = 100_000;

/** Beyond those of the point sets. */
const FIRST_SEED = 1_000;

const list = createCodeList();

/** Encodes points that were never seen before, as a file of them would be; @returns nanoseconds. */
function timeChunk(points: Float64Array): number {
  const beganMs = performance.now();
  for (let at = 0; at < points.length; at += 2) {
    encodeInto(points[at], points[at + 1], 0, list);
  }
  return (performance.now() - beganMs) * 1e6;
}

/** @param sizes ascending numbers of points around cities */
export function measureGrowth(sizes: readonly number[]): GrowthMeasurement[] {
  // The first run is the compiler's.
  timeChunk(cityPoints(CHUNK, FIRST_SEED - 1));
  return sizes.map((points) => {
    let nanoseconds = 0;
    for (let done = 0; done < points; done += CHUNK) {
      nanoseconds += timeChunk(cityPoints(Math.min(CHUNK, points - done), FIRST_SEED + done));
    }
    return { points, nsPerPoint: nanoseconds / points };
  });
}
