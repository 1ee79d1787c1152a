/** What the engine relies on: codegen rejects tables without it, and reports the line. */
import { describe, expect, it } from "vitest";
import { packTables } from "../../codegen/pack.ts";
import {
  type BoundaryRow,
  readTables,
  type Tables,
  type TerritoryRow,
} from "../../codegen/read.ts";
import { TableError } from "../../codegen/table-error.ts";
import { thrownBy } from "../support/errors.ts";

const tables = readTables(new URL("../../data/", import.meta.url));
const { boundaries, territories } = tables;

interface Broken {
  readonly change: Partial<Tables>;
  /** File and line of the broken row. */
  readonly place: string;
}

/** The tables with one row changed: the first one that `pick` accepts. */
function boundary(
  pick: (row: BoundaryRow, index: number) => boolean,
  to: Partial<BoundaryRow>,
): Broken {
  const index = boundaries.findIndex(pick);
  const changed = boundaries.with(index, { ...boundaries[index], ...to });
  return { change: { boundaries: changed }, place: `${boundaries[index].place}: ` };
}

function territory(alphaCode: string, to: Partial<TerritoryRow>): Broken {
  const index = placeOf(alphaCode);
  const changed = territories.with(index, { ...territories[index], ...to });
  return { change: { territories: changed }, place: `territories.csv:${index + 2}: ` };
}

function placeOf(alphaCode: string): number {
  return territories.findIndex((row) => row.alphaCode === alphaCode);
}

/** The first or last record of a territory. */
function record(alphaCode: string, which: "findIndex" | "findLastIndex") {
  const own = placeOf(alphaCode);
  const found = boundaries[which]((row) => row.territory === own);
  return (_: BoundaryRow, index: number) => index === found;
}

const isGridOf = (codex: number) => (row: BoundaryRow) =>
  row.recordType === 0 && !row.nameless && row.codex === codex;
const isGrid = isGridOf(23);
const isLettered = (row: BoundaryRow) => row.recordType === 1;
const isInternational = (row: BoundaryRow) => row.headerLetter === "H" && row.codex === 44;
const isOfNld = (row: BoundaryRow) => row.territory === placeOf("NLD");
const isLaterThanNld = (row: BoundaryRow, index: number) =>
  isGridOf(44)(row) && index > boundaries.findIndex(isOfNld);
const HUGE = { latMin: -80_000_000, latMax: 80_000_000, lonMin: -170_000_000, lonMax: 170_000_000 };

const secondLetter = boundaries.findIndex((row, index) => {
  const before = boundaries[index - 1];
  const isPair = index > 0 && isLettered(row) && isLettered(before);
  return isPair && row.territory === before.territory && row.codex === before.codex;
});
const { headerLetter } = boundaries[secondLetter - 1];

describe("a broken row stops codegen", () => {
  it.each<[what: string, row: Broken, message: string]>([
    ["an empty range of latitudes", boundary(isGrid, { latMax: -89_000_000 }), "latitudes"],
    ["a latitude beyond the pole", boundary(isGrid, { latMax: 90_000_002 }), "to 90000001"],
    ["more than a full circle", boundary(isGrid, { lonMax: 539_000_000 }), "lonMax - lonMin"],
    ["a grid without divider", boundary(isGrid, { smartDiv: 0 }), "smartDiv is 0"],
    [
      "an area too small for its cells",
      boundary(({ nameless }) => nameless, { smartDiv: 1 }),
      "cells, expected fewer",
    ],
    [
      "a group past the date line",
      boundary((row) => row.recordType === 2, { lonMin: -180_000_001 }),
      "reaches past the date line",
    ],
    ["a gap in the north", boundary(isInternational, { latMin: -2_029_054 }), "gap"],
    ["a territory out of order", boundary(isGrid, { territory: 7 }), "out of order"],
    [
      "a second record with a header letter",
      boundary((_, index) => index === secondLetter, { headerLetter }),
      "a second reading of codes",
    ],
    ["codes that get shorter", boundary(isLaterThanNld, { codex: 21 }), "makes 3 characters"],
    [
      "a restricted record at first",
      boundary(record("VAT", "findIndex"), { restricted: true }),
      "no unrestricted record precedes it, expected one before it",
    ],
    [
      "an encompassing record with a letter",
      boundary(record("NLD", "findLastIndex"), { recordType: 1, headerLetter: "B", codex: 44 }),
      "an encompassing record with a header or a group, expected a grid",
    ],
    [
      "a record more than one turn away",
      boundary((row) => row.lonMin < -180_000_000, { lonMin: -360_000_000, lonMax: -359_000_000 }),
      "longitudes too far out",
    ],
    // More rows than two characters count: no column is left for them.
    ["cells beyond 32 bits", boundary(isGrid, { smartDiv: 962 }), "too large, expected int32"],
    // Columns six wide, of which the last takes the rest, need four cells in a row.
    [
      "too few columns",
      boundary(isGridOf(43), { smartDiv: 300_000 }),
      "3 columns, expected at least 4",
    ],
    [
      "cells too far east",
      boundary(isGridOf(43), { lonMin: 500_000_000, lonMax: 539_000_000 }),
      "its cells reach too far east, expected int32",
    ],
    [
      "more values than the share of a nameless area",
      boundary((row) => row.nameless && row.smartDiv === 961, { smartDiv: 962 }),
      "925444 values, expected at most the 923521 of its share",
    ],
    [
      "more blocks than headers of a group",
      boundary((row) => row.recordType === 3, HUGE),
      "triples, expected at most 29791",
    ],
    ["a number out of order", territory("NLD", { number: 6 }), "number is 6"],
    ["a code without room", territory("NLD", { alphaCode: "NLD-NLDD" }), "alphaCode is 'NLD-NLDD'"],
    [
      "a parent with a parent",
      territory("US-IN", { parent: placeOf("RU-SA") }),
      "expected a country",
    ],
    ["a parent before its subdivision", territory("US-IN", { parent: 0 }), "its parent is row 0"],
  ])("%s", (_, { change, place }, message) => {
    const error = errorOf(change);
    expect(error).toContain(place);
    expect(error).toContain(message);
  });
});

function errorOf(change: Partial<Tables>): string {
  return thrownBy(TableError, () => packTables({ ...tables, ...change })).message;
}

describe("a broken table stops codegen", () => {
  it.each<[what: string, change: Partial<Tables>, message: RegExp]>([
    [
      "a territory without records",
      { boundaries: boundaries.filter((row) => row.territory !== territories.length - 1) },
      /^boundaries.csv: 532 territories have records, expected 533$/,
    ],
    [
      "more records than a leaf can number",
      { boundaries: Array.from({ length: 16_385 }, () => boundaries[0]) },
      /^boundaries.csv: 16385 rows, expected at most 16384$/,
    ],
    [
      "another last territory",
      { territories: territories.slice(0, -1) },
      /^territories.csv: the last row is [A-Z-]+, expected AAA$/,
    ],
  ])("%s", (_, change, message) => {
    expect(errorOf(change)).toMatch(message);
  });
});
