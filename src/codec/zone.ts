/** Zones: the areas of codes, in fractions of micro-degrees (format 7.5), and their restrictions. */
import * as S from "../digits/scratch.ts";
import { offHeap } from "../tables/arrays.ts";
import { FULL_CIRCLE_MICRO_DEG, LAT_FRACTIONS, LON_FRACTIONS } from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { earlierBounds, earlierHints, records } from "../tables/tables.ts";
import { eastOf } from "./find.ts";
import { setPointFromFractions } from "./points.ts";

/** A quarter micro-degree of longitude has as many fractions as a micro-degree of latitude. */
const QUARTER_FRACTIONS = LON_FRACTIONS / 4;

/**
 * Sets a zone to the `subcell` of `codeCell`, cut at the edges of the record: the last column and row of cells
 * may reach past them.
 * @returns false if nothing remains
 */
export function setZone(zone: S.Zone): boolean {
  const lonQuarters = S.codeCell[S.CELL_LON_QUARTERS];
  const lonMin = lonQuarters * QUARTER_FRACTIONS + S.subcell[S.SUBCELL_LON];
  zone[S.ZONE_LON_MIN] = lonMin;
  zone[S.ZONE_LON_MAX] = Math.min(
    lonMin + S.subcell[S.SUBCELL_LON_SIZE],
    S.codeCell[S.CELL_EAST_LIMIT] * LON_FRACTIONS,
  );
  const lat = S.codeCell[S.CELL_LAT] * LAT_FRACTIONS + S.subcell[S.SUBCELL_LAT];
  const latSize = S.subcell[S.SUBCELL_LAT_SIZE];
  const limit = S.codeCell[S.CELL_LAT_LIMIT] * LAT_FRACTIONS;
  if (latSize >= 0) {
    zone[S.ZONE_LAT_MIN] = lat;
    zone[S.ZONE_LAT_MAX] = Math.min(lat + latSize, limit);
  } else {
    // With rows from the north, a cell includes its northern edge and not its southern one.
    zone[S.ZONE_LAT_MIN] = Math.max(lat + latSize + 1, limit);
    zone[S.ZONE_LAT_MAX] = lat + 1;
  }
  return isNotEmpty(zone);
}

function isNotEmpty(zone: S.Zone): boolean {
  return zone[S.ZONE_LAT_MIN] < zone[S.ZONE_LAT_MAX] && zone[S.ZONE_LON_MIN] < zone[S.ZONE_LON_MAX];
}

/**
 * Cuts a zone to bounds. Their longitudes may be one turn apart from the longitudes of the zone; bounds east of
 * longitude 0 stay beside a zone across it.
 * @param bounds the bounds start at index `base`, in the order of a record
 * @returns false if nothing remains
 */
export function intersect(zone: S.Zone, bounds: Int32Array, base: number): boolean {
  const south = bounds[base + L.LAT_MIN];
  const north = south + bounds[base + L.LAT_HEIGHT];
  const latMin = Math.max(zone[S.ZONE_LAT_MIN], south * LAT_FRACTIONS);
  const latMax = Math.min(zone[S.ZONE_LAT_MAX], north * LAT_FRACTIONS);
  let west = bounds[base + L.LON_MIN];
  let east = west + bounds[base + L.LON_WIDTH];
  const zoneWest = zone[S.ZONE_LON_MIN];
  const zoneEast = zone[S.ZONE_LON_MAX];
  let turn = 0;
  if (east < 0 && zoneWest > 0) turn = FULL_CIRCLE_MICRO_DEG;
  else if (west > 0 && zoneEast < 0) turn = -FULL_CIRCLE_MICRO_DEG;
  west += turn;
  east += turn;
  const lonMin = Math.max(zoneWest, west * LON_FRACTIONS);
  const lonMax = Math.min(zoneEast, east * LON_FRACTIONS);
  zone[S.ZONE_LAT_MIN] = latMin;
  zone[S.ZONE_LAT_MAX] = latMax;
  zone[S.ZONE_LON_MIN] = lonMin;
  zone[S.ZONE_LON_MAX] = lonMax;
  return isNotEmpty(zone);
}

/** Computes the middle of a zone: ZONE_LAT_MIDDLE and ZONE_LON_MIDDLE. */
export function setMiddle(zone: S.Zone): void {
  const lats = zone[S.ZONE_LAT_MIN] + zone[S.ZONE_LAT_MAX];
  const lons = zone[S.ZONE_LON_MIN] + zone[S.ZONE_LON_MAX];
  zone[S.ZONE_LAT_MIDDLE] = Math.floor(lats / 2);
  zone[S.ZONE_LON_MIDDLE] = Math.floor(lons / 2);
}

// ---- Restricted records (format 7.4): their codes are valid only where an earlier record of the territory reaches

// Only applyRestriction uses these two.
const cut = offHeap(Float64Array, S.ZONE_NUMBERS);
const middle = offHeap(Int32Array, S.POINT_WORDS);

/**
 * Whether any earlier record contains a point of a record with VALID_WITHIN_EARLIER. There are 35 earlier records on
 * average; the hint, tested first, settles five codes in six.
 */
export function isInEarlier(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const base = record * L.RECORD_WORDS;
  const latOffset = latMicroDeg - records[base + L.LAT_MIN];
  const lonOffset = eastOf(records[base + L.LON_MIN], lonMicroDeg);
  const row = latOffset >> L.hintShift(records[base + L.LAT_HEIGHT]);
  const column = lonOffset >> L.hintShift(records[base + L.LON_WIDTH]);
  const hint = earlierHints[records[base + L.HINTS_START] + row * L.HINT_SIDE + column];
  const bounds = records[base + L.EARLIER_START] + hint * L.BOUNDS_WORDS;
  return boundsContain(bounds, latMicroDeg, lonMicroDeg) || isInAny(base, latMicroDeg, lonMicroDeg);
}

function isInAny(base: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const end = records[base + L.EARLIER_END];
  for (let bounds = records[base + L.EARLIER_START]; bounds < end; bounds += L.BOUNDS_WORDS) {
    if (boundsContain(bounds, latMicroDeg, lonMicroDeg)) return true;
  }
  return false;
}

function boundsContain(bounds: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const latOffset = latMicroDeg - earlierBounds[bounds + L.LAT_MIN];
  if (latOffset < 0 || latOffset >= earlierBounds[bounds + L.LAT_HEIGHT]) return false;
  const lonOffset = eastOf(earlierBounds[bounds + L.LON_MIN], lonMicroDeg);
  return lonOffset >= 0 && lonOffset < earlierBounds[bounds + L.LON_WIDTH];
}

/**
 * Restricts a zone, already cut to the encompassing record, to the earlier records. It stays as it is if one contains
 * its middle, or if several overlap it; if only one overlaps it, it is cut to that one. @returns false if none does
 */
export function applyRestriction(zone: S.Zone, record: number): boolean {
  setMiddle(zone);
  setPointFromFractions(middle, zone, S.ZONE_LAT_MIDDLE, S.ZONE_LON_MIDDLE);
  if (isInEarlier(record, middle[S.POINT_LAT], middle[S.POINT_LON])) return true;
  const end = records[record * L.RECORD_WORDS + L.EARLIER_END];
  let touching = -1;
  let base = records[record * L.RECORD_WORDS + L.EARLIER_START];
  for (; base < end; base += L.BOUNDS_WORDS) {
    cut.set(zone);
    if (!intersect(cut, earlierBounds, base)) continue;
    if (touching >= 0) return true;
    touching = base;
  }
  if (touching < 0) return false;
  intersect(zone, earlierBounds, touching);
  return true;
}
