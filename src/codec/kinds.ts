/** The kinds of records: which file writes and which reads the codes of a record. */
import { pack } from "../digits/packing.ts";
import * as S from "../digits/scratch.ts";
import { LAT_FRACTIONS } from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { readAutoHeader, writeAutoHeader } from "./auto-header.ts";
import { writeExtension } from "./extension.ts";
import { readGrid, writeGrid } from "./grid.ts";
import { readNameless, writeNameless } from "./nameless.ts";

/**
 * Writes the code of a point in a record that contains it; up to MAX_CODE_CHARS from `start` on are overwritten. The write
 * functions of the kinds take the flags in place of the precision, and return 0 for a code without letters.
 * @returns the end of the code
 */
export function writeCode(
  point: S.Point,
  base: number,
  precision: number,
  chars: Uint8Array,
  start: number,
): number {
  const flags = records[base + L.FLAGS];
  const kind = flags & L.KIND_MASK;
  let letters: number;
  if (kind === L.KIND_GRID) letters = writeGrid(point, base, flags, chars, start);
  else if (kind === L.KIND_AUTO_HEADER) letters = writeAutoHeader(point, base, flags, chars, start);
  else letters = writeNameless(point, base, flags, chars, start);

  const prefixLength = (flags >> L.PREFIX_SHIFT) & L.LENGTH_MASK;
  const end = start + prefixLength + 1 + ((flags >> L.SUFFIX_SHIFT) & L.LENGTH_MASK);
  if (letters === 0) pack(chars, end);
  if (precision === 0) return end;

  // Only grids count rows from the south.
  const latFraction = point[S.POINT_LAT_FRACTION];
  const lat = LAT_FRACTIONS * S.cellOffset[S.CELL_OFFSET_LAT];
  writeExtension(
    LAT_FRACTIONS * S.cellOffset[S.CELL_OFFSET_LON_QUARTERS] + point[S.POINT_LON_FRACTION],
    records[base + L.STEP_LON_QUARTERS],
    kind === L.KIND_GRID ? lat + latFraction : lat - latFraction,
    records[base + L.STEP_LAT],
    chars,
    end,
  );
  return end + 1 + precision;
}

/**
 * Writes the cell of the digits in `parsed` to `codeCell`, as the read functions of the kinds do. Takes a decode entry.
 * @returns the decode entry of the one record that reads the code, or UNKNOWN_MAPCODE
 */
export function readCode(entry: number): number {
  if ((entry & L.KIND_MASK) === L.KIND_GRID) return readGrid(entry);
  return (entry & L.KIND_MASK) === L.KIND_AUTO_HEADER ? readAutoHeader(entry) : readNameless(entry);
}
