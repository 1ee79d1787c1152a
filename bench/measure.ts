/** Times the cases on a set of points, by the `benchmark` package. */
import Benchmark from "benchmark";
import {
  type ByteTexts,
  byteTexts,
  decodeBytes,
  decodeTexts,
  decodeToObjects,
  encodeAll,
  encodeInternational,
  encodeToObjects,
  maxCodes,
  textsToDecode,
} from "./cases.ts";
import { decodeBytesInto } from "./engine.ts";
import type { PointSet } from "./point-sets.ts";
import { median } from "./statistics.ts";

export interface Measurement {
  readonly set: string;
  readonly case: string;
  /** One per point, or per text where texts are decoded. */
  readonly points: number;
  readonly codes: number;
  /** Medians of the samples. */
  readonly nsPerPoint: number;
  readonly nsPerCode: number;
  /** Half of the 95% confidence interval, in percent of the mean. */
  readonly marginPercent: number;
  /** How many samples there were, and seconds they took for one run over the set. */
  readonly samples: number;
  readonly meanSeconds: number;
  readonly deviationSeconds: number;
  readonly fastestSeconds: number;
  /** What the reference tool took per point just before and just after, on average. */
  readonly toolNsPerPoint: number | undefined;
}

export interface SetStatistics {
  readonly set: string;
  readonly meaning: string;
  readonly points: number;
  readonly codesPerPoint: number;
  readonly maxCodes: number;
}

export interface Timing {
  /** Seconds a sample lasts at least, and seconds of samples per case. */
  readonly minTime: number;
  readonly maxTime: number;
}

interface Case {
  readonly name: string;
  readonly codes: number;
  readonly run: () => number;
}

const WARM_UP_ROUNDS = 5;

/** What all loops answered, summed; see cases.ts. */
let sink = 0;

export function answeredSum(): number {
  return sink;
}

function casesOf(points: Float64Array, codes: number): Case[] {
  const size = points.length / 2;
  const texts = textsToDecode(points);
  const bytes = byteTexts(texts);
  return [
    { name: "encodeInto, precision 0", codes, run: () => encodeAll(points, 0) },
    { name: "encodeInto, precision 8", codes, run: () => encodeAll(points, 8) },
    {
      name: "encodeInternationalInto, precision 0",
      codes: size,
      run: () => encodeInternational(points, 0),
    },
    { name: "encode, precision 0", codes, run: () => encodeToObjects(points) },
    { name: "decodeInto, with territory", codes: size, run: () => decodeTexts(texts) },
    ...bytesCase(bytes),
    { name: "decode, with territory", codes: size, run: () => decodeToObjects(texts) },
  ];
}

/** Not of engines of earlier commits, which compare.ts measures. */
function bytesCase(texts: ByteTexts): Case[] {
  if (typeof decodeBytesInto !== "function") return [];
  const codes = texts.ends.length;
  return [{ name: "decodeBytesInto, with territory", codes, run: () => decodeBytes(texts) }];
}

function time({ run }: Case, { minTime, maxTime }: Timing): Benchmark.Stats {
  const fn = () => {
    sink += run();
  };
  // The package times from the first run on, when the engine's compiler has not seen the loop yet.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) fn();
  const benchmark = new Benchmark({ fn, minTime, maxTime, minSamples: 5 }).run();
  // The package keeps what a function throws to itself.
  if (benchmark.error !== undefined) throw benchmark.error;
  return benchmark.stats;
}

export function statisticsOf({ name, meaning, points }: PointSet): SetStatistics {
  const size = points.length / 2;
  return {
    set: name,
    meaning,
    points: size,
    codesPerPoint: encodeAll(points, 0) / size,
    maxCodes: maxCodes(points),
  };
}

/**
 * @param toolNs measures the reference tool, which is done between the cases: how fast a machine that is
 *   shared runs changes by a tenth within minutes
 * @param onDone called after each case, for what shows progress
 */
export function measureSet(
  { name, points }: PointSet,
  timing: Timing,
  toolNs: () => number | undefined,
  onDone: (measurement: Measurement) => void,
): void {
  const size = points.length / 2;
  let before = toolNs();
  for (const one of casesOf(points, encodeAll(points, 0))) {
    const { mean, rme, deviation, sample } = time(one, timing);
    const after = toolNs();
    const medianSeconds = median(sample);
    onDone({
      set: name,
      case: one.name,
      points: size,
      codes: one.codes,
      nsPerPoint: (medianSeconds / size) * 1e9,
      nsPerCode: (medianSeconds / one.codes) * 1e9,
      marginPercent: rme,
      samples: sample.length,
      meanSeconds: mean,
      deviationSeconds: deviation,
      fastestSeconds: Math.min(...sample),
      toolNsPerPoint: before && after && (before + after) / 2,
    });
    before = after;
  }
}
