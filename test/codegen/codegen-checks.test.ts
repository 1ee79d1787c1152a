/** Rules of the tables and between their rows: codegen rejects tables that break them, and reports the line. */
import { describe, expect, it } from "vitest";
import { packTables } from "../../codegen/pack.ts";
import { type BoundaryRow, readTables, type Tables } from "../../codegen/read.ts";
import { TableError } from "../../codegen/table-error.ts";
import { thrownBy } from "../support/errors.ts";

const tables = readTables(new URL("../../data/", import.meta.url));
const { alphabets, boundaries, characters, names, territories } = tables;

const FILES = {
  alphabets: "alphabets.csv",
  boundaries: "boundaries.csv",
  characters: "characters.csv",
  countries: "countries.csv",
  names: "territory-codes.csv",
  territories: "territories.csv",
} as const;
type RowOf<Name extends keyof typeof FILES> = Tables[Name][number];

interface Broken {
  readonly change: Partial<Tables>;
  /** File and line of the broken row. */
  readonly place: string;
}

/** The tables with one row changed: the first one that `pick` accepts. */
function broken<Name extends keyof typeof FILES>(
  name: Name,
  pick: (row: RowOf<Name>, index: number) => boolean,
  to: Partial<RowOf<Name>>,
): Broken {
  const rows = tables[name] as readonly RowOf<Name>[];
  const index = rows.findIndex(pick);
  const row = rows[index];
  expect(row, "the row to be broken").toBeDefined();
  const change = { [name]: rows.with(index, { ...row, ...to }) };
  return { change, place: `${FILES[name]}:${row.line}: ` };
}

function boundary(pick: (row: BoundaryRow, index: number) => boolean, to: Partial<BoundaryRow>) {
  return broken("boundaries", pick, to);
}

function country(to: Partial<RowOf<"countries">>) {
  return broken("countries", () => true, to);
}

