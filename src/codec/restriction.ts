/**
 * Format 7.4: a code of a restricted record is valid only where an earlier record of its territory
 * reaches. Codegen lists those.
 */
import {
  BOUNDS_WORDS,
  EARLIER_END,
  EARLIER_START,
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  RECORD_WORDS,
} from "../tables/layout.ts";
import { earlierBounds, records } from "../tables/tables.ts";
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

const cut = new Float64Array(ZONE_NUMBERS);
const middle = new Int32Array(POINT_WORDS);

/** Whether one of the earlier records that a record is read within holds a point. */
export function isInEarlier(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const end = records[record * RECORD_WORDS + EARLIER_END] as number;
  let base = records[record * RECORD_WORDS + EARLIER_START] as number;
  for (; base < end; base += BOUNDS_WORDS) {
    const latOffset = latMicroDeg - (earlierBounds[base + LAT_MIN] as number);
    if (latOffset < 0 || latOffset >= (earlierBounds[base + LAT_HEIGHT] as number)) continue;
    const lonOffset = eastOf(earlierBounds[base + LON_MIN] as number, lonMicroDeg);
    if (lonOffset >= 0 && lonOffset < (earlierBounds[base + LON_WIDTH] as number)) return true;
  }
  return false;
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
  if (isInEarlier(record, middle[POINT_LAT] as number, middle[POINT_LON] as number)) return true;
  const end = records[record * RECORD_WORDS + EARLIER_END] as number;
  let touching = -1;
  let base = records[record * RECORD_WORDS + EARLIER_START] as number;
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
