/**
 * The answer for nearly all codes, in integers: the middle of the cell that the digits stand for,
 * where that is the zone. By way of a zone, decoding would take 5% longer.
 */
import { ENTRY_RECORD_SHIFT } from "../tables/layout/codes.ts";
import {
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  OUTLINE,
  RECORD_WORDS,
  VALID_WITHIN_EARLIER,
  WITHIN_OUTLINE,
} from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { LAT_HALVES_DEG, LON_EIGHTHS_DEG, wrapMicroDeg } from "./points.ts";
import { isInEarlier } from "./restriction.ts";
import {
  CELL_EAST_LIMIT,
  CELL_LAT,
  CELL_LAT_LIMIT,
  CELL_LON_QUARTERS,
  CELL_STEP_LAT,
  CELL_STEP_LON_QUARTERS,
  codeCell,
} from "./zone.ts";

/**
 * Writes the middle of `codeCell`: a latitude at `place` and its longitude behind it, in degrees.
 * @param reader the one that reads the code, which must have no extension
 * @returns false, with nothing written, when something may cut the cell off: then zone.ts tells
 */
export function writeWholeCell(reader: number, degrees: Float64Array, place: number): boolean {
  const west = codeCell[CELL_LON_QUARTERS];
  const stepLon = codeCell[CELL_STEP_LON_QUARTERS];
  const lat = codeCell[CELL_LAT];
  const stepLat = codeCell[CELL_STEP_LAT];
  const latEnd = (lat + stepLat) | 0;
  const isDown = stepLat >>> 31;
  const latLimit = codeCell[CELL_LAT_LIMIT];
  if (((west + stepLon) | 0) > codeCell[CELL_EAST_LIMIT] << 2) return false;
  if (isDown ? latEnd < latLimit : latEnd > latLimit) return false;
  const latMicroDeg = (lat + latEnd) >> 1;
  const lonMicroDeg = wrapMicroDeg((west + (stepLon >> 1)) >> 2);
  if ((reader & (WITHIN_OUTLINE | VALID_WITHIN_EARLIER)) !== WITHIN_OUTLINE) {
    if (!isReadThere(reader, latMicroDeg, lonMicroDeg)) return false;
  }
  // A cell that is counted downwards lies a fraction higher, see setZone.
  const latHalves = ((lat + latEnd) & 1) + 2 * isDown;
  const latDeg = latMicroDeg / 1e6 + LAT_HALVES_DEG[latHalves];
  degrees[place] = latDeg > 90 ? 90 : latDeg;
  const lonEighths = (2 * west + stepLon) & 7;
  degrees[place + 1] = lonMicroDeg / 1e6 + LON_EIGHTHS_DEG[lonEighths];
  return true;
}

/** Whether `codeCell`, with its middle given, is known to be all within what its record is read within. */
function isReadThere(reader: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const record = reader >> ENTRY_RECORD_SHIFT;
  if ((reader & WITHIN_OUTLINE) === 0 && !isWithinOutline(record)) return false;
  return (reader & VALID_WITHIN_EARLIER) === 0 || isInEarlier(record, latMicroDeg, lonMicroDeg);
}

/** Whether `codeCell` lies within the outline of a record's territory, without turns around the Earth. */
function isWithinOutline(record: number): boolean {
  const base = records[record * RECORD_WORDS + OUTLINE] * RECORD_WORDS;
  const west = records[base + LON_MIN];
  const east = west + records[base + LON_WIDTH];
  const south = records[base + LAT_MIN];
  const north = south + records[base + LAT_HEIGHT];
  const lonQuarters = codeCell[CELL_LON_QUARTERS];
  const lonEnd = lonQuarters + codeCell[CELL_STEP_LON_QUARTERS];
  const lat = codeCell[CELL_LAT];
  const latEnd = lat + codeCell[CELL_STEP_LAT];
  return (
    lonQuarters >= 4 * west &&
    lonEnd <= 4 * east &&
    Math.min(lat, latEnd) >= south &&
    // A northern edge that belongs to the cell is one of its own.
    (latEnd > lat ? latEnd <= north : lat < north)
  );
}
