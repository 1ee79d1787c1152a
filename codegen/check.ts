/**
 * Checks the assumptions of the engine and of the layout of the arrays: enough room, and numbers within 32 bits.
 * data/manifest.json fixes texts and codings; if they break a rule, oracle and vectors fail.
 */

import type { BoundaryTable } from "../src/tables/derive/boundaries.ts";
import * as boundaryRules from "../src/tables/derive/boundaries.ts";
import * as recordShapes from "../src/tables/derive/records.ts";
import * as format from "../src/tables/format.ts";
import * as pointIndex from "../src/tables/layout/point-index.ts";
import * as layout from "../src/tables/layout/records.ts";
import { MAX_KEY_CHARS } from "../src/tables/layout/short-names.ts";
import { type BoundaryRow, check, type Tables, type TerritoryRow } from "./read.ts";

const FILE = "boundaries.csv";
const MAX_INT32 = 2 ** 31 - 1;
const { FULL_CIRCLE_MICRO_DEG: TURN, LON_LIMIT_MICRO_DEG: EAST_END } = format;

export function checkTerritories(territories: readonly TerritoryRow[]): void {
  for (const [index, { fileLine, number, alphaCode, parent }] of territories.entries()) {
    check(number === index, fileLine, `number is ${number}, expected ${index}`);
    const isShort = alphaCode.length <= MAX_KEY_CHARS;
    check(isShort, fileLine, `alphaCode is '${alphaCode}', expected a shorter one`);
    const isRightParent = parent < 0 || (parent > index && territories[parent].parent < 0);
    check(isRightParent, fileLine, `its parent is row ${parent}, expected a country after it`);
  }
  const file = "territories.csv";
  const count = territories.length;
  check(count <= pointIndex.LEAF_TERRITORY_MASK + 1, file, `${count} rows are too many for leaves`);
  const last = territories.at(-1)?.alphaCode;
  const problem = `the last row is ${last}, expected ${format.INTERNATIONAL}`;
  check(last === format.INTERNATIONAL, file, problem);
}

/** @returns the first row of each territory, closed by the number of all rows */
export function checkOrderOfRows({ boundaries, territories }: Tables): number[] {
  const max = pointIndex.LEAF_RECORD_MASK + 1;
  check(boundaries.length <= max, FILE, `${boundaries.length} rows, expected at most ${max}`);
  const firsts: number[] = [];
  for (const [record, { territory, fileLine }] of boundaries.entries()) {
    if (territory === firsts.length - 1) continue;
    check(territory === firsts.length, fileLine, "territory is out of order");
    firsts.push(record);
  }
  const problem = `${firsts.length} territories have records, expected ${territories.length}`;
  check(firsts.length === territories.length, FILE, problem);
  return [...firsts, boundaries.length];
}

/** Checks rows before the derivation of records. */
export function checkBoundaries(boundaries: readonly BoundaryRow[], table: BoundaryTable): void {
  for (const row of boundaries) checkRectangle(row);
  for (const territory of table.encompassing.keys()) {
    checkCodes(boundaries.slice(table.firsts[territory], table.firsts[territory + 1]));
  }
  boundaryRules.forEachGroup(boundaries, (first, end) => {
    const rows = boundaries.slice(first, end);
    if (rows[0].nameless) checkAreas(rows);
    else if (rows[0].recordType > 1) checkBlocks(rows);
    else if (!boundaryRules.isNonEncoding(table, rows[0], first)) checkGrid(rows[0]);
  });
  checkLengths(boundaries, table);
  checkRings(boundaries, table.firsts[table.parents.length - 1]);
}

