/**
 * The part of the Earth that a code stands for: half-open ranges of latitude and longitude in
 * fractions (see LAT_FRACTIONS), whole numbers of up to 50 bits (format 7.5).
 */
import { FULL_CIRCLE_MICRO_DEG, LAT_FRACTIONS, LON_FRACTIONS } from "../tables/format.ts";
import { LAT_HEIGHT, LAT_MIN, LON_MIN, LON_WIDTH } from "../tables/layout/records.ts";
import { offHeap } from "../tables/off-heap.ts";
import { PART_LAT, PART_LAT_SIZE, PART_LON, PART_LON_SIZE, part } from "./extension.ts";

export type Zone = Float64Array;
export const ZONE_LAT_MIN = 0;
export const ZONE_LAT_MAX = 1;
export const ZONE_LON_MIN = 2;
export const ZONE_LON_MAX = 3;
/** Valid after setMiddle. */
export const ZONE_LAT_MIDDLE = 4;
export const ZONE_LON_MIDDLE = 5;
export const ZONE_NUMBERS = 6;

/** A quarter of a micro-degree of longitude has as many fractions as one of latitude. */
const QUARTER_FRACTIONS = LON_FRACTIONS / 4;

/**
 * The cell that the digits of a code stand for, in integers. Where an extension tells no part of it
 * and nothing cuts it off, it is the zone.
 */
export const codeCell = offHeap(Int32Array, 6);
/** Its western edge, quarter micro-degrees. */
export const CELL_LON_QUARTERS = 0;
/** Its southern edge, micro-degrees; or the northern one of a cell counted downwards. */
export const CELL_LAT = 1;
/** Its size in the same units, the height of a cell counted downwards being negative. */
export const CELL_STEP_LON_QUARTERS = 2;
export const CELL_STEP_LAT = 3;
/** Where the zone ends at the latest, micro-degrees: its east, */
export const CELL_EAST_LIMIT = 4;
/** and its north, or the south of a cell counted downwards. */
export const CELL_LAT_LIMIT = 5;

/**
 * Sets the zone of the part of `codeCell` that readExtension found, cut to the record's edges that
 * the last column and row of cells reach past.
 * @returns false when nothing is left
 */
export function setZone(zone: Zone): boolean {
  const lonQuarters = codeCell[CELL_LON_QUARTERS];
  const lonMin = lonQuarters * QUARTER_FRACTIONS + part[PART_LON];
  zone[ZONE_LON_MIN] = lonMin;
  zone[ZONE_LON_MAX] = Math.min(
    lonMin + part[PART_LON_SIZE],
    codeCell[CELL_EAST_LIMIT] * LON_FRACTIONS,
  );
  const lat = codeCell[CELL_LAT] * LAT_FRACTIONS + part[PART_LAT];
  const latSize = part[PART_LAT_SIZE];
  const limit = codeCell[CELL_LAT_LIMIT] * LAT_FRACTIONS;
  if (latSize >= 0) {
    zone[ZONE_LAT_MIN] = lat;
    zone[ZONE_LAT_MAX] = Math.min(lat + latSize, limit);
  } else {
    // Counted downwards, the upper edge belongs to the cell and the lower does not.
    zone[ZONE_LAT_MIN] = Math.max(lat + latSize + 1, limit);
    zone[ZONE_LAT_MAX] = lat + 1;
  }
  return isSomething(zone);
}

function isSomething(zone: Zone): boolean {
  return zone[ZONE_LAT_MIN] < zone[ZONE_LAT_MAX] && zone[ZONE_LON_MIN] < zone[ZONE_LON_MAX];
}

/**
 * Cuts a zone to bounds, which may be told of a turn away from it.
 * @param bounds BOUNDS_WORDS from `base` on, as those of a record
 * @returns false when nothing is left
 */
export function intersect(zone: Zone, bounds: Int32Array, base: number): boolean {
  const south = bounds[base + LAT_MIN];
  const north = south + bounds[base + LAT_HEIGHT];
  const latMin = Math.max(zone[ZONE_LAT_MIN], south * LAT_FRACTIONS);
  const latMax = Math.min(zone[ZONE_LAT_MAX], north * LAT_FRACTIONS);
  let west = bounds[base + LON_MIN];
  let east = west + bounds[base + LON_WIDTH];
  const zoneWest = zone[ZONE_LON_MIN];
  let turn = 0;
  if (east < 0 && zoneWest > 0) turn = FULL_CIRCLE_MICRO_DEG;
  else if (west > 0 && zoneWest < 0) turn = -FULL_CIRCLE_MICRO_DEG;
  west += turn;
  east += turn;
  const lonMin = Math.max(zoneWest, west * LON_FRACTIONS);
  const lonMax = Math.min(zone[ZONE_LON_MAX], east * LON_FRACTIONS);
  zone[ZONE_LAT_MIN] = latMin;
  zone[ZONE_LAT_MAX] = latMax;
  zone[ZONE_LON_MIN] = lonMin;
  zone[ZONE_LON_MAX] = lonMax;
  return isSomething(zone);
}

/** Computes the middle of a zone: ZONE_LAT_MIDDLE and ZONE_LON_MIDDLE. */
export function setMiddle(zone: Zone): void {
  const lats = zone[ZONE_LAT_MIN] + zone[ZONE_LAT_MAX];
  const lons = zone[ZONE_LON_MIN] + zone[ZONE_LON_MAX];
  zone[ZONE_LAT_MIDDLE] = Math.floor(lats / 2);
  zone[ZONE_LON_MIDDLE] = Math.floor(lons / 2);
}
