/** Codegen: it always packs the same file, and rejects tables that the engine cannot rely on. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { arrayFile } from "../../codegen/emit.ts";
import { TableError } from "../../codegen/errors.ts";
import { packTables } from "../../codegen/pack.ts";
import { type BoundaryRow, readTables, type Tables } from "../../codegen/read.ts";
import { TABLE_FILE } from "../../src/tables/layout/sections.ts";

const DATA = new URL("../../data/", import.meta.url);
const tables = readTables(DATA);

type RowOf<Name extends keyof Tables> = Tables[Name] extends readonly (infer Row)[] ? Row : never;

/** The tables with one row changed: the first one that `pick` accepts. */
function broken<Name extends Exclude<keyof Tables, "dataVersion">>(
  name: Name,
  pick: (row: RowOf<Name>, index: number) => boolean,
  change: Partial<RowOf<Name>>,
): { tables: Tables; line: number } {
  const rows = tables[name] as unknown as RowOf<Name>[];
  const index = rows.findIndex(pick);
  const row = { ...(rows[index] as object), ...change } as RowOf<Name> & { line: number };
  return { tables: { ...tables, [name]: rows.with(index, row) }, line: row.line };
}

function brokenBoundary(pick: (row: BoundaryRow) => boolean, change: Partial<BoundaryRow>) {
  return broken("boundaries", pick, change);
}

