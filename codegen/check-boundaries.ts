/** Checks of single boundary records and of their order. check-records.ts checks the arrays that are derived from them. */
import { isNonEncodingCodex, lengthOfCodex } from "../src/tables/derive/boundaries.ts";
import {
  DIGITS,
  FULL_CIRCLE_MICRO_DEG,
  LAT_LIMIT_MICRO_DEG,
  LON_LIMIT_MICRO_DEG,
} from "../src/tables/format.ts";
import { LEAF_RECORD_MASK } from "../src/tables/layout/grid.ts";
import type { BoundaryRow, TerritoryRow } from "./read.ts";
import { expectRow, expectTable } from "./table-error.ts";

const FILE = "boundaries.csv";

/** The codices of nameless rows, and of others by recordType. The engine handles no other ones. */
const NAMELESS_CODICES = [13, 21, 22];
const CODICES_BY_TYPE = [
  [21, 22, 23, 24, 32, 33, 34, 42, 43, 44, 54, 55],
  [14, 22, 23, 24, 32, 33, 34, 44],
  [22, 23],
  [23],
];

/**
 * First row of each territory, closed by the number of all rows: the rows of territory t are
 * `boundaries.slice(firsts[t], firsts[t + 1])`.
 * @throws TableError unless each territory has one run of rows, in the order of territories
 */
function firstRecords(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
): number[] {
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

/** @returns the first row of each territory, see firstRecords */
export function checkBoundaries(
  boundaries: readonly BoundaryRow[],
  territories: readonly TerritoryRow[],
): readonly number[] {
  const max = LEAF_RECORD_MASK + 1;
  expectTable(boundaries.length <= max, FILE, `${boundaries.length} rows`, `at most ${max}`);
  const firsts = firstRecords(boundaries, territories);
  for (const row of boundaries) {
    checkRectangle(row);
    checkCoding(row);
  }
  for (const territory of territories) {
    const first = firsts[territory.number];
    const end = firsts[territory.number + 1];
    checkOrder(boundaries.slice(first, end));
    checkEncompassing(boundaries[end - 1], territory);
  }
  return firsts;
}

function checkRectangle(row: BoundaryRow): void {
  const isRisingLat = row.latMin < row.latMax;
  expectRow(isRisingLat, FILE, row, `latMax is ${row.latMax}`, `more than ${row.latMin}`);
  const isOnEarth = row.latMin >= -LAT_LIMIT_MICRO_DEG && row.latMax <= LAT_LIMIT_MICRO_DEG + 1;
  expectRow(isOnEarth, FILE, row, "latitudes beyond a pole", "-90000000 to 90000001");
  const width = row.lonMax - row.lonMin;
  const isWidth = width > 0 && width <= FULL_CIRCLE_MICRO_DEG;
  expectRow(isWidth, FILE, row, `lonMax - lonMin is ${width}`, "1 to 360000000");
  // The engine wraps longitudes by one turn at most, and differences must fit an int32.
  const isReachable =
    row.lonMin > -FULL_CIRCLE_MICRO_DEG && row.lonMax < FULL_CIRCLE_MICRO_DEG + LON_LIMIT_MICRO_DEG;
  expectRow(isReachable, FILE, row, "longitudes too far out", "within one turn of -180 to 180");
}

function checkCoding(row: BoundaryRow): void {
  const type = row.recordType;
  expectRow(type >= 0 && type <= 3, FILE, row, `recordType is ${type}`, "0 to 3");
  const codices = row.nameless ? NAMELESS_CODICES : CODICES_BY_TYPE[type];
  const { codex } = row;
  expectRow(codices.includes(codex), FILE, row, `codex is ${codex}`, codices.join(", "));
  expectRow(!row.nameless || type === 0, FILE, row, "nameless with a recordType", "recordType 0");
  const mayBeRestricted = !row.nameless && type < 2;
  expectRow(mayBeRestricted || !row.restricted, FILE, row, "restricted is 1", "1 only on grids");
  const isSpecialAllowed = row.nameless || !row.specialShape;
  expectRow(isSpecialAllowed, FILE, row, "specialShape is 1", "0 where it is not nameless");
  const { headerLetter } = row;
  const isLetter = headerLetter.length === 1 && DIGITS.includes(headerLetter);
  const expected = type === 1 ? "one base-31 digit" : "none";
  expectRow(
    type === 1 ? isLetter : headerLetter === "",
    FILE,
    row,
    "headerLetter is wrong",
    expected,
  );
  // Only the international encompassing record has no divider: it makes no code.
  const isDivided = row.smartDiv > 0 || codex === 55;
  expectRow(isDivided, FILE, row, `smartDiv is ${row.smartDiv}`, "1 or more");
  const isInside = row.lonMin >= -LON_LIMIT_MICRO_DEG && row.lonMax <= LON_LIMIT_MICRO_DEG;
  const mayReachOut = !row.nameless && type < 2;
  expectRow(
    isInside || mayReachOut,
    FILE,
    row,
    "reaches past the date line",
    "only grids to do so",
  );
}

/** Codes get longer, so that the first one is the shortest, and a restricted record needs one before it. */
function checkOrder(rows: readonly BoundaryRow[]): void {
  let length = 0;
  let isAnyUnrestricted = false;
  for (const row of rows) {
    const ownLength = lengthOfCodex(row.codex) + (row.nameless || row.recordType > 0 ? 1 : 0);
    const isNonEncoding = isNonEncodingCodex(row.codex);
    expectRow(
      ownLength >= length || isNonEncoding,
      FILE,
      row,
      `makes ${ownLength} characters`,
      `${length} or more`,
    );
    length = ownLength;
    const mayBeRestricted = !row.restricted || isAnyUnrestricted;
    expectRow(mayBeRestricted, FILE, row, "no unrestricted record precedes it", "one before it");
    if (!row.restricted) isAnyUnrestricted = true;
  }
}

function checkEncompassing(row: BoundaryRow, territory: TerritoryRow): void {
  const isPlain = row.recordType === 0 && !row.nameless;
  expectRow(
    isPlain,
    FILE,
    row,
    "an encompassing record with a header or a group",
    "recordType 0, not nameless",
  );
  if (territory.parent < 0) return;
  // Codes of the encompassing record's length and longer belong to the parent.
  const isHandOverCodex = row.codex === 43 || row.codex === 44;
  expectRow(
    isHandOverCodex,
    FILE,
    row,
    `a subdivision's encompassing record of codex ${row.codex}`,
    "43 or 44",
  );
}
