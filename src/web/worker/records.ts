/** Boundary records of territories (format 3), for people who want to see why a place has its codes. */
import { type Coordinate, getTerritory, type Territory, type TerritoryCode } from "../../index.ts";
import { FULL_CIRCLE_MICRO_DEG } from "../../tables/format.ts";
import {
  DOT_LEFT,
  FLAGS,
  GRID_LAT,
  GRID_LON,
  KIND_AUTO_HEADER,
  KIND_GRID,
  KIND_MASK,
  KIND_NON_ENCODING,
  LAT_HEIGHT,
  LAT_MIN,
  LENGTH_MASK,
  LON_MIN,
  LON_WIDTH,
  PREFIX_SHIFT,
  RECORD_WORDS,
  RESTRICTED,
  STEP_LAT,
  STEP_LON_QUARTERS,
  SUFFIX_SHIFT,
} from "../../tables/layout/records.ts";
import { deriver, firstRecords, records } from "../../tables/tables.ts";
import type { Bounds, RecordKind, SystemRecord, TerritoryRecords } from "./methods.ts";

const MICRO = 1e6;

function kindOf(flags: number): RecordKind {
  const kind = flags & KIND_MASK;
  if (kind === KIND_GRID) return "grid";
  if (kind === KIND_AUTO_HEADER) return "auto header";
  return kind === KIND_NON_ENCODING ? "non-encoding" : "nameless";
}

/** The characters before and after the dot, as `2.3`. */
function lengthsOf(flags: number): string {
  if ((flags & KIND_MASK) === KIND_NON_ENCODING) return "";
  const moved = flags & DOT_LEFT ? 1 : 0;
  const prefix = ((flags >> PREFIX_SHIFT) & LENGTH_MASK) - moved;
  return `${prefix}.${((flags >> SUFFIX_SHIFT) & LENGTH_MASK) + moved}`;
}

function describeRecord(record: number): SystemRecord {
  const base = record * RECORD_WORDS;
  const flags = records[base + FLAGS];
  const isGrid = (flags & KIND_MASK) === KIND_GRID;
  const [west, south] = [records[base + LON_MIN], records[base + LAT_MIN]];
  const [width, height] = [records[base + LON_WIDTH], records[base + LAT_HEIGHT]];
  return {
    westMicroDeg: west,
    southMicroDeg: south,
    widthMicroDeg: width,
    heightMicroDeg: height,
    bounds: {
      southDeg: south / MICRO,
      westDeg: west / MICRO,
      northDeg: (south + height) / MICRO,
      eastDeg: (west + width) / MICRO,
    },
    kind: kindOf(flags),
    lengths: lengthsOf(flags),
    isRestricted: (flags & RESTRICTED) !== 0,
    gridWidthMicroDeg: isGrid ? records[base + GRID_LON] : 0,
    gridHeightMicroDeg: isGrid ? records[base + GRID_LAT] : 0,
    cellWidthMicroDeg: records[base + STEP_LON_QUARTERS] / 4,
    cellHeightMicroDeg: records[base + STEP_LAT],
  };
}

function describeRecords(territory: number): SystemRecord[] {
  deriver.territory(territory);
  const all: SystemRecord[] = [];
  for (let record = firstRecords[territory]; record < firstRecords[territory + 1]; record++) {
    all.push(describeRecord(record));
  }
  return all;
}

/** The bounds of a territory: its last record is the encompassing one. */
export function boundsOfTerritory({ number }: Territory): Bounds {
  return describeRecord(firstRecords[number + 1] - 1).bounds;
}

/**
 * All records of a territory in the order in which they make codes.
 * @throws MapcodeError if no territory has this name
 */
export function readRecords(code: string): TerritoryRecords {
  const territory = getTerritory(code);
  return {
    territory: territory.alphaCode,
    name: territory.fullName,
    bounds: boundsOfTerritory(territory),
    records: describeRecords(territory.number),
  };
}

function contains(record: SystemRecord, latMicroDeg: number, lonMicroDeg: number): boolean {
  const { westMicroDeg, southMicroDeg, widthMicroDeg, heightMicroDeg } = record;
  const north = latMicroDeg - southMicroDeg;
  const turns = Math.floor((lonMicroDeg - westMicroDeg) / FULL_CIRCLE_MICRO_DEG);
  const east = lonMicroDeg - westMicroDeg - turns * FULL_CIRCLE_MICRO_DEG;
  return north >= 0 && north < heightMicroDeg && east < widthMicroDeg;
}

/**
 * The record that makes a code of a point: the first one of its territory, or else of that one's country, that
 * contains the point and makes codes of this form.
 */
export function recordOfCode(
  territory: TerritoryCode,
  code: string,
  point: Coordinate,
): SystemRecord | undefined {
  const [prefix, suffix] = code.replace(/-.*/, "").split(".");
  const lengths = `${prefix.length}.${suffix.length}`;
  const latMicroDeg = Math.floor(point.latDeg * MICRO);
  const lonMicroDeg = Math.floor(point.lonDeg * MICRO);
  const { number, parentTerritory } = getTerritory(territory);
  const numbers = parentTerritory ? [number, getTerritory(parentTerritory).number] : [number];
  for (const one of numbers) {
    const found = describeRecords(one).find(
      (record) => record.lengths === lengths && contains(record, latMicroDeg, lonMicroDeg),
    );
    if (found) return found;
  }
  return undefined;
}
