/**
 * Checks the arrays that are derived from boundary records (src/tables/derive): cells and values fit into the
 * words of a record, and no two records read the same code.
 */
import { autoHeaderPrefixLength, triplesOf } from "../src/tables/derive/auto-header.ts";
import {
  continuesGroup,
  forEachGroup,
  isNonEncoding,
  type Published,
  xDivider,
} from "../src/tables/derive/boundaries.ts";
import { prefixLengthOf, suffixLengthOf } from "../src/tables/derive/decode-entries.ts";
import {
  areaColumns,
  areaRows,
  isSwappedArea,
  numberGroup,
  overflowValue,
} from "../src/tables/derive/nameless.ts";
import { gridShape, type RecordSections } from "../src/tables/derive/records.ts";
import {
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  DIGITS,
  LAT_FRACTIONS,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import { LAT_BAND_SHIFT } from "../src/tables/layout/grid.ts";
import {
  BOUNDS_WORDS,
  codeLengthsOf,
  EARLIER_END,
  EARLIER_START,
  entryStartIndex,
  MAX_CELL_COLUMNS,
  MAX_CELL_ROWS,
  MAX_PREFIX,
  MAX_SUFFIX,
  MIN_PREFIX,
  MIN_SUFFIX,
  RECORD_WORDS,
} from "../src/tables/layout/records.ts";
import type { BoundaryRow } from "./read.ts";
import { expectRow, expectTable } from "./table-error.ts";

const FILE = "boundaries.csv";
const MAX_INT32 = 2 ** 31 - 1;
const MAX_UINT8 = 0xff;

/** Checks rows that may be used to derive records. */
export function checkRecords(boundaries: readonly BoundaryRow[], published: Published): void {
  forEachGroup(boundaries, (first, end) => {
    const rows = boundaries.slice(first, end);
    if (rows[0].nameless) checkNamelessGroup(rows, boundaries[end]);
    else if (rows[0].recordType > 1) checkAutoHeaderGroup(rows);
    else if (!isNonEncoding(published, rows[0], first)) checkGrid(rows[0]);
  });
  checkLengths(boundaries, published);
  checkRings(boundaries, published.firsts[published.parents.length - 1]);
}

/** Checks that the engine computes extensions of a cell within 32 bits. */
function checkSteps(row: BoundaryRow, lonQuarters: number, lat: number): void {
  const largest = Math.max(lonQuarters, lat) * LAT_FRACTIONS;
  expectRow(largest <= MAX_INT32, FILE, row, "its cells are too large", "int32");
}

function checkGrid(row: BoundaryRow): void {
  const { columns, rows, isSixWide, gridLon, stepLonQuarters, stepLat } = gridShape(row);
  const actual = `${columns} x ${rows} cells`;
  expectRow(!isSixWide || columns >= 4, FILE, row, actual, "at least 4 columns");
  const isPacked = columns <= MAX_CELL_COLUMNS && rows <= MAX_CELL_ROWS;
  const max = `at most ${MAX_CELL_COLUMNS} x ${MAX_CELL_ROWS}`;
  expectRow(isPacked, FILE, row, actual, max);
  checkSteps(row, stepLonQuarters, stepLat);
  // Codes that no point has can lead to cells up to one first-level cell outside.
  const east = 4 * (row.lonMin + (columns + 1) * gridLon);
  expectRow(east <= MAX_INT32, FILE, row, "its cells reach too far east", "int32");
}

/** @param following the row after the group, which exists because an encompassing record is never nameless */
function checkNamelessGroup(rows: readonly BoundaryRow[], following: BoundaryRow): void {
  const { codex } = rows[0];
  const numbering = numberGroup(codex, rows.length);
  for (const [index, row] of rows.entries()) {
    checkArea(row, numbering.size(index));
    const isPlain = codex === 22 && !row.specialShape;
    expectRow(
      isSwappedArea(row) === (isPlain && numbering.hasOneDigit(index)),
      FILE,
      row,
      `smartDiv is ${row.smartDiv}`,
      "961 if, and only if, the area has all values of one first digit",
    );
  }
  if (overflowValue(numbering, codex, rows.length) === undefined) return;
  const isInside =
    following.lonMin >= -LON_LIMIT_MICRO_DEG && following.lonMax <= LON_LIMIT_MICRO_DEG;
  expectRow(isInside, FILE, following, "a group runs over into it", "it on this side of 180");
}

/** Checks that every point of an area has a cell, and that all its cells have values of its share. */
function checkArea(row: BoundaryRow, size: number): void {
  const columns = areaColumns(row);
  const rows = areaRows(row);
  const divider = xDivider(row.latMin, row.latMax);
  checkSteps(row, divider, CELL_LAT_MICRO_DEG);
  const lastColumn = Math.trunc((4 * (row.lonMax - 1 - row.lonMin) + 3) / divider);
  // Rows count from the north and the southern edge is inside: one row more than fits between the edges.
  const lastRow = Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
  const actual = `${lastColumn + 1} x ${lastRow + 1} cells`;
  const isWithin = lastColumn < columns && lastRow < rows;
  expectRow(isWithin, FILE, row, actual, `at most ${columns} x ${rows}`);
  const values = `${columns} x ${rows} values`;
  expectRow(columns * rows <= size, FILE, row, values, `at most the ${size} values of its share`);
  const isSpacious = !row.specialShape || columns >= 4;
  expectRow(isSpacious, FILE, row, values, "at least 4 columns");
}

function checkAutoHeaderGroup(rows: readonly BoundaryRow[]): void {
  const tripleLimit = DIGIT_POWERS[autoHeaderPrefixLength(rows[0].codex)];
  for (const [index, { end, stepLonQuarters, stepLat }] of triplesOf(rows).entries()) {
    checkSteps(rows[index], stepLonQuarters, stepLat);
    const actual = `its group counts ${end} triples`;
    expectRow(end <= tripleLimit, FILE, rows[index], actual, `at most ${tripleLimit}`);
  }
}

/** Checks that two rows or groups of a territory never read the same code. */
function checkLengths(boundaries: readonly BoundaryRow[], published: Published): void {
  /** The first digits that are read, by territory and lengths; undefined in place of a digit stands for all. */
  const digitsByLengths = new Map<number, Set<number | undefined>>();
  for (const [record, row] of boundaries.entries()) {
    const isFirstOfGroup = !continuesGroup(row, boundaries[record - 1]);
    if (isNonEncoding(published, row, record) || !isFirstOfGroup) continue;
    const prefixLength = prefixLengthOf(row);
    const suffixLength = suffixLengthOf(row);
    const areValid =
      prefixLength >= MIN_PREFIX &&
      prefixLength <= MAX_PREFIX &&
      suffixLength >= MIN_SUFFIX &&
      suffixLength <= MAX_SUFFIX;
    const codes = `codes of ${prefixLength}.${suffixLength} characters`;
    expectRow(areValid, FILE, row, codes, "2 to 5 and 2 to 4");
    const lengths = entryStartIndex(row.territory, codeLengthsOf(prefixLength, suffixLength));
    const digits = digitsByLengths.get(lengths) ?? new Set();
    digitsByLengths.set(lengths, digits);
    const digit = row.recordType === 1 ? DIGITS.indexOf(row.headerLetter) : undefined;
    const isFirst = digits.size === 0 || (digit !== undefined && !digits.has(undefined));
    expectRow(isFirst, FILE, row, `a second reading of ${codes}`, "one at most");
    const problem = `a second ${row.headerLetter} for ${codes}`;
    expectRow(!digits.has(digit), FILE, row, problem, "each letter once");
    digits.add(digit);
  }
}

/** Checks that international records are rings without gaps; `first` is the southernmost. */
function checkRings(boundaries: readonly BoundaryRow[], first: number): void {
  let south = -LAT_LIMIT_MICRO_DEG;
  for (const row of boundaries.slice(first, -1)) {
    const isRing =
      row.latMin === south &&
      row.lonMin === -LON_LIMIT_MICRO_DEG &&
      row.lonMax === LON_LIMIT_MICRO_DEG &&
      row.recordType === 1;
    expectRow(isRing, FILE, row, "a gap between international records", "full rings");
    const isHigh = row.latMax - row.latMin >= 1 << LAT_BAND_SHIFT;
    expectRow(isHigh, FILE, row, "an international record too low", "2^21 or more");
    south = row.latMax;
  }
  const encompassing = boundaries[boundaries.length - 1];
  const isClosed = south === LAT_LIMIT_MICRO_DEG + 1 && encompassing.recordType === 0;
  expectRow(isClosed, FILE, encompassing, `rings end at ${south}`, "at the north pole");
}

/** Checks numbers that are known only once the arrays are derived. */
export function checkDerived({ records }: Pick<RecordSections, "records">): void {
  for (let base = 0; base < records.length; base += RECORD_WORDS) {
    const count = (records[base + EARLIER_END] - records[base + EARLIER_START]) / BOUNDS_WORDS;
    const actual = `record ${base / RECORD_WORDS} comes after ${count} others`;
    expectTable(count <= MAX_UINT8, FILE, actual, `${MAX_UINT8} at most`);
  }
}