function checkRectangle(row: BoundaryRow): void {
  const { fileLine, latMin, latMax, lonMin, lonMax } = row;
  const [south, north] = [-format.LAT_LIMIT_MICRO_DEG, format.LAT_LIMIT_MICRO_DEG + 1];
  const isOnEarth = latMin < latMax && latMin >= south && latMax <= north;
  check(isOnEarth, fileLine, `latitudes ${latMin} to ${latMax}, expected ${south} to ${north}`);
  const width = lonMax - lonMin;
  const isWidth = width > 0 && width <= TURN;
  check(isWidth, fileLine, `lonMax - lonMin is ${width}, expected 1 to ${TURN}`);
  // The engine wraps longitudes by one turn at most, and differences must fit an int32.
  const isReachable = lonMin > -TURN && lonMax < TURN + EAST_END;
  check(isReachable, fileLine, "longitudes too far out, expected within one turn of -180 to 180");
  const isInside = lonMin >= -EAST_END && lonMax <= EAST_END;
  const isGrid = !row.nameless && row.recordType < 2;
  check(isInside || isGrid, fileLine, "reaches past the date line, expected only grids to do so");
}

/** Checks that codes never get shorter, and that a restricted record follows an unrestricted one. */
function checkCodes(rows: readonly BoundaryRow[]): void {
  let length = 0;
  let isAnyUnrestricted = false;
  for (const { fileLine, codex, nameless, recordType, restricted } of rows) {
    const chars = boundaryRules.lengthOfCodex(codex) + (nameless || recordType > 0 ? 1 : 0);
    const isLonger = chars >= length || boundaryRules.isNonEncodingCodex(codex);
    check(isLonger, fileLine, `makes ${chars} characters, expected ${length} or more`);
    length = chars;
    isAnyUnrestricted ||= !restricted;
    check(isAnyUnrestricted, fileLine, "no unrestricted record precedes it, expected one");
  }
  const { fileLine, recordType, nameless } = rows[rows.length - 1];
  const isPlain = recordType === 0 && !nameless;
  check(isPlain, fileLine, "an encompassing record with a header or a group, expected a grid");
}

/** Checks that the engine computes extensions of a cell within 32 bits. */
function checkSteps({ fileLine }: BoundaryRow, lonQuarters: number, lat: number): void {
  const largest = Math.max(lonQuarters, lat) * format.LAT_FRACTIONS;
  check(largest <= MAX_INT32, fileLine, "its cells are too large, expected int32");
}

/** Checks that the column and row of a cell fit into one number. */
function checkPacking({ fileLine }: BoundaryRow, columns: number, rows: number): void {
  const isPacked = columns <= layout.MAX_CELL_COLUMNS && rows <= layout.MAX_CELL_ROWS;
  const limits = `${layout.MAX_CELL_COLUMNS} x ${layout.MAX_CELL_ROWS}`;
  check(isPacked, fileLine, `${columns} x ${rows} cells, expected at most ${limits}`);
}

function checkGrid(row: BoundaryRow): void {
  const { fileLine, smartDiv } = row;
  check(smartDiv > 0, fileLine, `smartDiv is ${smartDiv}, expected 1 or more`);
  const { columns, rows, isSixWide, gridLon, stepLonQuarters, stepLat } =
    recordShapes.gridShape(row);
  check(!isSixWide || columns >= 4, fileLine, `${columns} columns, expected at least 4`);
  checkPacking(row, columns, rows);
  checkSteps(row, stepLonQuarters, stepLat);
  // Codes without a point can lead up to one first-level cell outside.
  const east = 4 * (row.lonMin + (columns + 1) * gridLon);
  check(east <= MAX_INT32, fileLine, "its cells reach too far east, expected int32");
}

/** Checks that every point of a nameless area has a cell, and that its share has a value for each cell. */
function checkAreas(rows: readonly BoundaryRow[]): void {
  for (const [index, row] of rows.entries()) {
    const valueAt = (area: number) => recordShapes.firstValue(row.codex, rows.length, area);
    const size = valueAt(index + 1) - valueAt(index);
    const [columnCount, rowCount] = [recordShapes.areaColumns(row), recordShapes.areaRows(row)];
    checkPacking(row, columnCount, rowCount);
    const divider = boundaryRules.xDivider(row.latMin, row.latMax);
    const lastColumn = Math.trunc((4 * (row.lonMax - 1 - row.lonMin) + 3) / divider);
    // Rows count from the north, and the southern edge is inside: it adds a row.
    const lastRow = Math.trunc((row.latMax - row.latMin) / format.CELL_LAT_MICRO_DEG);
    const isWithin = lastColumn < columnCount && lastRow < rowCount;
    check(isWithin, row.fileLine, `${lastColumn + 1} x ${lastRow + 1} cells, expected fewer`);
    const values = columnCount * rowCount;
    check(values <= size, row.fileLine, `${values} values, expected at most ${size} of its share`);
  }
}

