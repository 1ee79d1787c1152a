/**
 * The part of the Earth that a code stands for: half-open ranges of latitude and longitude in
 * fractions (see LAT_FRACTIONS), whole numbers of up to 50 bits (format 7.5).
 */
import { FULL_CIRCLE_MICRO_DEG, LAT_FRACTIONS, LON_FRACTIONS } from "../tables/format.ts";
import { LAT_HEIGHT, LAT_MIN, LON_MIN, LON_WIDTH, RECORD_WORDS } from "../tables/layout.ts";
import { records } from "../tables/tables.ts";
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
 * The zone of the part of a cell that readExtension found, cut to the record's edges that the last
 * column and row of cells reach past.
 * @param lonQuarters western edge of the cell, quarter micro-degrees
 * @param latMicroDeg southern edge, or the northern one of a cell counted downwards
 * @param eastMicroDeg where the zone ends at the latest
 * @param limitMicroDeg likewise its northern end, or the southern one of a cell counted downwards
 * @returns false when nothing is left
 */
export function setZone(
  zone: Zone,
  lonQuarters: number,
  latMicroDeg: number,
  eastMicroDeg: number,
  limitMicroDeg: number,
): boolean {
  const lonMin = lonQuarters * QUARTER_FRACTIONS + (part[PART_LON] as number);
  zone[ZONE_LON_MIN] = lonMin;
  zone[ZONE_LON_MAX] = Math.min(
    lonMin + (part[PART_LON_SIZE] as number),
    eastMicroDeg * LON_FRACTIONS,
  );
  const lat = latMicroDeg * LAT_FRACTIONS + (part[PART_LAT] as number);
  const latSize = part[PART_LAT_SIZE] as number;
  const limit = limitMicroDeg * LAT_FRACTIONS;
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
  return (
    (zone[ZONE_LAT_MIN] as number) < (zone[ZONE_LAT_MAX] as number) &&
    (zone[ZONE_LON_MIN] as number) < (zone[ZONE_LON_MAX] as number)
  );
}

/**
 * Cuts a zone to a record, which may be told of a turn away from it.
 * @returns false when nothing is left
 */
export function intersect(zone: Zone, record: number): boolean {
  const base = record * RECORD_WORDS;
  const south = records[base + LAT_MIN] as number;
  const north = south + (records[base + LAT_HEIGHT] as number);
  const latMin = Math.max(zone[ZONE_LAT_MIN] as number, south * LAT_FRACTIONS);
  const latMax = Math.min(zone[ZONE_LAT_MAX] as number, north * LAT_FRACTIONS);
  let west = records[base + LON_MIN] as number;
  let east = west + (records[base + LON_WIDTH] as number);
  const zoneWest = zone[ZONE_LON_MIN] as number;
  let turn = 0;
  if (east < 0 && zoneWest > 0) turn = FULL_CIRCLE_MICRO_DEG;
  else if (west > 0 && zoneWest < 0) turn = -FULL_CIRCLE_MICRO_DEG;
  west += turn;
  east += turn;
  const lonMin = Math.max(zoneWest, west * LON_FRACTIONS);
  const lonMax = Math.min(zone[ZONE_LON_MAX] as number, east * LON_FRACTIONS);
  zone[ZONE_LAT_MIN] = latMin;
  zone[ZONE_LAT_MAX] = latMax;
  zone[ZONE_LON_MIN] = lonMin;
  zone[ZONE_LON_MAX] = lonMax;
  return isSomething(zone);
}

/** Computes the middle of a zone: ZONE_LAT_MIDDLE and ZONE_LON_MIDDLE. */
export function setMiddle(zone: Zone): void {
  const lats = (zone[ZONE_LAT_MIN] as number) + (zone[ZONE_LAT_MAX] as number);
  const lons = (zone[ZONE_LON_MIN] as number) + (zone[ZONE_LON_MAX] as number);
  zone[ZONE_LAT_MIDDLE] = Math.floor(lats / 2);
  zone[ZONE_LON_MIDDLE] = Math.floor(lons / 2);
}
