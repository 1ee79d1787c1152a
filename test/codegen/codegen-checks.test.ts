/** Rules between rows of the tables: codegen rejects tables that break them. */
import { describe, expect, it } from "vitest";
import { TableError } from "../../codegen/errors.ts";
import { packTables } from "../../codegen/pack.ts";
import { type BoundaryRow, type NameRow, readTables, type Tables } from "../../codegen/read.ts";

const tables = readTables(new URL("../../data/", import.meta.url));
const { alphabets, boundaries, characters, countries, names, territories } = tables;

function errorOf(change: Partial<Tables>): string {
  try {
    packTables({ ...tables, ...change });
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
  return "none";
}

/** A copy of rows with one of them changed. */
function changed<Row extends object>(rows: readonly Row[], index: number, to: Partial<Row>): Row[] {
  expect(rows[index], "the row to be broken").toBeDefined();
  return rows.with(index, { ...rows[index], ...to });
}

function placeOf(alphaCode: string): number {
  return territories.findIndex((row) => row.alphaCode === alphaCode);
}

/** The records of a territory, as indices of rows. */
function recordsOf(alphaCode: string): { first: number; last: number } {
  const territory = placeOf(alphaCode);
  const isOwn = (row: BoundaryRow) => row.territory === territory;
  return { first: boundaries.findIndex(isOwn), last: boundaries.findLastIndex(isOwn) };
}

function boundaryError(index: number, to: Partial<BoundaryRow>): string {
  return errorOf({ boundaries: changed(boundaries, index, to) });
}

function lineOf(index: number): string {
  return `boundaries.csv:${boundaries[index]?.line}: `;
}

describe("the records of a territory", () => {
  const { first, last } = recordsOf("NLD");

  it("must not make shorter codes than the record before", () => {
    const index = boundaries.findIndex(
      (row, position) =>
        position > first && row.recordType === 0 && !row.nameless && row.codex === 44,
    );
    const message = boundaryError(index, { codex: 21 });
    expect(message).toMatch(/makes 3 characters, expected \d or more$/);
    expect(message).toContain(lineOf(index));
  });

  it("must not start with a restricted one", () => {
    const index = recordsOf("VAT").first;
    expect(boundaryError(index, { restricted: true })).toBe(
      `${lineOf(index)}no unrestricted record precedes it, expected one before it`,
    );
  });

  it("must end with an encompassing record that is a plain grid", () => {
    const lettered = boundaryError(last, { recordType: 1, headerLetter: "B", codex: 44 });
    expect(lettered).toBe(
      `${lineOf(last)}an encompassing record with a header or a group, expected recordType 0, not nameless`,
    );
  });

  it("must end, in a subdivision, with an encompassing record of codex 43 or 44", () => {
    const index = recordsOf("US-IN").last;
    const message = boundaryError(index, { codex: 54 });
    expect(message).toContain(
      `${lineOf(index)}a subdivision's encompassing record of codex 54, expected 43 or`,
    );
  });

  it("must exist for every territory", () => {
    const noneOfLast = boundaries.filter((row) => row.territory !== territories.length - 1);
    expect(errorOf({ boundaries: noneOfLast })).toBe(
      "boundaries.csv: 532 territories have records, expected 533",
    );
  });

  it("must be at most as many as the index can number", () => {
    const many = Array.from({ length: 16_385 }, () => boundaries[0]);
    expect(errorOf({ boundaries: many })).toMatch(/^boundaries.csv: 16385 rows, expected at/);
  });

  it("must not lie more than one turn away", () => {
    const index = boundaries.findIndex((row) => row.lonMin < -180_000_000);
    const message = boundaryError(index, { lonMin: -360_000_000, lonMax: -359_000_000 });
    expect(message).toContain(`${lineOf(index)}longitudes too far out`);
  });

  it("must divide into cells of a size that fits 32 bits", () => {
    const isOf = (shape: number) => (row: BoundaryRow) =>
      row.recordType === 0 && !row.nameless && row.codex === shape;
    const twoDigits = boundaries.findIndex(isOf(23));
    // More rows than two characters count: no column is left for them.
    expect(boundaryError(twoDigits, { smartDiv: 962 })).toBe(
      `${lineOf(twoDigits)}its cells are too large, expected int32`,
    );
    // Columns six wide, of which the last takes the rest, need four cells in a row.
    const fourDigits = boundaries.findIndex(isOf(43));
    expect(boundaryError(fourDigits, { smartDiv: 300_000 })).toBe(
      `${lineOf(fourDigits)}3 x 300000 cells, expected at least 4 columns`,
    );
    expect(boundaryError(fourDigits, { lonMin: 500_000_000, lonMax: 539_000_000 })).toBe(
      `${lineOf(fourDigits)}its cells reach too far east, expected int32`,
    );
  });

  it("must not use more numbers of a nameless group than their share", () => {
    const index = boundaries.findIndex((row) => row.nameless && row.smartDiv === 961);
    const tooLarge = boundaryError(index, { smartDiv: 962 });
    expect(tooLarge).toContain(lineOf(index));
    expect(tooLarge).toMatch(/962 x 962 values, expected at most the 923521 values of its share$/);
  });

  it("must not give an auto header group more blocks than headers", () => {
    const index = boundaries.findIndex((row) => row.recordType === 3);
    const huge = { latMin: -80_000_000, latMax: 80_000_000, lonMin: -170_000_000 };
    const message = boundaryError(index, { ...huge, lonMax: 170_000_000 });
    expect(message).toMatch(
      /^boundaries.csv:\d+: its group counts \d+ triples, expected at most 29791$/,
    );
  });
});

describe("territories", () => {
  it("must have different codes", () => {
    const wrong = changed(territories, placeOf("NLD"), { alphaCode: "DEU" });
    expect(errorOf({ territories: wrong })).toBe(
      "territories.csv: an alphaCode is repeated, expected each once",
    );
  });

  it("must end with the international one", () => {
    expect(errorOf({ territories: territories.slice(0, -1) })).toMatch(
      /^territories.csv: the last row is [A-Z-]+, expected AAA$/,
    );
  });

  it("must have a later row as parent, which has no parent itself", () => {
    const index = placeOf("US-IN");
    const line = `territories.csv:${territories[index]?.line}: `;
    const toSubdivision = changed(territories, index, { parent: placeOf("RU-SA") });
    expect(errorOf({ territories: toSubdivision })).toBe(
      `${line}RU-SA has a parent, expected none`,
    );
    const toEarlier = changed(territories, index, { parent: placeOf("VAT") });
    expect(errorOf({ territories: toEarlier })).toBe(
      `${line}its parent is row 0, expected a later row`,
    );
  });

  it("must have a name", () => {
    const index = placeOf("NLD");
    expect(errorOf({ territories: changed(territories, index, { fullName: "" }) })).toBe(
      `territories.csv:${territories[index]?.line}: fullName is empty, expected a name`,
    );
  });

  it("must have their own code among the names", () => {
    const without = names.filter(({ name }) => name !== "NLD");
    expect(errorOf({ names: without })).toMatch(
      /^territories.csv:\d+: NLD has no such code, expected one in territory-codes.csv$/,
    );
  });
});

describe("names", () => {
  it("must not have two meanings in one country", () => {
    const index = names.findIndex((row) => row.rank === 1);
    const [first, second] = names.slice(index - 1, index + 1) as [NameRow, NameRow];
    expect(second.name).toBe(first.name);
    const wrong = changed(names, index, { territory: first.territory });
    expect(errorOf({ names: wrong })).toBe(
      `territory-codes.csv:${second.line}: two candidate territories share a parent, ` +
        "expected one for each parent",
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
    expect(errorOf({ names: [...names, ...meanings] })).toBe(
      "territory-codes.csv:9004: 5 candidate territories, expected at most 4",
    );
  });

  it.each([
    ["NEW_YORK"],
    ["ÅLAND"],
    [" NLD"],
    ["nld"],
    [""],
  ])("must be trimmed upper-case ASCII with hyphens, not '%s'", (name) => {
    const message = errorOf({ names: changed(names, 3, { name }) });
    expect(message).toContain(`territory-codes.csv:${names[3]?.line}: code is '${name}'`);
  });
});

describe("alphabets and countries", () => {
  it("must let every letter of a code read back", () => {
    const index = 1;
    const letter = alphabets[index]?.letters[1];
    const unread = characters.filter((row) => row.unit !== letter);
    expect(errorOf({ characters: unread })).toMatch(
      /^alphabets.csv:\d+: B does not read back, expected its character in characters.csv$/,
    );
  });

  it("must not give an ISO code to a subdivision", () => {
    const subdivision = placeOf("US-IN");
    const wrong = changed(countries, 0, { territory: subdivision });
    expect(errorOf({ countries: wrong })).toBe(
      "countries.csv:2: territory is a subdivision, expected a country",
    );
    expect(errorOf({ countries: changed(countries, 0, { iso3: "AN" }) })).toBe(
      "countries.csv:2: iso3 is 'AN', expected three letters",
    );
  });
});