function checkBlocks(rows: readonly BoundaryRow[]): void {
  const limit = format.DIGIT_POWERS[boundaryRules.prefixLengthOf(rows[0])];
  for (const [index, { end, stepLonQuarters, stepLat }] of recordShapes.blocksOf(rows).entries()) {
    checkSteps(rows[index], stepLonQuarters, stepLat);
    check(end <= limit, rows[index].fileLine, `counts ${end} blocks, expected at most ${limit}`);
  }
}

/** Checks that two rows or groups of a territory never read the same code. */
function checkLengths(boundaries: readonly BoundaryRow[], table: BoundaryTable): void {
  /** The first digits in use, by territory and lengths; undefined stands for all digits. */
  const digitsByLengths = new Map<number, Set<number | undefined>>();
  for (const [record, row] of boundaries.entries()) {
    const isFirstOfGroup = !boundaryRules.continuesGroup(row, boundaries[record - 1]);
    if (boundaryRules.isNonEncoding(table, row, record) || !isFirstOfGroup) continue;
    const prefix = boundaryRules.prefixLengthOf(row);
    const suffix = boundaryRules.suffixLengthOf(row);
    const codes = `codes of ${prefix}.${suffix} characters`;
    const isPrefix = prefix >= layout.MIN_PREFIX && prefix <= layout.MAX_PREFIX;
    const isSuffix = suffix >= layout.MIN_SUFFIX && suffix <= layout.MAX_SUFFIX;
    check(isPrefix && isSuffix, row.fileLine, `${codes}, expected 2 to 5 and 2 to 4`);
    const lengths = layout.entryStartIndex(row.territory, layout.codeLengthsOf(prefix, suffix));
    const digits = digitsByLengths.get(lengths) ?? new Set();
    digitsByLengths.set(lengths, digits);
    const digit = row.recordType === 1 ? format.DIGITS.indexOf(row.headerLetter) : undefined;
    const isFirst = digits.size === 0 || (digit !== undefined && !digits.has(undefined));
    const isOnly = isFirst && !digits.has(digit);
    check(isOnly, row.fileLine, `a second reading of ${codes}, expected one`);
    digits.add(digit);
  }
}

/** Checks that international records are rings without gaps; `first` is the southernmost. */
function checkRings(boundaries: readonly BoundaryRow[], first: number): void {
  let south = -format.LAT_LIMIT_MICRO_DEG;
  for (const row of boundaries.slice(first, -1)) {
    const { fileLine, latMin, latMax, lonMin, lonMax, recordType } = row;
    const isRound = lonMin === -EAST_END && lonMax === EAST_END;
    const isRing = isRound && latMin === south && recordType === 1;
    check(isRing, fileLine, "a gap between international records, expected full rings");
    const isHigh = latMax - latMin >= 1 << pointIndex.LAT_BAND_SHIFT;
    check(isHigh, fileLine, "an international record too low, expected 2^21 or more");
    south = latMax;
  }
  const isPole = south === format.LAT_LIMIT_MICRO_DEG + 1;
  check(isPole, FILE, `rings end at ${south}, expected at the north pole`);
}

/** Checks that the hints of a record (bytes) can number its earlier records. */
export function checkHints(records: Int32Array): void {
  for (let base = 0; base < records.length; base += layout.RECORD_WORDS) {
    const words = records[base + layout.EARLIER_END] - records[base + layout.EARLIER_START];
    const earlier = words / layout.BOUNDS_WORDS;
    check(earlier <= 0xff, FILE, `a record comes after ${earlier} others`);
  }
}