function territory(alphaCode: string, to: Partial<RowOf<"territories">>) {
  return broken("territories", (row) => row.alphaCode === alphaCode, to);
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
const isNameless = (row: BoundaryRow) => row.nameless;
const isInternational = (row: BoundaryRow) => row.headerLetter === "H" && row.codex === 44;
const isLaterOfNld = (row: BoundaryRow, index: number) =>
  row.codex === 44 && isGridOf(44)(row) && index > boundaries.findIndex(isOfNld);
const isOfNld = (row: BoundaryRow) => row.territory === placeOf("NLD");
const isSubdivision = (row: RowOf<"territories">) => row.parent >= 0;
const HUGE = { latMin: -80_000_000, latMax: 80_000_000, lonMin: -170_000_000, lonMax: 170_000_000 };

const secondLetter = boundaries.findIndex((row, index) => {
  const before = boundaries[index - 1];
  const isPair = index > 0 && isLettered(row) && isLettered(before);
  return isPair && row.territory === before.territory && row.codex === before.codex;
});
const { headerLetter } = boundaries[secondLetter - 1];
const secondMeaning = names.findIndex((row) => row.rank === 1);

describe("a broken row stops codegen", () => {
  it.each<[what: string, row: Broken, message: string]>([
    ["an empty range of latitudes", boundary(isGrid, { latMax: -89_000_000 }), "latMax is"],
    ["a latitude beyond the pole", boundary(isGrid, { latMax: 90_000_002 }), "beyond a pole"],
    ["more than a full circle", boundary(isGrid, { lonMax: 539_000_000 }), "lonMax - lonMin"],
    ["an unknown recordType", boundary(isGrid, { recordType: 4 }), "expected 0 to 3"],
    ["an unknown codex", boundary(isGrid, { codex: 12 }), "codex is 12"],
    ["a nameless header", boundary(isNameless, { recordType: 1 }), "nameless with a recordType"],
    ["a restricted nameless", boundary(isNameless, { restricted: true }), "restricted is 1"],
    ["a special grid", boundary(isGrid, { specialShape: true }), "specialShape is 1"],
    ["a header without letter", boundary(isLettered, { headerLetter: "" }), "headerLetter"],
    ["a vowel as a letter", boundary(isLettered, { headerLetter: "A" }), "headerLetter"],
    ["a grid without divider", boundary(isGrid, { smartDiv: 0 }), "smartDiv is 0"],
    ["an area too small for its cells", boundary(isNameless, { smartDiv: 1 }), "cells"],
    [
      "a group past the date line",
      boundary((row) => row.recordType === 2, { lonMin: -180_000_001 }),
      "date",
    ],
    ["a gap in the north", boundary(isInternational, { latMin: -2_029_054 }), "gap"],
    ["a territory out of order", boundary(isGrid, { territory: 7 }), "out of order"],
    [
      "a second record with a header letter",
      boundary((_, index) => index === secondLetter, { headerLetter }),
      `a second ${headerLetter}`,
    ],
    [
      "codes shorter than those before",
      boundary(isLaterOfNld, { codex: 21 }),
      "makes 3 characters",
    ],
    [
      "a restricted record at first",
      boundary(record("VAT", "findIndex"), { restricted: true }),
      "no unrestricted record precedes it, expected one before it",
    ],
    [
      "an encompassing record with a letter",
      boundary(record("NLD", "findLastIndex"), { recordType: 1, headerLetter: "B", codex: 44 }),
      "an encompassing record with a header or a group, expected recordType 0, not nameless",
    ],
    [
      "an encompassing record of a subdivision of codex 54",
      boundary(record("US-IN", "findLastIndex"), { codex: 54 }),
      "a subdivision's encompassing record of codex 54, expected 43 or",
    ],
    [
      "a record more than one turn away",
      boundary((row) => row.lonMin < -180_000_000, { lonMin: -360_000_000, lonMax: -359_000_000 }),
      "longitudes too far out",
    ],
    // More rows than two characters count: no column is left for them.
    [
      "cells beyond 32 bits",
      boundary(isGrid, { smartDiv: 962 }),
      "its cells are too large, expected int32",
    ],
    // Columns six wide, of which the last takes the rest, need four cells in a row.
    [
      "too few columns",
      boundary(isGridOf(43), { smartDiv: 300_000 }),
      "3 x 300000 cells, expected at least 4 columns",
    ],
    [
      "cells too far east",
      boundary(isGridOf(43), { lonMin: 500_000_000, lonMax: 539_000_000 }),
      "its cells reach too far east, expected int32",
    ],
    [
      "more values than the share of a nameless area",
      boundary((row) => row.nameless && row.smartDiv === 961, { smartDiv: 962 }),
      "962 x 962 values, expected at most the 923521 values of its share",
    ],
    ["a number out of order", broken("territories", (row) => row.number === 5, { number: 6 }), ""],
    ["a code of a wrong form", territory("NLD", { alphaCode: "NLD2" }), "alphaCode is 'NLD2'"],
    [
      "a subdivision with an earlier parent",
      broken("territories", isSubdivision, { parent: 0 }),
      "",
    ],
    ["a subdivision without a parent", broken("territories", isSubdivision, { parent: -1 }), ""],
    [
      "a parent with a parent",
      territory("US-IN", { parent: placeOf("RU-SA") }),
      "RU-SA has a parent, expected none",
    ],
    [
      "a parent before its subdivision",
      territory("US-IN", { parent: placeOf("VAT") }),
      "its parent is row 0, expected a later row",
    ],
    ["no alphabets", territory("NLD", { alphabets: [] }), "alphabets is empty"],
    ["no name", territory("NLD", { fullName: "" }), "fullName is empty, expected a name"],
    ["a rank out of order", broken("names", (row) => row.rank === 1, { rank: 2 }), "rank is 2"],
    [
      "two meanings in one country",
      broken("names", (_, index) => index === secondMeaning, {
        territory: names[secondMeaning - 1].territory,
      }),
      "two candidate territories share a parent, expected one for each parent",
    ],
    ...["NEW_YORK", "ÅLAND", " NLD", "nld", ""].map((name): [string, Broken, string] => [
      `the name '${name}'`,
      broken("names", (_, index) => index === 3, { name }),
      `code is '${name}'`,
    ]),
    [
      "letters missing",
      broken("alphabets", (_, index) => index === 1, { letters: [0x391] }),
      "A to Z",
    ],
    [
      "a character out of order",
      broken("characters", (_, index) => index === 9, { unit: 0x80 }),
      "order",
    ],
    ["no Roman character", broken("characters", () => true, { roman: "?" }), "roman is '?'"],
    ["one letter for a country", country({ iso2: "N" }), "iso2 is 'N', expected two letters"],
    [
      "two letters in place of three",
      country({ iso3: "AN" }),
      "iso3 is 'AN', expected three letters",
    ],
    [
      "a country that is a subdivision",
      country({ territory: placeOf("US-IN") }),
      "territory is a subdivision, expected a country",
    ],
  ])("%s", (_, { change, place }, message) => {
    const error = errorOf(change);
    expect(error).toContain(place);
    expect(error).toContain(message);
  });
});

function errorOf(change: Partial<Tables>): string {
  return thrownBy(TableError, () => packTables({ ...tables, ...change })).message;
}

/** A name with a meaning in each of five countries. */
const FIVE_MEANINGS = [...new Set(territories.filter(isSubdivision).map(({ parent }) => parent))]
  .slice(0, 5)
  .map((parent, rank) => {
    const meaning = territories.findIndex((row) => row.parent === parent);
    return { line: 9000 + rank, name: "NOWHERE", territory: meaning, rank };
  });

describe("a broken table stops codegen", () => {
  it.each<[what: string, change: Partial<Tables>, message: RegExp]>([
    [
      "a territory without records",
      { boundaries: boundaries.filter((row) => row.territory !== territories.length - 1) },
      /^boundaries.csv: 532 territories have records, expected 533$/,
    ],
    [
      "more records than the index can number",
      { boundaries: Array.from({ length: 16_385 }, () => boundaries[0]) },
      /^boundaries.csv: 16385 rows, expected at/,
    ],
    [
      "more blocks than headers of a group",
      boundary((row) => row.recordType === 3, HUGE).change,
      /^boundaries.csv:\d+: its group counts \d+ triples, expected at most 29791$/,
    ],
    [
      "a code twice",
      territory("NLD", { alphaCode: "DEU" }).change,
      /^territories.csv: an alphaCode is repeated, expected each once$/,
    ],
    [
      "another last territory",
      { territories: territories.slice(0, -1) },
      /^territories.csv: the last row is [A-Z-]+, expected AAA$/,
    ],
    [
      "a code that is no name",
      { names: names.filter(({ name }) => name !== "NLD") },
      /^territories.csv:\d+: NLD has no such code, expected one in territory-codes.csv$/,
    ],
    [
      "five meanings",
      { names: [...names, ...FIVE_MEANINGS] },
      /^territory-codes.csv:9004: 5 candidate territories, expected at most 4$/,
    ],
    [
      "a letter that does not read back",
      { characters: characters.filter((row) => row.unit !== alphabets[1]?.letters[1]) },
      /^alphabets.csv:\d+: B does not read back, expected its character in characters.csv$/,
    ],
  ])("%s", (_, change, message) => {
    expect(errorOf(change)).toMatch(message);
  });
});
