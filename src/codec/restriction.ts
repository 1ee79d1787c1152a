/** Restricted records (format 7.4): their codes are valid only where an earlier record of the territory reaches. */
import * as S from "../digits/scratch.ts";
import { offHeap } from "../tables/arrays.ts";
import * as L from "../tables/layout/records.ts";
import { earlierBounds, earlierHints, records } from "../tables/tables.ts";
import { setPointFromFractions } from "./points.ts";
import { eastOf } from "./search.ts";
import { intersect, setMiddle } from "./zone.ts";

// Only applyRestriction uses these two.
const cut = offHeap(Float64Array, S.ZONE_NUMBERS);
const middle = offHeap(Int32Array, S.POINT_WORDS);

/**
 * Whether any earlier record contains a point of a record with VALID_WITHIN_EARLIER. There are 35 of them on average; the
 * hint, tested first, settles five codes in six.
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
 * Restricts a zone, already cut to the encompassing record, to the earlier records. It stays as it is if one contains its
 * middle, or if several reach into it; if only one does, it is cut to that one. @returns false if none does
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
