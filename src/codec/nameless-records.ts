/**
 * Nameless records (format 4.2 and 7.2): the small areas of a group share one range of values. The value of all digits
 * selects the area and its cell. Rows count from the north.
 */
import { cellOfNumber, columnOf, NO_CELL, numberSixWide, rowOf } from "../digits/cells.ts";
import * as format from "../tables/format.ts";
import * as layout from "../tables/layout/records.ts";
import { records } from "../tables/tables.ts";
import { parsed } from "../text/fast-scan.ts";
import { entryOf, rowFromNorth, setCellFromNorth } from "./code-cell.ts";
import { UNKNOWN_MAPCODE } from "./error-codes.ts";
import * as scratch from "./scratch.ts";

/** The number before the dot of a point's code; see writeCode. */
export function findNamelessPrefix(point: scratch.Point, base: number, flags: number): number {
  const stepLon = records[base + layout.STEP_LON_QUARTERS];
  const lonQuarters = 4 * (point[scratch.POINT_LON] - records[base + layout.LON_MIN]);
  const quarters = (point[scratch.POINT_LON_FRACTION] / format.LAT_FRACTIONS) | 0;
  const column = ((lonQuarters + quarters) / stepLon) | 0;
  // Without `quarters`: the extension adds the whole fraction, including them.
  scratch.pointCell[scratch.CELL_OFFSET_LON_QUARTERS] = lonQuarters - column * stepLon;
  const row = rowFromNorth(point, base, format.CELL_LAT_MICRO_DEG);

  const columns = records[base + layout.NAMELESS_COLUMNS];
  const rows = records[base + layout.NAMELESS_ROWS];
  const isSpecial = (flags & layout.KIND_MASK) === layout.KIND_NAMELESS_SPECIAL;
  const cell = isSpecial
    ? numberSixWide(column, rows - 1 - row, columns, rows)
    : column * rows + row;
  const value = records[base + layout.VALUE_OFFSET] + cell;

  const suffixLength = (flags >> layout.SUFFIX_SHIFT) & layout.LENGTH_MASK;
  const power = format.DIGIT_POWERS[suffixLength];
  const prefix = (value / power) | 0;
  scratch.pointCell[scratch.CODE_SUFFIX] =
    (value - prefix * power) * format.DIGIT_POWERS[layout.MAX_SUFFIX - suffixLength];
  return prefix;
}

/** Reads the digits in `parsed`; see readCode. */
export function readNameless(entry: number): number {
  const codeValue = valueWithoutDot();
  const first = entry >> layout.ENTRY_RECORD_SHIFT;
  const count = records[first * layout.RECORD_WORDS + layout.GROUP_COUNT];
  const record = count === 0 ? first : recordOfValue(first, count, codeValue);
  if (record < 0) return UNKNOWN_MAPCODE;
  const base = record * layout.RECORD_WORDS;
  const flags = records[base + layout.FLAGS];
  // Plain areas of codex 22: the digits around the dot are swapped.
  const swap = flags & layout.SWAPPED ? parsed.suffix1 - (parsed.prefixValue % format.BASE) : 0;
  const value =
    codeValue +
    swap * (format.BASE * format.BASE - format.BASE) -
    records[base + layout.VALUE_OFFSET];
  const specialBit = (flags & layout.KIND_MASK) === layout.KIND_NAMELESS_SPECIAL ? 1 : 0;
  const rows = records[base + layout.NAMELESS_ROWS];
  const cell = cellOfNumber(specialBit, value, records[base + layout.NAMELESS_COLUMNS], rows);
  if (cell === NO_CELL) return UNKNOWN_MAPCODE;
  setCellFromNorth(base, columnOf(cell), rowOf(cell));
  return entryOf(record);
}

/** The value of all digits of a nameless code, with two or three digits after the dot. */
function valueWithoutDot(): number {
  const two = format.BASE * parsed.suffix1 + parsed.suffix2;
  return parsed.suffixLength === 2
    ? parsed.prefixValue * format.DIGIT_POWERS[2] + two
    : parsed.prefixValue * format.DIGIT_POWERS[3] + format.BASE * two + parsed.suffix3;
}

/** The record of a group for a value, or UNKNOWN_MAPCODE. */
function recordOfValue(first: number, count: number, value: number): number {
  const base = first * layout.RECORD_WORDS;
  const shareValues = records[base + layout.GROUP_SHARE];
  if (shareValues === 0) {
    const digit = parsed.firstDigit;
    const whole = 2 * format.BASE - count;
    if (digit < whole) return first + digit;
    const isUpperHalf = value - digit * format.PER_FIRST_DIGIT >= format.HALF_FIRST_DIGIT;
    return first + 2 * digit - whole + (isUpperHalf ? 1 : 0);
  }
  const share = (value / shareValues) | 0;
  if (share < count) return first + share;
  return share === count ? records[base + layout.GROUP_OVERFLOW] : UNKNOWN_MAPCODE;
}
