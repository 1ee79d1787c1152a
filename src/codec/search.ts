/** From a point to records: its leaf, and the test of one record. */
import * as F from "../tables/format.ts";
import * as G from "../tables/layout/grid.ts";
import * as L from "../tables/layout/records.ts";
import { cells, deriver, firstRecords, latBands, records } from "../tables/tables.ts";

/** The index in `leaves` of the leaf of a point. */
export function findLeaf(latMicroDeg: number, lonMicroDeg: number): number {
  const row = (latMicroDeg + F.LAT_LIMIT_MICRO_DEG) >> G.INDEX_SHIFT;
  const column = (lonMicroDeg + F.LON_LIMIT_MICRO_DEG) >> G.INDEX_SHIFT;
  const leaf = cells[row * G.INDEX_COLUMNS + column];
  if (leaf === G.UNDERIVED_LEAF && deriver.indexAt(latMicroDeg, lonMicroDeg)) {
    return findLeaf(latMicroDeg, lonMicroDeg);
  }
  return leaf;
}

/** The offset of a longitude to the east of another, wrapped: a record spans it if it is not negative and below the width. */
export function eastOf(lonMin: number, lonMicroDeg: number): number {
  const offset = lonMicroDeg - lonMin;
  if (offset < 0) return offset + F.FULL_CIRCLE_MICRO_DEG;
  return offset >= F.FULL_CIRCLE_MICRO_DEG ? offset - F.FULL_CIRCLE_MICRO_DEG : offset;
}

/** The offset of a longitude to the east of the western edge of the record at `base`. */
export function lonInRecord(base: number, lonMicroDeg: number): number {
  return eastOf(records[base + L.LON_MIN], lonMicroDeg);
}

/** Whether a record contains a point (format 3). */
export function recordContains(record: number, latMicroDeg: number, lonMicroDeg: number): boolean {
  const base = record * L.RECORD_WORDS;
  const latOffset = latMicroDeg - records[base + L.LAT_MIN];
  if (latOffset < 0 || latOffset >= records[base + L.LAT_HEIGHT]) return false;
  const lonOffset = lonInRecord(base, lonMicroDeg);
  return lonOffset >= 0 && lonOffset < records[base + L.LON_WIDTH];
}

/** The encompassing record of a territory, its last record: no code of it lies outside. */
export function encompassingOf(territory: number): number {
  return firstRecords[territory + 1] - 1;
}

/** The international record of a latitude. The records are rings around the Earth, at most two to a band. */
export function internationalRecord(latMicroDeg: number): number {
  const band = (latMicroDeg + F.LAT_LIMIT_MICRO_DEG) >> G.LAT_BAND_SHIFT;
  const record = latBands[band];
  const base = record * L.RECORD_WORDS;
  const latOffset = latMicroDeg - records[base + L.LAT_MIN];
  return latOffset < records[base + L.LAT_HEIGHT] ? record : record + 1;
}
