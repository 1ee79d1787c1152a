/** Derives leaves of the index (layout/point-index.ts): the territories and records that may contain a point of a square. */
import { FULL_CIRCLE_MICRO_DEG, LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import * as pointIndex from "../layout/point-index.ts";
import * as layout from "../layout/records.ts";
import type { Sections } from "../layout/sections.ts";

/** The square of a row and column of the index, with sides of 2^shift micro-degrees. */
export function squareAt(row: number, column: number, shift: number) {
  return {
    south: (row << shift) - LAT_LIMIT_MICRO_DEG,
    west: (column << shift) - LON_LIMIT_MICRO_DEG,
    size: 1 << shift,
  };
}

type Square = Readonly<ReturnType<typeof squareAt>>;

type Arrays = Pick<Sections, "records" | "firstRecords" | "parents">;

// Relations of a record to a square.
const OUTSIDE = 0;
const REACHED = 1;
const COVERED = 2;

/** Replaces an edge at a pole or the date line: a square may reach beyond it, where there are no points. */
const BEYOND = 1 << 29;

/** The relation of a record to a square: OUTSIDE, REACHED or COVERED. */
function reachOf(records: Int32Array, record: number, { south, west, size }: Square): number {
  const base = record * layout.RECORD_WORDS;
  const latMin = records[base + layout.LAT_MIN];
  const latMax = latMin + records[base + layout.LAT_HEIGHT];
  // The pole itself is inside, if a record contains it.
  const north = latMax > LAT_LIMIT_MICRO_DEG ? BEYOND : latMax;
  if (latMin >= south + size || north <= south) return OUTSIDE;
  const coversLat = latMin <= south && north >= south + size;
  let reach = OUTSIDE;
  // A record may cross the date line: any of its turns may reach the square.
  for (let turn = -1; turn <= 1; turn++) {
    const lonMin = records[base + layout.LON_MIN] + turn * FULL_CIRCLE_MICRO_DEG;
    const lonMax = lonMin + records[base + layout.LON_WIDTH];
    const east = lonMax >= LON_LIMIT_MICRO_DEG ? BEYOND : lonMax;
    if (lonMin >= LON_LIMIT_MICRO_DEG || lonMin >= west + size || east <= west) continue;
    if (coversLat && lonMin <= west && east >= west + size) return COVERED;
    reach = REACHED;
  }
  return reach;
}

/** The territories with an encompassing record that reaches a square, without AAA: it has codes for every point. */
export function territoriesIn({ records, firstRecords }: Arrays, square: Square): number[] {
  const reaching: number[] = [];
  for (let territory = 0; territory < firstRecords.length - 2; territory++) {
    const encompassing = firstRecords[territory + 1] - 1;
    if (reachOf(records, encompassing, square) !== OUTSIDE) reaching.push(territory);
  }
  return reaching;
}

/** The words of a leaf for the records of a territory that reach a square. */
function recordsIn({ records, firstRecords }: Arrays, territory: number, square: Square): number[] {
  const words: number[] = [];
  for (let record = firstRecords[territory]; record < firstRecords[territory + 1]; record++) {
    const flags = records[record * layout.RECORD_WORDS + layout.FLAGS];
    if ((flags & layout.KIND_MASK) === layout.KIND_NON_ENCODING) continue;
    // A restricted record makes a code only after another record.
    if (words.length === 0 && (flags & layout.RESTRICTED) !== 0) continue;
    const reach = reachOf(records, record, square);
    if (reach !== OUTSIDE)
      words.push(record | (reach === COVERED ? 0 : pointIndex.LEAF_TEST_RECORD));
  }
  return words;
}

/**
 * Writes the leaf of a square to the end of an array, from its last entry to its first: subdivisions precede their
 * countries, and refer to them. @param territories of this square or of a larger one @returns the start of the leaf
 */
export function writeLeaf(
  arrays: Arrays,
  territories: readonly number[],
  square: Square,
  out: Uint16Array,
): number {
  let start = out.length - 1;
  out[start] = pointIndex.LEAF_END;
  /** The starts of the entries with records, by territory. */
  const starts = new Map<number, number>();
  for (let index = territories.length - 1; index >= 0; index--) {
    const territory = territories[index];
    const encompassing = arrays.firstRecords[territory + 1] - 1;
    const reach = reachOf(arrays.records, encompassing, square);
    if (reach === OUTSIDE) continue;
    const words = recordsIn(arrays, territory, square);
    const parent = starts.get(arrays.parents[territory]);
    if (words.length === 0 && parent === undefined) continue;
    start -= words.length;
    out.set(words, start);
    start -= parent === undefined ? 2 : 3;
    let word = territory | (reach === COVERED ? 0 : pointIndex.LEAF_TEST_ENCOMPASSING);
    if (parent !== undefined) {
      word |= pointIndex.LEAF_HAS_PARENT;
      out[start + 2] = parent - start;
    }
    out[start] = word;
    out[start + 1] = words.length;
    if (words.length > 0) starts.set(territory, start);
  }
  return start;
}
