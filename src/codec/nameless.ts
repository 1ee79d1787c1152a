/**
 * Nameless records (format 4.2 and 7.2): the small areas of a group share one range of values. The value of all digits
 * selects the area and its cell. Rows count from the north.
 */
import { columnOf, gridCell, NO_CELL, rowOf, sixWide } from "../digits/cells.ts";
import { writeAfterDot, writeBeforeDot } from "../digits/digits.ts";
import * as S from "../digits/scratch.ts";
import * as F from "../tables/format.ts";
import * as L from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { UNKNOWN_MAPCODE } from "./arrays.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./cell.ts";

/** Writes the code of a point, and the point's offset in its cell to `cellOffset`; see writeCode. */
export function writeNameless(
  point: S.Point,
  base: number,
  flags: number,
  chars: Uint8Array,
  start: number,
): number {
  const divider = records[base + L.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[S.POINT_LON] - records[base + L.LON_MIN]);
  const quarters = (point[S.POINT_LON_FRACTION] / F.LAT_FRACTIONS) | 0;
  const column = ((lonQuarters + quarters) / divider) | 0;
  // Without `quarters`: the extension adds the whole fraction, including them.
  S.cellOffset[S.CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * divider;
  const row = rowFromNorth(point, base, F.CELL_LAT_MICRO_DEG);

  const columns = records[base + L.NAMELESS_COLUMNS];
  const rows = records[base + L.NAMELESS_ROWS];
  const isSpecial = (flags & L.KIND_MASK) === L.KIND_NAMELESS_SPECIAL;
  const cell = isSpecial ? sixWide(column, rows - 1 - row, columns, rows) : column * rows + row;
  const value = records[base + L.VALUE_OFFSET] + cell;

  const suffixLength = (flags >> L.SUFFIX_SHIFT) & L.LENGTH_MASK;
  const power = F.DIGIT_POWERS[suffixLength];
  const prefix = (value / power) | 0;
  const suffix = (value - prefix * power) * F.DIGIT_POWERS[L.MAX_SUFFIX - suffixLength];
  const prefixLength = (flags >> L.PREFIX_SHIFT) & L.LENGTH_MASK;
  const dot = start + prefixLength;
  const letters =
    writeBeforeDot(prefix, prefixLength, chars, start) | writeAfterDot(suffix, chars, dot);
  if (flags & L.SWAPPED) {
    const before = chars[dot - 1];
    chars[dot - 1] = chars[dot + 1];
    chars[dot + 1] = before;
  }
  return letters;
}

/** Reads the digits in `parsed`; see readCode. */
export function readNameless(entry: number): number {
  const codeValue = valueWithoutDot();
  const first = entry >> L.ENTRY_RECORD_SHIFT;
  const count = records[first * L.RECORD_WORDS + L.GROUP_COUNT];
  const record = count === 0 ? first : recordOfValue(first, count, codeValue);
  if (record < 0) return UNKNOWN_MAPCODE;
  const base = record * L.RECORD_WORDS;
  const flags = records[base + L.FLAGS];
  // Plain areas of codex 22: the digits around the dot are swapped.
  const swap = flags & L.SWAPPED ? S.parsed.suffix1 - (S.parsed.prefixValue % F.BASE) : 0;
  const value = codeValue + swap * (F.BASE * F.BASE - F.BASE) - records[base + L.VALUE_OFFSET];
  const isSpecial = (flags & L.KIND_MASK) === L.KIND_NAMELESS_SPECIAL ? 1 : 0;
  const rows = records[base + L.NAMELESS_ROWS];
  const cell = gridCell(isSpecial, value, records[base + L.NAMELESS_COLUMNS], rows);
  if (cell === NO_CELL) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, columnOf(cell), rowOf(cell));
  return entryOf(record);
}

/** The value of all digits of a nameless code, with two or three digits after the dot. */
function valueWithoutDot(): number {
  const two = F.BASE * S.parsed.suffix1 + S.parsed.suffix2;
  return S.parsed.suffixLength === 2
    ? S.parsed.prefixValue * F.DIGIT_POWERS[2] + two
    : S.parsed.prefixValue * F.DIGIT_POWERS[3] + F.BASE * two + S.parsed.suffix3;
}

/** The record of a group for a value, or UNKNOWN_MAPCODE. */
function recordOfValue(first: number, count: number, value: number): number {
  const base = first * L.RECORD_WORDS;
  const shareValues = records[base + L.GROUP_SHARE];
  if (shareValues === 0) {
    const digit = S.parsed.firstDigit;
    const whole = 2 * F.BASE - count;
    if (digit < whole) return first + digit;
    const isUpperHalf = value - digit * F.PER_FIRST_DIGIT >= F.HALF_FIRST_DIGIT;
    return first + 2 * digit - whole + (isUpperHalf ? 1 : 0);
  }
  const share = (value / shareValues) | 0;
  if (share < count) return first + share;
  return share === count ? records[base + L.GROUP_OVERFLOW] : UNKNOWN_MAPCODE;
}
