/** What rows of the tables must be to each other: the generator refuses tables where they are not. */
import { describe, expect, it } from "vitest";
import { TableError } from "../codegen/errors.ts";
import { packTables } from "../codegen/pack.ts";
import { type BoundaryRow, type NameRow, readTables, type Tables } from "../codegen/read.ts";

const tables = readTables(new URL("../data/", import.meta.url));
const { alphabets, boundaries, characters, countries, names, territories } = tables;

function complaintOf(change: Partial<Tables>): string {
  try {
    packTables({ ...tables, ...change });
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
  return "none";
}

/** A copy of rows with the one at a place changed. */
function changed<Row extends object>(rows: readonly Row[], at: number, to: Partial<Row>): Row[] {
  expect(rows[at], "the row to be broken").toBeDefined();
  return rows.with(at, { ...rows[at], ...to });
}

function placeOf(alphaCode: string): number {
  return territories.findIndex((row) => row.alphaCode === alphaCode);
}

/** The records of a territory, as places in the file. */
function recordsOf(alphaCode: string): { first: number; last: number } {
  const territory = placeOf(alphaCode);
  const isOwn = (row: BoundaryRow) => row.territory === territory;
  return { first: boundaries.findIndex(isOwn), last: boundaries.findLastIndex(isOwn) };
}

function boundaryComplaint(at: number, to: Partial<BoundaryRow>): string {
  return complaintOf({ boundaries: changed(boundaries, at, to) });
}

function lineOf(at: number): string {
  return `boundaries.csv:${boundaries[at]?.line}: `;
}

describe("the records of a territory", () => {
  const { first, last } = recordsOf("NLD");

  it("must make ever longer codes, so that the first is the shortest", () => {
    const at = boundaries.findIndex(
      (row, place) => place > first && row.recordType === 0 && !row.nameless && row.codex === 44,
    );
    const complaint = boundaryComplaint(at, { codex: 21 });
    expect(complaint).toMatch(/makes 3 characters, expected \d or more$/);
    expect(complaint).toContain(lineOf(at));
  });

  it("must not start with a restricted one", () => {
    const at = recordsOf("VAT").first;
    expect(boundaryComplaint(at, { restricted: true })).toBe(
      `${lineOf(at)}nothing unrestricted stands before it, expected a record that does`,
    );
  });

  it("must end with an outline that is a plain grid", () => {
    const lettered = boundaryComplaint(last, { recordType: 1, headerLetter: "B", codex: 44 });
    expect(lettered).toBe(
      `${lineOf(last)}an outline with a header or a group, expected recordType 0, not nameless`,
    );
  });

  it("must end, in a subdivision, with an outline that tells which codes are the country's", () => {
    const at = recordsOf("US-IN").last;
    const complaint = boundaryComplaint(at, { codex: 54 });
    expect(complaint).toContain(`${lineOf(at)}a subdivision's outline of codex 54, expected 43 or`);
  });

  it("must be there for every territory", () => {
    const noneOfLast = boundaries.filter((row) => row.territory !== territories.length - 1);
    expect(complaintOf({ boundaries: noneOfLast })).toBe(
      "boundaries.csv: 532 territories have records, expected 533",
    );
  });

  it("must be no more than the index has numbers for", () => {
    const many = Array.from({ length: 16_385 }, () => boundaries[0]);
    expect(complaintOf({ boundaries: many })).toMatch(/^boundaries.csv: 16385 rows, expected at/);
  });

  it("must not be told of more than one turn away", () => {
    const at = boundaries.findIndex((row) => row.lonMin < -180_000_000);
    const complaint = boundaryComplaint(at, { lonMin: -360_000_000, lonMax: -359_000_000 });
    expect(complaint).toContain(`${lineOf(at)}longitudes too far out`);
  });

  it("must divide into cells of a size that can be counted with", () => {
    const isOf = (shape: number) => (row: BoundaryRow) =>
      row.recordType === 0 && !row.nameless && row.codex === shape;
    const twoDigits = boundaries.findIndex(isOf(23));
    // More rows than two characters count: no column is left for them.
    expect(boundaryComplaint(twoDigits, { smartDiv: 962 })).toBe(
      `${lineOf(twoDigits)}its cells are too large, expected int32`,
    );
    // Columns six wide, of which the last takes the rest, need four cells in a row.
    const fourDigits = boundaries.findIndex(isOf(43));
    expect(boundaryComplaint(fourDigits, { smartDiv: 300_000 })).toBe(
      `${lineOf(fourDigits)}3 x 300000 cells, expected at least 4 columns`,
    );
    expect(boundaryComplaint(fourDigits, { lonMin: 500_000_000, lonMax: 539_000_000 })).toBe(
      `${lineOf(fourDigits)}its cells reach too far east, expected int32`,
    );
  });

  it("must leave the numbers of a nameless group to those that own them", () => {
    const at = boundaries.findIndex((row) => row.nameless && row.smartDiv === 961);
    const tooLarge = boundaryComplaint(at, { smartDiv: 962 });
    expect(tooLarge).toContain(lineOf(at));
    expect(tooLarge).toMatch(/962 x 962 numbers, expected at most the 923521 values of its share$/);
  });

  it("must not give an auto header group more blocks than headers", () => {
    const at = boundaries.findIndex((row) => row.recordType === 3);
    const huge = { latMin: -80_000_000, latMax: 80_000_000, lonMin: -170_000_000 };
    const complaint = boundaryComplaint(at, { ...huge, lonMax: 170_000_000 });
    expect(complaint).toMatch(
      /^boundaries.csv:\d+: its group counts \d+ blocks, expected at most 29791$/,
    );
  });
});

describe("territories", () => {
  it("must each have a code of their own", () => {
    const wrong = changed(territories, placeOf("NLD"), { alphaCode: "DEU" });
    expect(complaintOf({ territories: wrong })).toBe(
      "territories.csv: an alphaCode is repeated, expected each once",
    );
  });

  it("must end with the international one", () => {
    expect(complaintOf({ territories: territories.slice(0, -1) })).toMatch(
      /^territories.csv: the last row is [A-Z-]+, expected AAA$/,
    );
  });

  it("must have a parent behind them that has none itself", () => {
    const at = placeOf("US-IN");
    const line = `territories.csv:${territories[at]?.line}: `;
    const toSubdivision = changed(territories, at, { parent: placeOf("RU-SA") });
    expect(complaintOf({ territories: toSubdivision })).toBe(
      `${line}RU-SA has a parent, expected none`,
    );
    const toEarlier = changed(territories, at, { parent: placeOf("VAT") });
    expect(complaintOf({ territories: toEarlier })).toBe(
      `${line}its parent is row 0, expected a later row`,
    );
  });

  it("must have a name", () => {
    const at = placeOf("NLD");
    expect(complaintOf({ territories: changed(territories, at, { fullName: "" }) })).toBe(
      `territories.csv:${territories[at]?.line}: fullName is empty, expected a name`,
    );
  });

  it("must be found by their own code", () => {
    const without = names.filter(({ name }) => name !== "NLD");
    expect(complaintOf({ names: without })).toMatch(
      /^territories.csv:\d+: NLD has no such code, expected one in territory-codes.csv$/,
    );
  });
});

describe("names", () => {
  it("must not mean two places in one country", () => {
    const at = names.findIndex((row) => row.rank === 1);
    const [first, second] = names.slice(at - 1, at + 1) as [NameRow, NameRow];
    expect(second.name).toBe(first.name);
    const wrong = changed(names, at, { territory: first.territory });
    expect(complaintOf({ names: wrong })).toBe(
      `territory-codes.csv:${second.line}: two meanings share a parent, ` +
        "expected one meaning for each parent",
    );
  });

  it("must not have more than four meanings", () => {
    const parents = new Set(territories.map((row) => row.parent).filter((parent) => parent >= 0));
    const meanings = [...parents].slice(0, 5).map((parent, rank) => ({
      line: 9000 + rank,
      name: "NOWHERE",
      territory: territories.findIndex((row) => row.parent === parent),
      rank,
    }));
    expect(complaintOf({ names: [...names, ...meanings] })).toBe(
      "territory-codes.csv:9004: 5 meanings, expected at most 4",
    );
  });

  it.each([["NEW_YORK"], ["ÅLAND"], [" NLD"], ["nld"], [""]])("must be prepared: '%s'", (name) => {
    const complaint = complaintOf({ names: changed(names, 3, { name }) });
    expect(complaint).toContain(`territory-codes.csv:${names[3]?.line}: code is '${name}'`);
  });
});

describe("alphabets and countries", () => {
  it("every letter that stands in codes must read back", () => {
    const at = 1;
    const letter = alphabets[at]?.letters[1];
    const unread = characters.filter((row) => row.unit !== letter);
    expect(complaintOf({ characters: unread })).toMatch(
      /^alphabets.csv:\d+: B does not read back, expected it in characters.csv$/,
    );
  });

  it("an ISO code must be a country's", () => {
    const subdivision = placeOf("US-IN");
    const wrong = changed(countries, 0, { territory: subdivision });
    expect(complaintOf({ countries: wrong })).toBe(
      "countries.csv:2: territory is a subdivision, expected a country",
    );
    expect(complaintOf({ countries: changed(countries, 0, { iso3: "AN" }) })).toBe(
      "countries.csv:2: iso3 is 'AN', expected three letters",
    );
  });
});
