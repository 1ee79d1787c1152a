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
 * The zone of the part of a cell that readExtension found.
 * @param lonQuarters western edge of the cell, quarter micro-degrees
 * @param latMicroDeg southern edge, or the northern one of a cell counted downwards
 */
export function setZone(zone: Zone, lonQuarters: number, latMicroDeg: number): void {
  const lonMin = lonQuarters * QUARTER_FRACTIONS + (part[PART_LON] as number);
  zone[ZONE_LON_MIN] = lonMin;
  zone[ZONE_LON_MAX] = lonMin + (part[PART_LON_SIZE] as number);
  const lat = latMicroDeg * LAT_FRACTIONS + (part[PART_LAT] as number);
  const latSize = part[PART_LAT_SIZE] as number;
  if (latSize >= 0) {
    zone[ZONE_LAT_MIN] = lat;
    zone[ZONE_LAT_MAX] = lat + latSize;
  } else {
    // Counted downwards, the upper edge belongs to the cell and the lower does not.
    zone[ZONE_LAT_MIN] = lat + latSize + 1;
    zone[ZONE_LAT_MAX] = lat + 1;
  }
}

export function limitEast(zone: Zone, lonMicroDeg: number): void {
  zone[ZONE_LON_MAX] = Math.min(zone[ZONE_LON_MAX] as number, lonMicroDeg * LON_FRACTIONS);
}

export function limitNorth(zone: Zone, latMicroDeg: number): void {
  zone[ZONE_LAT_MAX] = Math.min(zone[ZONE_LAT_MAX] as number, latMicroDeg * LAT_FRACTIONS);
}

export function limitSouth(zone: Zone, latMicroDeg: number): void {
  zone[ZONE_LAT_MIN] = Math.max(zone[ZONE_LAT_MIN] as number, latMicroDeg * LAT_FRACTIONS);
}

export function isEmpty(zone: Zone): boolean {
  return (
    (zone[ZONE_LAT_MIN] as number) >= (zone[ZONE_LAT_MAX] as number) ||
    (zone[ZONE_LON_MIN] as number) >= (zone[ZONE_LON_MAX] as number)
  );
}

/** Cuts a zone to a record, which may be told of a turn away from it. */
export function intersect(zone: Zone, record: number): void {
  const base = record * RECORD_WORDS;
  const latMin = records[base + LAT_MIN] as number;
  limitSouth(zone, latMin);
  limitNorth(zone, latMin + (records[base + LAT_HEIGHT] as number));
  let lonMin = records[base + LON_MIN] as number;
  const lonMax = lonMin + (records[base + LON_WIDTH] as number);
  const zoneLonMin = zone[ZONE_LON_MIN] as number;
  let turn = 0;
  if (lonMax < 0 && zoneLonMin > 0) turn = FULL_CIRCLE_MICRO_DEG;
  else if (lonMin > 0 && zoneLonMin < 0) turn = -FULL_CIRCLE_MICRO_DEG;
  lonMin += turn;
  zone[ZONE_LON_MIN] = Math.max(zoneLonMin, lonMin * LON_FRACTIONS);
  limitEast(zone, lonMax + turn);
}

/** Computes the middle of a zone: ZONE_LAT_MIDDLE and ZONE_LON_MIDDLE. */
export function setMiddle(zone: Zone): void {
  const lats = (zone[ZONE_LAT_MIN] as number) + (zone[ZONE_LAT_MAX] as number);
  const lons = (zone[ZONE_LON_MIN] as number) + (zone[ZONE_LON_MAX] as number);
  zone[ZONE_LAT_MIDDLE] = Math.floor(lats / 2);
  zone[ZONE_LON_MIDDLE] = Math.floor(lons / 2);
}
