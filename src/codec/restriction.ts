/**
 * Format 7.4: a code of a restricted record is valid only where an earlier record of its territory
 * reaches. Codegen lists those.
 */
import {
  BOUNDS_WORDS,
  EARLIER_END,
  EARLIER_START,
  HINT_SIDE,
  HINTS_START,
  hintShift,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  RECORD_WORDS,
} from "../tables/layout/records.ts";
import { offHeap } from "../tables/off-heap.ts";
import { earlierBounds, earlierHints, records } from "../tables/tables.ts";
import { POINT_LAT, POINT_LON, POINT_WORDS, setPointFromUnits } from "./points.ts";
import { eastOf } from "./search.ts";
import {
  intersect,
  setMiddle,
  ZONE_LAT_MIDDLE,
  ZONE_LON_MIDDLE,
  ZONE_NUMBERS,
  type Zone,
} from "./zone.ts";

const cut = offHeap(Float64Array, ZONE_NUMBERS);
const middle = offHeap(Int32Array, POINT_WORDS);

/**
 * Whether one of the earlier records that a record is read within holds a point of the record. There
 * are 35 of them on average; the hint leaves the rest of them to one code in six.
 */
export function isInEarlier(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const base = record * RECORD_WORDS;
  const latOffset = latMicroDeg - records[base + LAT_MIN];
  const lonOffset = eastOf(records[base + LON_MIN], lonMicroDeg);
  const row = latOffset >> hintShift(records[base + LAT_HEIGHT]);
  const column = lonOffset >> hintShift(records[base + LON_WIDTH]);
  const hint = earlierHints[records[base + HINTS_START] + row * HINT_SIDE + column];
  const place = records[base + EARLIER_START] + hint * BOUNDS_WORDS;
  return isHeldBy(place, latMicroDeg, lonMicroDeg) || isHeldByAny(base, latMicroDeg, lonMicroDeg);
}

function isHeldByAny(base: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const end = records[base + EARLIER_END];
  for (let place = records[base + EARLIER_START]; place < end; place += BOUNDS_WORDS) {
    if (isHeldBy(place, latMicroDeg, lonMicroDeg)) return true;
  }
  return false;
}

function isHeldBy(place: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const latOffset = latMicroDeg - earlierBounds[place + LAT_MIN];
  if (latOffset < 0 || latOffset >= earlierBounds[place + LAT_HEIGHT]) return false;
  const lonOffset = eastOf(earlierBounds[place + LON_MIN], lonMicroDeg);
  return lonOffset >= 0 && lonOffset < earlierBounds[place + LON_WIDTH];
}

/**
 * Restricts a zone of a record that is read within earlier ones. Leaves it as it is when one of those
 * holds its middle, or when several reach into it; cuts it to the one that does.
 * @param zone not empty, and cut to its territory's outline already: else its middle is another
 * @returns false when none does
 */
export function applyRestriction(zone: Zone, record: number): boolean {
  setMiddle(zone);
  setPointFromUnits(middle, zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE);
  if (isInEarlier(record, middle[POINT_LAT], middle[POINT_LON])) return true;
  const end = records[record * RECORD_WORDS + EARLIER_END];
  let touching = -1;
  let base = records[record * RECORD_WORDS + EARLIER_START];
  for (; base < end; base += BOUNDS_WORDS) {
    cut.set(zone);
    if (!intersect(cut, earlierBounds, base)) continue;
    if (touching >= 0) return true;
    touching = base;
  }
  if (touching < 0) return false;
  intersect(zone, earlierBounds, touching);
  return true;
}
