/**
 * Checks what the engine and the layout of the arrays rely on: that everything has room, and that numbers stay within
 * 32 bits. Texts and codings are those of data/manifest.json; where they break a rule, oracle and vectors fail.
 */
import { autoHeaderPrefixLength, triplesOf } from "../src/tables/derive/auto-header.ts";
import {
  type BoundaryTable,
  continuesGroup,
  forEachGroup,
  isNonEncoding,
  isNonEncodingCodex,
  lengthOfCodex,
  xDivider,
} from "../src/tables/derive/boundaries.ts";
import { prefixLengthOf, suffixLengthOf } from "../src/tables/derive/decode-entries.ts";
import { areaColumns, areaRows, firstValue } from "../src/tables/derive/nameless.ts";
import { gridShape } from "../src/tables/derive/records.ts";
import {
  CELL_LAT_MICRO_DEG,
  DIGIT_POWERS,
  DIGITS,
  FULL_CIRCLE_MICRO_DEG,
  INTERNATIONAL,
  LAT_FRACTIONS,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import {
  LAT_BAND_SHIFT,
  LEAF_RECORD_MASK,
  LEAF_TERRITORY_MASK,
  MAX_PARENTS,
} from "../src/tables/layout/grid.ts";
import { TERRITORY_CODE_BYTES } from "../src/tables/layout/names.ts";
import * as L from "../src/tables/layout/records.ts";
import type { BoundaryRow, Tables, TerritoryRow } from "./read.ts";
import { expectRow, expectTable } from "./table-error.ts";

const FILE = "boundaries.csv";
const MAX_INT32 = 2 ** 31 - 1;
const MAX_UINT8 = 0xff;

export function checkTerritories(territories: readonly TerritoryRow[]): void {
  const file = "territories.csv";
  for (const [index, row] of territories.entries()) {
    const { number, alphaCode, parent } = row;
    expectRow(number === index, file, row, `number is ${number}`, `${index}`);
    const isShort = alphaCode.length < TERRITORY_CODE_BYTES;
    expectRow(isShort, file, row, `alphaCode is '${alphaCode}'`, "a shorter one");
    const isRightParent = parent < 0 || (parent > index && territories[parent].parent < 0);
    expectRow(isRightParent, file, row, `its parent is row ${parent}`, "a country behind it");
  }
  const max = LEAF_TERRITORY_MASK + 1;
  expectTable(territories.length <= max, file, `${territories.length} rows`, `at most ${max}`);
  const parents = new Set(territories.map(({ parent }) => parent).filter((parent) => parent >= 0));
  const count = `${parents.size} rows are parents`;
  expectTable(parents.size <= MAX_PARENTS, file, count, `at most ${MAX_PARENTS}`);
  const last = territories.at(-1)?.alphaCode;
  expectTable(last === INTERNATIONAL, file, `the last row is ${last}`, INTERNATIONAL);
}

/** @returns the first row of each territory, closed by the number of all rows */
export function checkOrderOfRows({ boundaries, territories }: Tables): number[] {
  const max = LEAF_RECORD_MASK + 1;
  expectTable(boundaries.length <= max, FILE, `${boundaries.length} rows`, `at most ${max}`);
  const firsts: number[] = [];
  for (const [record, row] of boundaries.entries()) {
    if (row.territory === firsts.length - 1) continue;
    const next = territories[firsts.length]?.alphaCode ?? "no further territory";
    expectRow(row.territory === firsts.length, FILE, row, "territory is out of order", next);
    firsts.push(record);
  }
  const count = `${firsts.length} territories have records`;
  expectTable(firsts.length === territories.length, FILE, count, `${territories.length}`);
  return [...firsts, boundaries.length];
}

/** Checks rows before records are derived from them. */
export function checkBoundaries(boundaries: readonly BoundaryRow[], table: BoundaryTable): void {
  for (const row of boundaries) checkRectangle(row);
  for (const territory of table.encompassing.keys()) {
    checkCodes(boundaries.slice(table.firsts[territory], table.firsts[territory + 1]));
  }
  forEachGroup(boundaries, (first, end) => {
    const rows = boundaries.slice(first, end);
    if (rows[0].nameless) checkAreas(rows);
    else if (rows[0].recordType > 1) checkTriples(rows);
    else if (!isNonEncoding(table, rows[0], first)) checkGrid(rows[0]);
  });
  checkLengths(boundaries, table);
  checkRings(boundaries, table.firsts[table.parents.length - 1]);
}

function checkRectangle(row: BoundaryRow): void {
  const { latMin, latMax, lonMin, lonMax } = row;
  const isOnEarth =
    latMin < latMax && latMin >= -LAT_LIMIT_MICRO_DEG && latMax <= LAT_LIMIT_MICRO_DEG + 1;
  expectRow(isOnEarth, FILE, row, `latitudes ${latMin} to ${latMax}`, "-90000000 to 90000001");
  const width = lonMax - lonMin;
  const isWidth = width > 0 && width <= FULL_CIRCLE_MICRO_DEG;
  expectRow(isWidth, FILE, row, `lonMax - lonMin is ${width}`, "1 to 360000000");
  // The engine wraps longitudes by one turn at most, and differences must fit an int32.
  const isReachable =
    lonMin > -FULL_CIRCLE_MICRO_DEG && lonMax < FULL_CIRCLE_MICRO_DEG + LON_LIMIT_MICRO_DEG;
  expectRow(isReachable, FILE, row, "longitudes too far out", "within one turn of -180 to 180");
  const isInside = lonMin >= -LON_LIMIT_MICRO_DEG && lonMax <= LON_LIMIT_MICRO_DEG;
  const mayReachOut = !row.nameless && row.recordType < 2;
  const problem = "reaches past the date line";
  expectRow(isInside || mayReachOut, FILE, row, problem, "only grids to do so");
}

/** Codes get longer, so that the first one is the shortest, and a restricted record needs one before it. */
function checkCodes(rows: readonly BoundaryRow[]): void {
  let length = 0;
  let isAnyUnrestricted = false;
  for (const row of rows) {
    const own = lengthOfCodex(row.codex) + (row.nameless || row.recordType > 0 ? 1 : 0);
    const isLonger = own >= length || isNonEncodingCodex(row.codex);
    expectRow(isLonger, FILE, row, `makes ${own} characters`, `${length} or more`);
    length = own;
    isAnyUnrestricted ||= !row.restricted;
    expectRow(isAnyUnrestricted, FILE, row, "no unrestricted record precedes it", "one before it");
  }
  const last = rows[rows.length - 1];
  const isPlain = last.recordType === 0 && !last.nameless;
  expectRow(isPlain, FILE, last, "an encompassing record with a header or a group", "a grid");
}

/** Checks that the engine computes extensions of a cell within 32 bits. */
function checkSteps(row: BoundaryRow, lonQuarters: number, lat: number): void {
  const largest = Math.max(lonQuarters, lat) * LAT_FRACTIONS;
  expectRow(largest <= MAX_INT32, FILE, row, "its cells are too large", "int32");
}

function checkGrid(row: BoundaryRow): void {
  expectRow(row.smartDiv > 0, FILE, row, `smartDiv is ${row.smartDiv}`, "1 or more");
  const { columns, rows, isSixWide, gridLon, stepLonQuarters, stepLat } = gridShape(row);
  const actual = `${columns} x ${rows} cells`;
  expectRow(!isSixWide || columns >= 4, FILE, row, actual, "at least 4 columns");
  const isPacked = columns <= L.MAX_CELL_COLUMNS && rows <= L.MAX_CELL_ROWS;
  expectRow(isPacked, FILE, row, actual, `at most ${L.MAX_CELL_COLUMNS} x ${L.MAX_CELL_ROWS}`);
  checkSteps(row, stepLonQuarters, stepLat);
  // Codes that no point has can lead to cells up to one first-level cell outside.
  const east = 4 * (row.lonMin + (columns + 1) * gridLon);
  expectRow(east <= MAX_INT32, FILE, row, "its cells reach too far east", "int32");
}

/** Checks that every point of a nameless area has a cell, and that all its cells have values of its share. */
function checkAreas(rows: readonly BoundaryRow[]): void {
  for (const [index, row] of rows.entries()) {
    const valueAt = (area: number) => firstValue(row.codex, rows.length, area);
    const size = valueAt(index + 1) - valueAt(index);
    const divider = xDivider(row.latMin, row.latMax);
    checkSteps(row, divider, CELL_LAT_MICRO_DEG);
    const lastColumn = Math.trunc((4 * (row.lonMax - 1 - row.lonMin) + 3) / divider);
    // Rows count from the north and the southern edge is inside: one row more than fits between the edges.
    const lastRow = Math.trunc((row.latMax - row.latMin) / CELL_LAT_MICRO_DEG);
    const isWithin = lastColumn < areaColumns(row) && lastRow < areaRows(row);
    expectRow(isWithin, FILE, row, `${lastColumn + 1} x ${lastRow + 1} cells`, "fewer");
    const values = areaColumns(row) * areaRows(row);
    expectRow(values <= size, FILE, row, `${values} values`, `at most the ${size} of its share`);
  }
}

function checkTriples(rows: readonly BoundaryRow[]): void {
  const limit = DIGIT_POWERS[autoHeaderPrefixLength(rows[0].codex)];
  for (const [index, { end, stepLonQuarters, stepLat }] of triplesOf(rows).entries()) {
    checkSteps(rows[index], stepLonQuarters, stepLat);
    expectRow(end <= limit, FILE, rows[index], `counts ${end} triples`, `at most ${limit}`);
  }
}

/** Checks that two rows or groups of a territory never read the same code. */
function checkLengths(boundaries: readonly BoundaryRow[], table: BoundaryTable): void {
  /** The first digits that are read, by territory and lengths; undefined in place of a digit stands for all. */
  const digitsByLengths = new Map<number, Set<number | undefined>>();
  for (const [record, row] of boundaries.entries()) {
    const isFirstOfGroup = !continuesGroup(row, boundaries[record - 1]);
    if (isNonEncoding(table, row, record) || !isFirstOfGroup) continue;
    const prefix = prefixLengthOf(row);
    const suffix = suffixLengthOf(row);
    const isPrefix = prefix >= L.MIN_PREFIX && prefix <= L.MAX_PREFIX;
    const isSuffix = suffix >= L.MIN_SUFFIX && suffix <= L.MAX_SUFFIX;
    const codes = `codes of ${prefix}.${suffix} characters`;
    expectRow(isPrefix && isSuffix, FILE, row, codes, "2 to 5 and 2 to 4");
    const lengths = L.entryStartIndex(row.territory, L.codeLengthsOf(prefix, suffix));
    const digits = digitsByLengths.get(lengths) ?? new Set();
    digitsByLengths.set(lengths, digits);
    const digit = row.recordType === 1 ? DIGITS.indexOf(row.headerLetter) : undefined;
    const isFirst = digits.size === 0 || (digit !== undefined && !digits.has(undefined));
    expectRow(isFirst && !digits.has(digit), FILE, row, `a second reading of ${codes}`, "one");
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
  expectTable(
    south === LAT_LIMIT_MICRO_DEG + 1,
    FILE,
    `rings end at ${south}`,
    "at the north pole",
  );
}

/** Checks that the hints of a record, which are bytes, can number its earlier records. */
export function checkHints(records: Int32Array): void {
  for (let base = 0; base < records.length; base += L.RECORD_WORDS) {
    const count =
      (records[base + L.EARLIER_END] - records[base + L.EARLIER_START]) / L.BOUNDS_WORDS;
    const actual = `record ${base / L.RECORD_WORDS} comes after ${count} others`;
    expectTable(count <= MAX_UINT8, FILE, actual, `${MAX_UINT8} at most`);
  }
}
