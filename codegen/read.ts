/** Reads the published tables in data/ into typed rows. Errors name file and line. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Boundary } from "../src/tables/derive/boundaries.ts";
import { TableError } from "./table-error.ts";

export interface BoundaryRow extends Boundary {
  readonly line: number;
}

export interface TerritoryRow {
  readonly line: number;
  readonly number: number;
  readonly alphaCode: string;
  /** Number of the parent territory, -1 for none. */
  readonly parent: number;
  readonly fullName: string;
  readonly fullNameAliases: readonly string[];
  readonly aliases: readonly string[];
  readonly alphabets: readonly number[];
}

export interface NameRow {
  readonly name: string;
  readonly territory: number;
}

export interface AlphabetRow {
  readonly name: string;
  /** Code units written for A..Z. */
  readonly letters: readonly number[];
}

export interface CharacterRow {
  readonly unit: number;
  readonly roman: string;
  readonly alphabet: number;
}

export interface CountryRow {
  readonly iso2: string;
  readonly iso3: string;
  readonly territory: number;
}

/** An area of the borders. */
export interface IdentifierRow {
  readonly line: number;
  readonly identifier: string;
  /** Number of its territory, -1 for none. */
  readonly territory: number;
}

/** A town of the map page. */
export interface TownRow {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly latMicroDeg: number;
  readonly lonMicroDeg: number;
  /** The alphaCode of its territory. */
  readonly territory: string;
  readonly population: number;
}

export interface Tables {
  readonly dataVersion: string;
  readonly territories: readonly TerritoryRow[];
  readonly boundaries: readonly BoundaryRow[];
  /** Best candidate first. */
  readonly names: readonly NameRow[];
  readonly alphabets: readonly AlphabetRow[];
  readonly characters: readonly CharacterRow[];
  readonly countries: readonly CountryRow[];
  readonly identifiers: readonly IdentifierRow[];
}

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

/** @throws TableError for a file that differs from the manifest, and for a cell that is no number or names no row */
export function readTables(folder: URL): Tables {
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

/**
 * Reads the towns of the map page.
 * @throws TableError for a file that differs from the manifest, and for a cell that is no number
 */
export function readTowns(folder: URL): TownRow[] {
  return rowsOf(folder, "towns/towns.csv").map((row) => ({
    name: row.text("name"),
    otherNames: row.list("otherNames"),
    latMicroDeg: row.integer("lat"),
    lonMicroDeg: row.integer("lon"),
    territory: row.text("territory"),
    population: row.integer("population"),
  }));
}