function errorOf(wrong: Tables): string {
  try {
    packTables(wrong);
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
  return "none";
}

const isGrid = (row: BoundaryRow) => row.recordType === 0 && !row.nameless && row.codex === 23;
const isLettered = (row: BoundaryRow) => row.recordType === 1;
const isNameless = (row: BoundaryRow) => row.nameless;
const isAutoHeader = (row: BoundaryRow) => row.recordType === 2;
const isInternational = (row: BoundaryRow) => row.headerLetter === "H" && row.codex === 44;

describe("npm run codegen", () => {
  it("does not seal the tables that it only checks", () => {
    const main = fileURLToPath(new URL("../../codegen/main.ts", import.meta.url));
    const args = ["--import", "tsx", main, "--check", "--seal"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toBe(
      "--seal writes the manifest, and --check writes nothing. Use one of them.\n",
    );
    expect(status).toBe(2);
  });
});

describe("the table file", () => {
  it("is the same every time, and the one that the engine loads", () => {
    const file = arrayFile(packTables(tables), TABLE_FILE);
    const again = arrayFile(packTables(readTables(DATA)), TABLE_FILE);
    expect(Buffer.compare(again, file)).toBe(0);
    const loaded = readFileSync(new URL("../../src/generated/tables.bin", import.meta.url));
    expect(loaded.equals(file)).toBe(true);
  });
});

describe("a broken row of boundaries.csv stops codegen, which reports its line", () => {
  it.each([
    ["an empty range of latitudes", brokenBoundary(isGrid, { latMax: -89_000_000 }), /latMax is/],
    ["a latitude beyond the pole", brokenBoundary(isGrid, { latMax: 90_000_002 }), /beyond a pole/],
    ["more than a full circle", brokenBoundary(isGrid, { lonMax: 539_000_000 }), /lonMax - lonMin/],
    ["an unknown recordType", brokenBoundary(isGrid, { recordType: 4 }), /expected 0 to 3/],
    ["an unknown codex", brokenBoundary(isGrid, { codex: 12 }), /codex is 12/],
    ["a nameless header", brokenBoundary(isNameless, { recordType: 1 }), /codex is|nameless/],
    ["a restricted nameless", brokenBoundary(isNameless, { restricted: true }), /restricted is 1/],
    ["a special grid", brokenBoundary(isGrid, { specialShape: true }), /specialShape is 1/],
    ["a header without letter", brokenBoundary(isLettered, { headerLetter: "" }), /headerLetter/],
    ["a vowel as a letter", brokenBoundary(isLettered, { headerLetter: "A" }), /headerLetter/],
    ["a grid without divider", brokenBoundary(isGrid, { smartDiv: 0 }), /smartDiv is 0/],
    ["an area too small for its cells", brokenBoundary(isNameless, { smartDiv: 1 }), /cells/],
    ["a group past the date line", brokenBoundary(isAutoHeader, { lonMin: -180_000_001 }), /date/],
    ["a gap in the north", brokenBoundary(isInternational, { latMin: -2_029_054 }), /gap/],
    ["a territory out of order", brokenBoundary(isGrid, { territory: 7 }), /out of order/],
  ])("%s", (_what, { tables: wrong, line }, message) => {
    const error = errorOf(wrong);
    expect(error).toMatch(message);
    expect(error).toContain(`boundaries.csv:${line}: `);
  });

  it("a second record with the header letter of another", () => {
    const { boundaries } = tables;
    const index = boundaries.findIndex((row, position) => {
      const next = boundaries[position + 1];
      const isPair = isLettered(row) && next !== undefined && isLettered(next);
      return isPair && row.territory === next.territory && row.codex === next.codex;
    });
    const [first, second] = boundaries.slice(index, index + 2) as [BoundaryRow, BoundaryRow];
    const { headerLetter } = first;
    const wrong = brokenBoundary((row) => row === second, { headerLetter });
    expect(errorOf(wrong.tables)).toContain(
      `boundaries.csv:${wrong.line}: a second ${headerLetter}`,
    );
  });
});

describe("a broken row of another table stops codegen, which reports its line", () => {
  it.each([
    ["territories.csv", broken("territories", (row) => row.number === 5, { number: 6 })],
    ["territories.csv", broken("territories", (row) => row.number === 5, { alphaCode: "NLD2" })],
    ["territories.csv", broken("territories", (row) => row.parent >= 0, { parent: 0 })],
    ["territories.csv", broken("territories", (row) => row.parent >= 0, { parent: -1 })],
    ["territories.csv", broken("territories", () => true, { alphabets: [] })],
    ["territory-codes.csv", broken("names", () => true, { name: "lower" })],
    ["territory-codes.csv", broken("names", (row) => row.rank === 1, { rank: 2 })],
    ["alphabets.csv", broken("alphabets", (_row, index) => index === 1, { letters: [0x391] })],
    ["characters.csv", broken("characters", (_row, index) => index === 9, { unit: 0x80 })],
    ["characters.csv", broken("characters", () => true, { roman: "?" })],
    ["countries.csv", broken("countries", () => true, { iso2: "N" })],
  ])("%s", (file, { tables: wrong, line }) => {
    expect(errorOf(wrong)).toContain(`${file}:${line}: `);
  });
});

describe("reading a table rejects", () => {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-data-"));
  const url = pathToFileURL(`${folder}/`);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Copies data/ and replaces one text. */
  function copyWith(file: string, from: string, to: string): void {
    cpSync(DATA, url, { recursive: true });
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  /** Corrects the checksum of a changed file in the manifest. */
  function seal(file: string): void {
    const path = join(folder, "manifest.json");
    try {
      readTables(url);
    } catch (error) {
      const [, found = "", wanted = ""] = /is (\w{64}), expected (\w{64})/.exec(`${error}`) ?? [];
      writeFileSync(path, readFileSync(path, "utf8").replace(wanted, found));
      return;
    }
    throw new Error(`${file} is as it was`);
  }

  it("a file that is not the published one", () => {
    copyWith("countries.csv", "NL,NLD,NLD", "NL,NLD,DEU");
    expect(() => readTables(url)).toThrow(/^countries.csv: its SHA-256 is .* --seal/);
  });

  it("a missing row", () => {
    copyWith("countries.csv", "NL,NLD,NLD\n", "");
    seal("countries.csv");
    expect(() => readTables(url)).toThrow("countries.csv: it has 249 rows, expected 250");
  });

  it.each([
    ["boundaries.csv", "VAT,12433114,", "VAT,12.4,", "boundaries.csv:2: lonMin is '12.4'"],
    ["boundaries.csv", "VAT,5850000,", "VAX,5850000,", "boundaries.csv:3: territory is 'VAX'"],
    ["boundaries.csv", "43,0,0,1,0,,1290", "43,2,0,1,0,,1290", "boundaries.csv:3: nameless is '2'"],
    ["alphabets.csv", "U+0391", "0391", "alphabets.csv:3: A is '0391'"],
    ["characters.csv", "roman", "Roman", "characters.csv:1: expected a column 'roman'"],
  ])("a wrong cell of %s, with its line", (file, from, to, message) => {
    copyWith(file, from, to);
    seal(file);
    expect(() => readTables(url)).toThrow(message);
  });
});
