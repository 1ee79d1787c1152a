/** Codegen rejects tables that break a rule of the engine, and reports the line. */
import { describe, expect, it } from "vitest";
import { packTables } from "../../codegen/pack.ts";
import {
  type BoundaryRow,
  readTables,
  TableError,
  type Tables,
  type TerritoryRow,
} from "../../codegen/read.ts";
import { thrownBy } from "../support/errors.ts";

const tables = readTables(new URL("../../data/", import.meta.url));
const { boundaries, territories } = tables;

/** A change to the tables, and the file and line of the row that it breaks. */
type Broken = readonly [place: string, change: Partial<Tables>];

/** Changes the first row that `pick` accepts. */
function boundary(
  pick: (row: BoundaryRow, index: number) => boolean,
  to: Partial<BoundaryRow>,
): Broken {
  const index = boundaries.findIndex(pick);
  const changed = boundaries.with(index, { ...boundaries[index], ...to });
  return [`${boundaries[index].fileLine}: `, { boundaries: changed }];
}

function territory(alphaCode: string, to: Partial<TerritoryRow>): Broken {
  const index = placeOf(alphaCode);
  const changed = territories.with(index, { ...territories[index], ...to });
  return [`territories.csv:${index + 2}: `, { territories: changed }];
}

function placeOf(alphaCode: string): number {
  return territories.findIndex((row) => row.alphaCode === alphaCode);
}

const NLD = placeOf("NLD");
const isOfNld = (row: BoundaryRow) => row.territory === NLD;
const isLastOfNld = (row: BoundaryRow, at: number) => isOfNld(row) && !isOfNld(boundaries[at + 1]);
const isGridOf = (codex: number) => (row: BoundaryRow) =>
  row.recordType === 0 && !row.nameless && row.codex === codex;
const isGrid = isGridOf(23);
const isWide = isGridOf(43);
const isLaterThanNld = (row: BoundaryRow, at: number) =>
  isGridOf(44)(row) && at > boundaries.findIndex(isOfNld);
const isGroup = (recordType: number) => (row: BoundaryRow) => row.recordType === recordType;
const isNameless = ({ nameless }: BoundaryRow) => nameless;
/** Excludes the first of a group: its values begin at 0. */
const isFullArea = (row: BoundaryRow, at: number) =>
  row.nameless && row.smartDiv === 961 && boundaries[at - 1].nameless;
const isInternational = (row: BoundaryRow) => row.headerLetter === "H" && row.codex === 44;
const HUGE = { latMin: -80_000_000, latMax: 80_000_000, lonMin: -170_000_000, lonMax: 170_000_000 };
const isFarWest = ({ lonMin }: BoundaryRow) => lonMin < -180_000_000;
const TOO_FAR = { lonMin: -360_000_000, lonMax: -359_000_000 };

const secondLetter = boundaries.findIndex((row, index) => {
  const before = boundaries[index - 1];
  const isPair = index > 0 && row.recordType === 1 && before.recordType === 1;
  return isPair && row.territory === before.territory && row.codex === before.codex;
});
const { headerLetter } = boundaries[secondLetter - 1];

const errorOf = (change: Partial<Tables>) =>
  thrownBy(TableError, () => packTables({ ...tables, ...change })).message;

describe("a broken row stops codegen", () => {
  it.each<[message: string, row: Broken]>([
    ["to -89000000, expected -90000000 to 90000001", boundary(isGrid, { latMax: -89_000_000 })],
    ["to 90000002, expected -90000000 to 90000001", boundary(isGrid, { latMax: 90_000_002 })],
    ["expected 1 to 360000000", boundary(isGrid, { lonMax: 539_000_000 })],
    ["longitudes too far out", boundary(isFarWest, TOO_FAR)],
    ["reaches past the date line", boundary(isGroup(2), { lonMin: -180_000_001 })],
    ["a gap between international records", boundary(isInternational, { latMin: -2_029_054 })],
    ["territory is out of order", boundary(isGrid, { territory: 7 })],
    ["a second reading of codes", boundary((_, at) => at === secondLetter, { headerLetter })],
    ["makes 3 characters, expected 7 or more", boundary(isLaterThanNld, { codex: 21 })],
    [
      "no unrestricted record precedes it",
      boundary(({ territory }) => territory === 0, { restricted: true }),
    ],
    [
      "an encompassing record with a header or a group, expected a grid",
      boundary(isLastOfNld, { recordType: 1, headerLetter: "B", codex: 44 }),
    ],
    ["smartDiv is 0, expected 1 or more", boundary(isGrid, { smartDiv: 0 })],
    // More rows than values of two characters: no column is left.
    ["its cells are too large, expected int32", boundary(isGrid, { smartDiv: 962 })],
    // Columns six wide need four cells in a row, as the last column takes the rest.
    ["3 columns, expected at least 4", boundary(isWide, { smartDiv: 300_000 })],
    [
      "its cells reach too far east, expected int32",
      boundary(isWide, { lonMin: 500_000_000, lonMax: 539_000_000 }),
    ],
    ["3844 x 3844 cells, expected fewer", boundary(isNameless, { smartDiv: 1 })],
    [
      "925444 values, expected at most 923521 of its share",
      boundary(isFullArea, { smartDiv: 962 }),
    ],
    ["blocks, expected at most 29791", boundary(isGroup(3), HUGE)],
    ["number is 6", territory("NLD", { number: 6 })],
    ["alphaCode is 'NLD-NLDD'", territory("NLD", { alphaCode: "NLD-NLDD" })],
    ["expected a country", territory("US-IN", { parent: placeOf("RU-SA") })],
    ["its parent is row 0", territory("US-IN", { parent: 0 })],
  ])("%s", (message, [place, change]) => {
    const error = errorOf(change);
    expect(error).toContain(place);
    expect(error).toContain(message);
  });
});

it("a broken table stops codegen", () => {
  const withoutLast = boundaries.filter((row) => row.territory !== territories.length - 1);
  expect(errorOf({ boundaries: withoutLast })).toBe(
    "boundaries.csv: 532 territories have records, expected 533",
  );
  // More records than a leaf can number.
  const tooMany = Array.from({ length: 16_385 }, () => boundaries[0]);
  expect(errorOf({ boundaries: tooMany })).toBe(
    "boundaries.csv: 16385 rows, expected at most 16384",
  );
  expect(errorOf({ territories: territories.slice(0, -1) })).toMatch(
    /^territories.csv: the last row is [A-Z-]+, expected AAA$/,
  );
});
