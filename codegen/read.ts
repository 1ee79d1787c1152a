/** Reads the published tables in data/ into typed rows. Errors name file and line. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** The tables cannot be packed: a file is unreadable, or breaks a rule that the engine relies on. */
export class TableError extends Error {
  override name = "TableError";
}

/** @throws TableError such as `boundaries.csv:17: smartDiv is 0, expected 1 or more` */
export function check(isTrue: boolean, place: string, problem: string): void {
  if (!isTrue) throw new TableError(`${place}: ${problem}`);
}

/** The numbers of the rows of a table, by the texts that other tables name them by. */
type Numbers = ReadonlyMap<string, number>;

/** One row of a CSV file. */
class Row {
  readonly #cells: Readonly<Record<string, string>>;
  /** File and line. */
  readonly place: string;

  constructor(cells: Readonly<Record<string, string>>, place: string) {
    this.#cells = cells;
    this.place = place;
  }

  text(column: string): string {
    return this.#cells[column] ?? this.#fail(column, "a column");
  }

  list(column: string): string[] {
    return this.text(column).split("|").filter(Boolean);
  }

  integer(column: string): number {
    const cell = this.text(column);
    if (!/^-?\d{1,9}$/.test(cell)) this.#fail(column, "an integer of at most nine digits");
    return Number(cell);
  }

  codeUnit(column: string): number {
    const [, hex] = /^U\+([0-9A-F]{4})$/.exec(this.text(column)) ?? [];
    return Number.parseInt(hex ?? this.#fail(column, "a code point such as U+0391"), 16);
  }

  numberOf(column: string, numbers: Numbers): number {
    return numbers.get(this.text(column)) ?? this.#fail(column, "a row of its table");
  }

  #fail(column: string, expected: string): never {
    const cell = this.#cells[column];
    throw new TableError(`${this.place}: ${column} is '${cell}', expected ${expected}`);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The version of the data, and the SHA-256 of each file. */
export function readManifest(folder: URL): { dataVersion: string; files: Record<string, string> } {
  return JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8"));
}

/** @throws TableError for a file that differs from the manifest */
export function readPinned(folder: URL, file: string): Uint8Array {
  const bytes = readFileSync(new URL(file, folder));
  const checksum = sha256Of(bytes);
  const expected = readManifest(folder).files[file];
  const remedy = "(run `npm run codegen -- --seal` if the change is intended)";
  const problem = `its SHA-256 is ${checksum}, expected ${expected} as in manifest.json ${remedy}`;
  check(checksum === expected, file, problem);
  return bytes;
}

function rowsOf(folder: URL, file: string): Row[] {
  return parse<Row, Record<string, string>>(readPinned(folder, file), {
    columns: true,
    on_record: (cells, { lines }) => new Row(cells, `${file}:${lines}`),
  });
}

function numbered(rows: readonly Row[], column: string): Numbers {
  return new Map(rows.map((row, index) => [row.text(column), index]));
}

/**
 * Reads all tables but the towns. Rows refer to others by number; -1 stands for none.
 * @throws TableError for a file that differs from the manifest, and for a cell that is no number or names no row
 */
export function readTables(folder: URL) {
  const read = (file: string) => rowsOf(folder, file);
  const alphabetRows = read("alphabets.csv");
  const alphabets = numbered(alphabetRows, "name");
  const territoryRows = read("territories.csv");
  const territories = numbered(territoryRows, "alphaCode");
  const territoryOf = (row: Row) => row.numberOf("territory", territories);
  const orNone: Numbers = new Map([...territories, ["", -1]]);
  return {
    dataVersion: readManifest(folder).dataVersion,
    alphabets: alphabetRows.map((row) => ({
      name: row.text("name"),
      // Code units written for A..Z.
      letters: Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => row.codeUnit(letter)),
    })),
    territories: territoryRows.map((row) => ({
      place: row.place,
      number: row.integer("number"),
      alphaCode: row.text("alphaCode"),
      parent: row.numberOf("parent", orNone),
      fullName: row.text("fullName"),
      fullNameAliases: row.list("fullNameAliases"),
      aliases: row.list("aliases"),
      alphabets: row.list("alphabets").map((name) => alphabets.get(name) ?? -1),
    })),
    boundaries: read("boundaries.csv").map((row) => ({
      place: row.place,
      territory: territoryOf(row),
      lonMin: row.integer("lonMin"),
      latMin: row.integer("latMin"),
      lonMax: row.integer("lonMax"),
      latMax: row.integer("latMax"),
      codex: row.integer("codex"),
      nameless: row.text("nameless") === "1",
      recordType: row.integer("recordType"),
      restricted: row.text("restricted") === "1",
      specialShape: row.text("specialShape") === "1",
      headerLetter: row.text("headerLetter"),
      smartDiv: row.integer("smartDiv"),
    })),
    // Best candidate first.
    names: read("territory-codes.csv").map((row) => ({
      name: row.text("code"),
      territory: territoryOf(row),
    })),
    characters: read("characters.csv").map((row) => ({
      unit: row.codeUnit("codePoint"),
      roman: row.text("roman"),
      alphabet: row.numberOf("alphabet", alphabets),
    })),
    countries: read("countries.csv").map((row) => ({
      iso2: row.text("iso2"),
      iso3: row.text("iso3"),
      territory: territoryOf(row),
    })),
    identifiers: read("borders/identifiers.csv").map((row) => ({
      place: row.place,
      identifier: row.text("identifier"),
      territory: row.numberOf("territory", orNone),
    })),
  };
}

export type Tables = Readonly<ReturnType<typeof readTables>>;
export type BoundaryRow = Tables["boundaries"][number];
export type TerritoryRow = Tables["territories"][number];

/**
 * Reads the towns of the map page. The territory of a town is an alphaCode.
 * @throws TableError for a file that differs from the manifest, and for a cell that is no number
 */
export function readTowns(folder: URL) {
  return rowsOf(folder, "towns/towns.csv").map((row) => ({
    name: row.text("name"),
    otherNames: row.list("otherNames"),
    latMicroDeg: row.integer("lat"),
    lonMicroDeg: row.integer("lon"),
    territory: row.text("territory"),
    population: row.integer("population"),
  }));
}

export type TownRow = ReturnType<typeof readTowns>[number];
