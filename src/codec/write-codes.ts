/** Writes found codes to a list, by the kinds of their records. */
import { DOT } from "../characters.ts";
import { pack } from "../digits/digits.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY, records } from "../tables/tables.ts";
import { type CodeList, MAX_CODE_CHARS } from "./code-list.ts";
import { writeExtension } from "./extension.ts";
import { internationalRecord } from "./find.ts";
import { writeAutoHeader, writeGrid, writeNameless } from "./record-kinds.ts";
import * as scratch from "./scratch.ts";

/** Writes the first `count` found codes to a list. Codes that are found again share their characters. */
export function writeList(list: CodeList, count: number, precision: number): void {
  for (let index = 0; index < count; index++) {
    const record = scratch.foundRecords[index];
    list.territories[index] = scratch.foundTerritories[index];
    if (record >= 0) writeListCode(list, index, record, precision);
    else {
      list.starts[index] = list.starts[~record];
      list.ends[index] = list.ends[~record];
    }
  }
  list.count = count;
}

/** Writes the international code of `point` alone, without the arrays of found codes: 10% faster. */
export function writeInternational(list: CodeList, precision: number): void {
  list.count = 1;
  list.territories[0] = INTERNATIONAL_TERRITORY;
  writeListCode(list, 0, internationalRecord(scratch.point[scratch.POINT_LAT]), precision);
}

function writeListCode(list: CodeList, index: number, record: number, precision: number): void {
  const start = index * MAX_CODE_CHARS;
  const base = record * layout.RECORD_WORDS;
  list.starts[index] = start;
  list.ends[index] = writeCode(scratch.point, base, precision, list.chars, start);
}

/**
 * Writes the code of a point in a record that contains it. Bytes up to MAX_CODE_CHARS after `start` may be overwritten.
 * @returns the end of the code
 */
function writeCode(
  point: scratch.Point,
  base: number,
  precision: number,
  chars: Uint8Array,
  start: number,
): number {
  const flags = records[base + layout.FLAGS];
  const kind = flags & layout.KIND_MASK;
  let letters: number;
  if (kind === layout.KIND_GRID) letters = writeGrid(point, base, flags, chars, start);
  else if (kind === layout.KIND_AUTO_HEADER)
    letters = writeAutoHeader(point, base, flags, chars, start);
  else letters = writeNameless(point, base, flags, chars, start);

  const dot = start + ((flags >> layout.PREFIX_SHIFT) & layout.LENGTH_MASK);
  const end = dot + 1 + ((flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK);
  if (flags & layout.DOT_LEFT) {
    chars[dot] = chars[dot - 1];
    chars[dot - 1] = DOT;
  } else if (flags & layout.SWAPPED && kind !== layout.KIND_GRID) {
    const before = chars[dot - 1];
    chars[dot - 1] = chars[dot + 1];
    chars[dot + 1] = before;
  }
  if (letters === 0) pack(chars, end);
  if (precision === 0) return end;

  // Only grids count rows from the south.
  const latFraction = point[scratch.POINT_LAT_FRACTION];
  const lat = Math.imul(LAT_FRACTIONS, scratch.cellOffset[scratch.CELL_OFFSET_LAT]);
  const lon = Math.imul(LAT_FRACTIONS, scratch.cellOffset[scratch.CELL_OFFSET_LON_QUARTERS]);
  writeExtension(
    (lon + point[scratch.POINT_LON_FRACTION]) | 0,
    records[base + layout.STEP_LON_QUARTERS],
    (kind === layout.KIND_GRID ? lat + latFraction : lat - latFraction) | 0,
    records[base + layout.STEP_LAT],
    chars,
    end,
  );
  return end + 1 + precision;
}
