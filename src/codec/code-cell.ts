/**
 * The center of the cell of a code, to which nearly all codes decode. It is computed in integers: through a zone,
 * decoding would take 5% longer.
 */

import { LAT_FRACTIONS, LON_FRACTIONS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { LAT_FRACTIONS_PER_DEGREE, LON_FRACTIONS_PER_DEGREE, wrapMicroDeg } from "./points.ts";
import * as scratch from "./scratch.ts";
import { isInEarlier } from "./zone.ts";

/**
 * Writes the center of `codeCell` of a code without extension: its latitude at `offset`, its longitude after it.
 * @returns false, with nothing written, if something may cut the cell off; zone.ts then finds the point
 */
export function writeCellCenter(entry: number, degrees: Float64Array, offset: number): boolean {
  const west = scratch.codeCell[scratch.CELL_LON_QUARTERS];
  const stepLon = scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS];
  const lat = scratch.codeCell[scratch.CELL_LAT];
  const stepLat = scratch.codeCell[scratch.CELL_STEP_LAT];
  const latEnd = (lat + stepLat) | 0;
  const fromNorthBit = stepLat >>> 31;
  const latLimit = scratch.codeCell[scratch.CELL_LAT_LIMIT];
  if (((west + stepLon) | 0) > scratch.codeCell[scratch.CELL_EAST_LIMIT] << 2) return false;
  if (fromNorthBit ? latEnd < latLimit : latEnd > latLimit) return false;
  const latMicroDeg = (lat + latEnd) >> 1;
  const lonMicroDeg = wrapMicroDeg((west + (stepLon >> 1)) >> 2);
  const record = entry >> layout.ENTRY_RECORD_SHIFT;
  if ((entry & layout.WITHIN_ENCOMPASSING) === 0 && !isWithinEncompassing(record)) return false;
  const isRestricted = (entry & layout.VALID_WITHIN_EARLIER) !== 0;
  if (isRestricted && !isInEarlier(record, latMicroDeg, lonMicroDeg)) return false;
  // With rows from the north, a cell lies a fraction higher, see setZoneFromCell.
  const latFractions = ((lat + latEnd) & 1) * (LAT_FRACTIONS / 2) + fromNorthBit;
  const latDeg = latMicroDeg / 1e6 + latFractions / LAT_FRACTIONS_PER_DEGREE;
  degrees[offset] = latDeg > 90 ? 90 : latDeg;
  const lonFractions = ((2 * west + stepLon) & 7) * (LON_FRACTIONS / 8);
  degrees[offset + 1] = lonMicroDeg / 1e6 + lonFractions / LON_FRACTIONS_PER_DEGREE;
  return true;
}

/**
 * Writes two corners of `codeCell`, each a latitude with its longitude after it, if writeCellCenter has found that
 * nothing cuts it off. Through a zone, a rectangle would take 40% longer.
 */
export function writeCellCorners(
  degrees: Float64Array,
  southWest: number,
  northEast: number,
): void {
  const west = scratch.codeCell[scratch.CELL_LON_QUARTERS];
  const lat = scratch.codeCell[scratch.CELL_LAT];
  const latEnd = (lat + scratch.codeCell[scratch.CELL_STEP_LAT]) | 0;
  const isFromNorth = latEnd < lat;
  const fractionDeg = isFromNorth ? 1 / LAT_FRACTIONS_PER_DEGREE : 0;
  const northDeg = (isFromNorth ? lat : latEnd) / 1e6 + fractionDeg;
  degrees[southWest] = (isFromNorth ? latEnd : lat) / 1e6 + fractionDeg;
  degrees[northEast] = northDeg > 90 ? 90 : northDeg;
  writeLonDeg(west, degrees, southWest + 1);
  writeLonDeg(west + scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS], degrees, northEast + 1);
}

function writeLonDeg(lonQuarters: number, degrees: Float64Array, offset: number): void {
  const lonMicroDeg = wrapMicroDeg(lonQuarters >> 2);
  const lonFractions = (lonQuarters & 3) * (LON_FRACTIONS / 4);
  degrees[offset] = lonMicroDeg / 1e6 + lonFractions / LON_FRACTIONS_PER_DEGREE;
}

/** Whether `codeCell` lies within the encompassing record of a record's territory, without wrapping longitudes. */
function isWithinEncompassing(record: number): boolean {
  const base = records[record * layout.RECORD_WORDS + layout.ENCOMPASSING] * layout.RECORD_WORDS;
  const west = records[base + layout.LON_MIN];
  const east = west + records[base + layout.LON_WIDTH];
  const south = records[base + layout.LAT_MIN];
  const north = south + records[base + layout.LAT_HEIGHT];
  const lonQuarters = scratch.codeCell[scratch.CELL_LON_QUARTERS];
  const lonEnd = lonQuarters + scratch.codeCell[scratch.CELL_STEP_LON_QUARTERS];
  const lat = scratch.codeCell[scratch.CELL_LAT];
  const latEnd = lat + scratch.codeCell[scratch.CELL_STEP_LAT];
  return (
    lonQuarters >= 4 * west &&
    lonEnd <= 4 * east &&
    Math.min(lat, latEnd) >= south &&
    // With rows from the north, a cell includes its northern edge; the encompassing record does not.
    (latEnd > lat ? latEnd <= north : lat < north)
  );
}
