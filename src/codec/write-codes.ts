/** Writes found codes to a list, and reads codes, with a file for each kind of records. */
import { pack } from "../digits/digits.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { INTERNATIONAL_TERRITORY, records } from "../tables/tables.ts";
import { readAutoHeader, writeAutoHeader } from "./auto-header-records.ts";
import { type CodeList, MAX_CODE_CHARS } from "./code-list.ts";
import { writeExtension } from "./extension.ts";
import { internationalRecord } from "./find.ts";
import { readGrid, writeGrid } from "./grid-records.ts";
import { readNameless, writeNameless } from "./nameless-records.ts";
import * as scratch from "./scratch.ts";

/** Writes the first `count` found codes to a list. */
export function writeList(list: CodeList, count: number, precision: number): void {
  for (let index = 0; index < count; index++) {
    const record = scratch.foundRecords[index];
    const territory = scratch.foundTerritories[index];
    if (record < 0) repeatCode(list, index, ~record, territory);
    else writeListCode(list, index, record, territory, precision);
  }
  list.count = count;
}

/** Writes the international code of `point` alone, without the arrays of found codes: 10% faster. */
export function writeInternational(list: CodeList, precision: number): void {
  const record = internationalRecord(scratch.point[scratch.POINT_LAT]);
  list.count = 1;
  writeListCode(list, 0, record, INTERNATIONAL_TERRITORY, precision);
}

/** Lists the code at index `first` again under another territory. */
function repeatCode(list: CodeList, index: number, first: number, territory: number): void {
  list.territories[index] = territory;
  list.starts[index] = list.starts[first];
  list.ends[index] = list.ends[first];
}

/** Writes the code of `point` in a record to a list. */
function writeListCode(
  list: CodeList,
  index: number,
  record: number,
  territory: number,
  precision: number,
): void {
  const start = index * MAX_CODE_CHARS;
  list.territories[index] = territory;
  list.starts[index] = start;
  list.ends[index] = writeCode(
    scratch.point,
    record * layout.RECORD_WORDS,
    precision,
    list.chars,
    start,
  );
}

/**
 * Writes the code of a point in a record that contains it, over up to MAX_CODE_CHARS from `start` on. The write
 * functions of the kinds take the flags in place of the precision, and return 0 for a code without letters.
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

  const prefixLength = (flags >> layout.PREFIX_SHIFT) & layout.LENGTH_MASK;
  const end = start + prefixLength + 1 + ((flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK);
  if (letters === 0) pack(chars, end);
  if (precision === 0) return end;

  // Only grids count rows from the south.
  const latFraction = point[scratch.POINT_LAT_FRACTION];
  const lat = LAT_FRACTIONS * scratch.cellOffset[scratch.CELL_OFFSET_LAT];
  writeExtension(
    LAT_FRACTIONS * scratch.cellOffset[scratch.CELL_OFFSET_LON_QUARTERS] +
      point[scratch.POINT_LON_FRACTION],
    records[base + layout.STEP_LON_QUARTERS],
    kind === layout.KIND_GRID ? lat + latFraction : lat - latFraction,
    records[base + layout.STEP_LAT],
    chars,
    end,
  );
  return end + 1 + precision;
}

/**
 * Writes the cell of the digits in `parsed` to `codeCell`, as the read functions of the kinds do. Needs a decode entry.
 * @returns the decode entry of the record that reads the code, or UNKNOWN_MAPCODE
 */
export function readCode(entry: number): number {
  if ((entry & layout.KIND_MASK) === layout.KIND_GRID) return readGrid(entry);
  return (entry & layout.KIND_MASK) === layout.KIND_AUTO_HEADER
    ? readAutoHeader(entry)
    : readNameless(entry);
}
