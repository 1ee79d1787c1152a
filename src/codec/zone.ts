/** Zones: the areas of codes, in fractions of micro-degrees (format 7.5), and their restrictions. */

import { FULL_CIRCLE_MICRO_DEG, LAT_FRACTIONS, LON_FRACTIONS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { earlierBounds, earlierHints, records } from "../tables/tables.ts";
import { boundsContain, offsetEast } from "./find.ts";
import { wrapMicroDeg } from "./points.ts";
import * as scratch from "./scratch.ts";

/** A quarter micro-degree of longitude has as many fractions as a micro-degree of latitude. */
const QUARTER_FRACTIONS = LON_FRACTIONS / 4;

/**
 * Sets a zone to the `subcell` of `codeCell`, cut at the edges of the record: the last column and row of cells
 * may reach past them.
 * @returns false if nothing remains
 */
export function setZoneFromCell(zone: scratch.Zone): boolean {
  const lonQuarters = scratch.codeCell[scratch.CELL_LON_QUARTERS];
  const lonMin = lonQuarters * QUARTER_FRACTIONS + scratch.subcell.lon;
  zone.lonMin = lonMin;
  zone.lonMax = Math.min(
    lonMin + scratch.subcell.lonSize,
    scratch.codeCell[scratch.CELL_EAST_LIMIT] * LON_FRACTIONS,
  );
  const lat = scratch.codeCell[scratch.CELL_LAT] * LAT_FRACTIONS + scratch.subcell.lat;
  const latSize = scratch.subcell.latSize;
  const limit = scratch.codeCell[scratch.CELL_LAT_LIMIT] * LAT_FRACTIONS;
  if (latSize >= 0) {
    zone.latMin = lat;
    zone.latMax = Math.min(lat + latSize, limit);
  } else {
    // With rows from the north, a cell includes its northern edge and not its southern one.
    zone.latMin = Math.max(lat + latSize + 1, limit);
    zone.latMax = lat + 1;
  }
  return isNotEmpty(zone);
}

function isNotEmpty(zone: scratch.Zone): boolean {
  return zone.latMin < zone.latMax && zone.lonMin < zone.lonMax;
}

/**
 * Cuts a zone to bounds. Bounds that lie wholly on the other side of longitude 0 move one turn towards the zone. For a
 * zone across longitude 0, no bounds move.
 * @param bounds the bounds start at index `base`, in the order of a record
 * @returns false if nothing remains
 */
export function cutZone(zone: scratch.Zone, bounds: Int32Array, base: number): boolean {
  const south = bounds[base + layout.LAT_MIN];
  const north = south + bounds[base + layout.LAT_HEIGHT];
  const west = bounds[base + layout.LON_MIN];
  const east = west + bounds[base + layout.LON_WIDTH];
  const { lonMin, lonMax } = zone;
  let turn = 0;
  if (east < 0 && lonMin > 0) turn = FULL_CIRCLE_MICRO_DEG;
  else if (west > 0 && lonMax < 0) turn = -FULL_CIRCLE_MICRO_DEG;
  zone.latMin = Math.max(zone.latMin, south * LAT_FRACTIONS);
  zone.latMax = Math.min(zone.latMax, north * LAT_FRACTIONS);
  zone.lonMin = Math.max(lonMin, (west + turn) * LON_FRACTIONS);
  zone.lonMax = Math.min(lonMax, (east + turn) * LON_FRACTIONS);
  return isNotEmpty(zone);
}

/** The middle of a range of a zone. */
export function middleOf(min: number, max: number): number {
  return Math.floor((min + max) / 2);
}

// ---- Restricted records (format 7.4): their codes are valid only where an earlier record of the territory reaches

/**
 * Whether any earlier record contains a point of a record with VALID_WITHIN_EARLIER. There are 35 earlier records on
 * average; the hint, tested first, settles five codes in six.
 */
export function isInEarlier(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const base = record * layout.RECORD_WORDS;
  const latOffset = latMicroDeg - records[base + layout.LAT_MIN];
  const lonOffset = offsetEast(records[base + layout.LON_MIN], lonMicroDeg);
  const row = latOffset >> layout.hintShift(records[base + layout.LAT_HEIGHT]);
  const column = lonOffset >> layout.hintShift(records[base + layout.LON_WIDTH]);
  const hint = earlierHints[records[base + layout.HINTS_START] + row * layout.HINT_SIDE + column];
  const bounds = records[base + layout.EARLIER_START] + hint * layout.BOUNDS_WORDS;
  return (
    boundsContain(earlierBounds, bounds, latMicroDeg, lonMicroDeg) ||
    isInAny(base, latMicroDeg, lonMicroDeg)
  );
}

function isInAny(base: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const end = records[base + layout.EARLIER_END];
  let bounds = records[base + layout.EARLIER_START];
  for (; bounds < end; bounds += layout.BOUNDS_WORDS) {
    if (boundsContain(earlierBounds, bounds, latMicroDeg, lonMicroDeg)) return true;
  }
  return false;
}

/**
 * Restricts a zone, already cut to the encompassing record, to the earlier records. It stays as it is if one contains
 * its middle, or if several overlap it; if only one overlaps it, it is cut to that one. @returns false if none does
 */
export function cutToEarlier(zone: scratch.Zone, record: number): boolean {
  const latMicroDeg = Math.floor(middleOf(zone.latMin, zone.latMax) / LAT_FRACTIONS);
  const lonMicroDeg = wrapMicroDeg(Math.floor(middleOf(zone.lonMin, zone.lonMax) / LON_FRACTIONS));
  if (isInEarlier(record, latMicroDeg, lonMicroDeg)) return true;
  const end = records[record * layout.RECORD_WORDS + layout.EARLIER_END];
  let touching = -1;
  let base = records[record * layout.RECORD_WORDS + layout.EARLIER_START];
  for (; base < end; base += layout.BOUNDS_WORDS) {
    if (!cutZone({ ...zone }, earlierBounds, base)) continue;
    if (touching >= 0) return true;
    touching = base;
  }
  if (touching < 0) return false;
  cutZone(zone, earlierBounds, touching);
  return true;
}
