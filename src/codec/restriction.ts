/** Format 7.4: a restricted code is valid only where an earlier record of its territory reaches. */
import {
  KIND_GRID,
  KIND_MASK,
  LETTERED,
  RECORD_WORDS,
  RESTRICTED,
  TRAITS,
} from "../tables/layout.ts";
import { firstRecords, records } from "../tables/tables.ts";
import { POINT_LAT, POINT_LON, POINT_WORDS, setPointFromUnits } from "./points.ts";
import { recordHolds } from "./search.ts";
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

function traitsOf(record: number): number {
  return records[record * RECORD_WORDS + TRAITS] as number;
}

/**
 * Restricts a zone of a restricted record. Leaves it as it is when its middle lies in an earlier unrestricted record, or when several
 * reach into it; cuts it to the one that does.
 * @param zone not empty, and cut to its territory's outline already: else its middle is another
 * @returns false when none does
 */
export function applyRestriction(zone: Zone, record: number, territory: number): boolean {
  const traits = traitsOf(record);
  const isPlainGrid = (traits & KIND_MASK) === KIND_GRID && (traits & LETTERED) === 0;
  if (!isPlainGrid) return true;

  const first = firstRecords[territory] as number;
  setMiddle(zone);
  setPointFromUnits(middle, zone, ZONE_LAT_MIDDLE, ZONE_LON_MIDDLE);
  const lat = middle[POINT_LAT] as number;
  const lon = middle[POINT_LON] as number;
  for (let earlier = first; earlier < record; earlier++) {
    if ((traitsOf(earlier) & RESTRICTED) === 0 && recordHolds(earlier, lat, lon)) return true;
  }
  let touching = -1;
  for (let earlier = first; earlier < record; earlier++) {
    if ((traitsOf(earlier) & RESTRICTED) !== 0) continue;
    cut.set(zone);
    if (!intersect(cut, earlier)) continue;
    if (touching >= 0) return true;
    touching = earlier;
  }
  if (touching < 0) return false;
  intersect(zone, touching);
  return true;
}
