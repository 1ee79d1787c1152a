/** Looks at the first points of an input: coordinates that are projected or swapped make no single row right. */
import type { Coordinate } from "../index.ts";
import { type Message, option, sentence } from "../internal.ts";
import type { Chunk } from "./chunks.ts";
import { createConverter, rowsOf } from "./converter.ts";
import { type BatchError, batchError } from "./errors.ts";
import { formatNamed } from "./formats/index.ts";
import { isInRange } from "./options/conversion.ts";
import { FORMAT_FACTS } from "./options/formats.ts";
import type { BatchPlan } from "./plan.ts";
import type { RowObserver } from "./rows/results.ts";

/** So many points out of range are no accident. */
const MAX_POINTS = 10;

/** One may be: it fails as a row. */
const MIN_POINTS = 2;

/** Greater numbers are no meters of EPSG:3857. */
const MAX_MERCATOR_METERS = 20_037_508;

/** Some files have degrees times one of these, to have whole numbers. */
const DEGREE_FACTORS = [1e6, 1e7];

/** The first points that are out of range, up to the first row that is something else. */
interface FirstPoints {
  readonly outOfRange: readonly Coordinate[];
  /** Whether a row of another kind follows: one in range, or without a point. */
  readonly hasOther: boolean;
}

function firstPointsOf(plan: BatchPlan, chunks: readonly Chunk[]): FirstPoints {
  const outOfRange: Coordinate[] = [];
  let hasOther = false;
  const onRow: RowObserver["onRow"] = (_, { point }, error) => {
    // Both are equal where, such as -9999, they stand for a point that is unknown.
    const isFar = error?.code === "out-of-range" && point && point.latDeg !== point.lonDeg;
    if (isFar) outOfRange.push(point);
    else hasOther = true;
  };
  const converter = createConverter(plan, { onRow });
  for (const chunk of chunks) {
    for (const row of rowsOf(chunk, plan)) {
      if (hasOther || outOfRange.length === MAX_POINTS) break;
      converter.convert(row);
    }
  }
  return { outOfRange, hasOther };
}

/** How to swap the coordinates of an input. */
function swapHint({ columns, indexes, members, options }: BatchPlan): Message {
  const names = [
    members.latitude ?? columns[indexes.latitude ?? -1] ?? (indexes.latitude ?? -1) + 1,
    members.longitude ?? columns[indexes.longitude ?? -1] ?? (indexes.longitude ?? -1) + 1,
  ].map(String);
  const { kind } = FORMAT_FACTS[options.from];
  if (kind === "feature") return "In GeoJSON, the longitude comes first.";
  const hasColumns = names.every((name) => name !== "0");
  if (!hasColumns) return "Write the latitude first, or POINT(longitude latitude).";
  return sentence`Are the columns swapped? Use the ${option("latColumn", names[1])} and the ${option("lonColumn", names[0])}.`;
}

/** By how much the points are to be divided; undefined if that does not make sense of them. */
function factorOf(points: readonly Coordinate[]): number | undefined {
  const values = points.flatMap(({ latDeg, lonDeg }) => [latDeg, lonDeg]);
  const isLarge = values.some((value) => Math.abs(value) > MAX_MERCATOR_METERS);
  if (!isLarge || !values.every(Number.isInteger)) return undefined;
  return DEGREE_FACTORS.find((factor) =>
    points.every(({ latDeg, lonDeg }) => isInRange(latDeg / factor, lonDeg / factor)),
  );
}

/** What the points may be instead of degrees, and what to do about it. */
function unitHint(points: readonly Coordinate[]): string {
  const factor = factorOf(points);
  if (factor === undefined) {
    return "They look projected, or are not in degrees. Expected: degrees of latitude and longitude (WGS 84, EPSG:4326), to which ogr2ogr -t_srs EPSG:4326 converts files.";
  }
  const [{ latDeg, lonDeg }] = points;
  const divided = `latitude ${latDeg / factor} with longitude ${lonDeg / factor}`;
  return `They may be degrees times ${factor.toLocaleString("en")}. Divide them: ${divided}. If they are projected, ogr2ogr -t_srs EPSG:4326 converts files.`;
}

function errorAbout(plan: BatchPlan, points: readonly Coordinate[]): BatchError {
  const [{ latDeg, lonDeg }] = points;
  const isSwapped = points.every((point) => isInRange(point.lonDeg, point.latDeg));
  const begin = `The first ${points.length} points are out of range, such as latitude ${latDeg} with longitude ${lonDeg}.`;
  const anyway = sentence`To encode them nonetheless, use the ${option("clamp")}.`;
  if (isSwapped) return batchError(sentence`${begin} ${swapHint(plan)} ${anyway}`, "latColumn");
  return batchError(sentence`${begin} ${unitHint(points)} ${anyway}`, "clamp");
}

/**
 * Checks that the first points of an input are not all out of range.
 * @param bytes the first bytes of the input, with at least its first row
 * @param isEnd whether these are all
 * @returns whether more rows are needed to tell
 * @throws BatchError if the first points, two at least, are out of range
 */
export function needsMorePoints(plan: BatchPlan, bytes: Uint8Array, isEnd: boolean): boolean {
  const { options } = plan;
  if (options.operation === "decode" || options.clamp) return false;
  const splitter = formatNamed(options.from).createSplitter(plan);
  const chunks = [...splitter.push(bytes), ...(isEnd ? splitter.end() : [])];
  const { outOfRange, hasOther } = firstPointsOf(plan, chunks);
  if (hasOther) return false;
  const isEnough = outOfRange.length >= (isEnd ? MIN_POINTS : MAX_POINTS);
  if (isEnough) throw errorAbout(plan, outOfRange);
  return true;
}
