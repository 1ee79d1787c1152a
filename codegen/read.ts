/** Reads the published tables in data/ into typed rows. Errors name file and line. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { TableError } from "./table-error.ts";

export interface Manifest {
  readonly dataVersion: string;
  /** The SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
}

/** The numbers of the rows of a table, by the texts that other tables name them by. */
type Numbers = ReadonlyMap<string, number>;

/** One row of a CSV file. */
class Row {
  readonly #cells: Readonly<Record<string, string>>;
  readonly #file: string;
  readonly line: number;

  constructor(cells: Readonly<Record<string, string>>, file: string, line: number) {
    this.#cells = cells;
    this.#file = file;
    this.line = line;
  }

  text(column: string): string {
    const cell = this.#cells[column];
    if (cell === undefined) throw new TableError(`${this.#file}:1: expected a column '${column}'`);
    return cell;
  }

  list(column: string): string[] {
    const cell = this.text(column);
    return cell === "" ? [] : cell.split("|");
  }

  integer(column: string): number {
    const cell = this.text(column);
    if (!/^-?\d{1,9}$/.test(cell)) this.#fail(column, "an integer of at most nine digits");
    return Number(cell);
  }

  flag(column: string): boolean {
    return this.text(column) === "1";
  }

  codeUnit(column: string): number {
    const cell = this.text(column);
    if (!/^U\+[0-9A-F]{4}$/.test(cell)) this.#fail(column, "a code point such as U+0391");
    return Number.parseInt(cell.slice(2), 16);
  }

  /** The number of the text in a cell, which must be a key of a map. */
  numberOf(column: string, numbers: Numbers, file: string): number {
    return numbers.get(this.text(column)) ?? this.#fail(column, `a row of ${file}`);
  }

  /** As numberOf, with -1 for an empty cell. */
  optionalNumberOf(column: string, numbers: Numbers, file: string): number {
    return this.text(column) === "" ? -1 : this.numberOf(column, numbers, file);
  }

  #fail(column: string, expected: string): never {
    const cell = this.text(column);
    throw new TableError(
      `${this.#file}:${this.line}: ${column} is '${cell}', expected ${expected}`,
    );
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function readManifest(folder: URL): Manifest {
  return JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Manifest;
}

/** @throws TableError for a file that differs from the manifest */
export function readPinned(folder: URL, file: string): Uint8Array {
  const bytes = readFileSync(new URL(file, folder));
  const checksum = sha256Of(bytes);
  const expected = readManifest(folder).files[file];
  if (checksum === expected) return bytes;
  throw new TableError(
    `${file}: its SHA-256 is ${checksum}, expected ${expected} as in manifest.json ` +
      "(run `npm run codegen -- --seal` if the change is intended)",
  );
}

/** A row as csv-parse gives it, with the line at which it ends. */
interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function rowsOf(folder: URL, file: string): Row[] {
  const parsed = parse<CsvRow>(readPinned(folder, file), { columns: true, info: true });
  return parsed.map(({ record, info }) => new Row(record, file, info.lines));
}

function numbered<T>(items: readonly T[], key: (item: T) => string): Numbers {
  return new Map(items.map((item, index) => [key(item), index]));
}

/**
 * Reads all tables but the towns. Rows refer to others by number; -1 stands for none.
 * @throws TableError for a file that differs from the manifest, and for a cell that is no number or names no row
 */
export function readTables(folder: URL) {
  const read = (file: string) => rowsOf(folder, file);
  const alphabetRows = read("alphabets.csv");
  const alphabets = numbered(alphabetRows, (row) => row.text("name"));
  const territoryRows = read("territories.csv");
  const territories = numbered(territoryRows, (row) => row.text("alphaCode"));
  const territoryOf = (row: Row) => row.numberOf("territory", territories, "territories.csv");
  return {
    dataVersion: readManifest(folder).dataVersion,
    alphabets: alphabetRows.map((row) => ({
      name: row.text("name"),
      // Code units written for A..Z.
      letters: Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => row.codeUnit(letter)),
    })),
    territories: territoryRows.map((row) => ({
      line: row.line,
      number: row.integer("number"),
      alphaCode: row.text("alphaCode"),
      parent: row.optionalNumberOf("parent", territories, "territories.csv"),
      fullName: row.text("fullName"),
      fullNameAliases: row.list("fullNameAliases"),
      aliases: row.list("aliases"),
      alphabets: row.list("alphabets").map((name) => alphabets.get(name) ?? -1),
    })),
    boundaries: read("boundaries.csv").map((row) => ({
      line: row.line,
      territory: territoryOf(row),
      lonMin: row.integer("lonMin"),
      latMin: row.integer("latMin"),
      lonMax: row.integer("lonMax"),
      latMax: row.integer("latMax"),
      codex: row.integer("codex"),
      nameless: row.flag("nameless"),
      recordType: row.integer("recordType"),
      restricted: row.flag("restricted"),
      specialShape: row.flag("specialShape"),
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
      alphabet: row.numberOf("alphabet", alphabets, "alphabets.csv"),
    })),
    countries: read("countries.csv").map((row) => ({
      iso2: row.text("iso2"),
      iso3: row.text("iso3"),
      territory: territoryOf(row),
    })),
    identifiers: read("borders/identifiers.csv").map((row) => ({
      line: row.line,
      identifier: row.text("identifier"),
      territory: row.optionalNumberOf("territory", territories, "territories.csv"),
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
