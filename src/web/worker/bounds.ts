/** Where a territory is, which only its boundary records say (format 3). */
import type { Territory } from "../../index.ts";
import {
  LAT_HEIGHT,
  LAT_MIN,
  LON_MIN,
  LON_WIDTH,
  RECORD_WORDS,
} from "../../tables/layout/records.ts";
import { deriver, firstRecords, records } from "../../tables/tables.ts";
import type { Bounds } from "./methods.ts";

const MICRO = 1e6;

/** The bounds of a territory: its last record is the encompassing one. */
export function boundsOfTerritory({ number }: Territory): Bounds {
  deriver.territory(number);
  const base = (firstRecords[number + 1] - 1) * RECORD_WORDS;
  const [west, south] = [records[base + LON_MIN], records[base + LAT_MIN]];
  return {
    southDeg: south / MICRO,
    westDeg: west / MICRO,
    northDeg: (south + records[base + LAT_HEIGHT]) / MICRO,
    eastDeg: (west + records[base + LON_WIDTH]) / MICRO,
  };
}
