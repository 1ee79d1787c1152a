/** Reads the published tables in data/ into typed rows. Every error names file and line. */
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
  readonly line: number;
  readonly name: string;
  readonly territory: number;
  readonly rank: number;
}

export interface AlphabetRow {
  readonly line: number;
  readonly name: string;
  /** Code units written for A..Z. */
  readonly letters: readonly number[];
}

export interface CharacterRow {
  readonly line: number;
  readonly unit: number;
  readonly roman: string;
  readonly alphabet: number;
}

export interface CountryRow {
  readonly line: number;
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
  readonly names: readonly NameRow[];
  readonly alphabets: readonly AlphabetRow[];
  readonly characters: readonly CharacterRow[];
  readonly countries: readonly CountryRow[];
  readonly identifiers: readonly IdentifierRow[];
}

export interface Manifest {
  readonly dataVersion: string;
  readonly files: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
}

/** The numbers of the rows of a table, by the texts that other tables name them by. */
type Numbers = ReadonlyMap<string, number>;

/** One row of a CSV file. Its methods convert cells to values, or throw a TableError that names the cell. */
class Row {
  readonly #cells: Readonly<Record<string, string>>;
  readonly file: string;
  readonly line: number;

  constructor(cells: Readonly<Record<string, string>>, file: string, line: number) {
    this.#cells = cells;
    this.file = file;
    this.line = line;
  }

  text(column: string): string {
    const cell = this.#cells[column];
    if (cell === undefined) throw new TableError(`${this.file}:1: expected a column '${column}'`);
    return cell;
  }

  fail(column: string, expected: string): never {
    const cell = this.text(column);
    throw new TableError(`${this.file}:${this.line}: ${column} is '${cell}', expected ${expected}`);
  }

  list(column: string): string[] {
    const cell = this.text(column);
    return cell === "" ? [] : cell.split("|");
  }

  integer(column: string): number {
    const cell = this.text(column);
    if (!/^-?\d{1,9}$/.test(cell)) this.fail(column, "an integer of at most nine digits");
    return Number(cell);
  }

  flag(column: string): boolean {
    const cell = this.text(column);
    if (cell !== "0" && cell !== "1") this.fail(column, "0 or 1");
    return cell === "1";
  }

  codeUnit(column: string): number {
    const cell = this.text(column);
    if (!/^U\+[0-9A-F]{4}$/.test(cell)) this.fail(column, "a code point such as U+0391");
    return Number.parseInt(cell.slice(2), 16);
  }

  /** The number of the text in a cell, which must be a key of a map. */
  numberOf(column: string, numbers: Numbers, expected: string): number {
    return numbers.get(this.text(column)) ?? this.fail(column, expected);
  }
}

/** A row as csv-parse gives it, with the line at which it ends. */
interface CsvRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function rowsOf(folder: URL, file: string, manifest: Manifest): Row[] {
  const bytes = readFileSync(new URL(file, folder));
  const expected = manifest.files[file];
  if (!expected) throw new TableError(`manifest.json: expected an entry for ${file}`);
  const checksum = createHash("sha256").update(bytes).digest("hex");
  if (checksum !== expected.sha256) {
    throw new TableError(
      `${file}: its SHA-256 is ${checksum}, expected ${expected.sha256} as in manifest.json ` +
        "(run `npm run codegen -- --seal` if the change is intended)",
    );
  }
  const parsed = parse<CsvRow>(bytes, { columns: true, info: true });
  if (parsed.length !== expected.rows) {
    throw new TableError(`${file}: it has ${parsed.length} rows, expected ${expected.rows}`);
  }
  return parsed.map(({ record, info }) => new Row(record, file, info.lines));
}

function numbered<T>(items: readonly T[], key: (item: T) => string): Numbers {
  return new Map(items.map((item, index) => [key(item), index]));
}

export function readManifest(folder: URL): Manifest {
  return JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Manifest;
}

function alphabetRowOf(row: Row): AlphabetRow {
  return {
    line: row.line,
    name: row.text("name"),
    letters: Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => row.codeUnit(letter)),
  };
}

function territoryRowOf(row: Row, territories: Numbers, alphabets: Numbers): TerritoryRow {
  const hasParent = row.text("parent") !== "";
  return {
    line: row.line,
    number: row.integer("number"),
    alphaCode: row.text("alphaCode"),
    parent: hasParent ? row.numberOf("parent", territories, "an alphaCode or none") : -1,
    fullName: row.text("fullName"),
    fullNameAliases: row.list("fullNameAliases"),
    aliases: row.list("aliases"),
    alphabets: row
      .list("alphabets")
      .map((name) => alphabets.get(name) ?? row.fail("alphabets", "names of alphabets.csv")),
  };
}

function territoryOf(row: Row, territories: Numbers): number {
  return row.numberOf("territory", territories, "an alphaCode of territories.csv");
}

function boundaryRowOf(row: Row, territories: Numbers): BoundaryRow {
  return {
    line: row.line,
    territory: territoryOf(row, territories),
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
  };
}

/**
 * Reads all tables of a folder. Rules between rows are checked later, by check.ts and check-boundaries.ts.
 * @throws TableError for a file that differs from the manifest, and for a cell whose value is not valid
 */
export function readTables(folder: URL): Tables {
  const manifest = readManifest(folder);
  const read = (file: string) => rowsOf(folder, file, manifest);
  const alphabets = read("alphabets.csv").map(alphabetRowOf);
  const alphabetNumbers = numbered(alphabets, ({ name }) => name);
  const territoryRows = read("territories.csv");
  const territoryNumbers = numbered(territoryRows, (row) => row.text("alphaCode"));
  return {
    dataVersion: manifest.dataVersion,
    alphabets,
    territories: territoryRows.map((row) => {
      return territoryRowOf(row, territoryNumbers, alphabetNumbers);
    }),
    boundaries: read("boundaries.csv").map((row) => boundaryRowOf(row, territoryNumbers)),
    names: read("territory-codes.csv").map((row) => ({
      line: row.line,
      name: row.text("code"),
      territory: territoryOf(row, territoryNumbers),
      rank: row.integer("rank"),
    })),
    characters: read("characters.csv").map((row) => ({
      line: row.line,
      unit: row.codeUnit("codePoint"),
      roman: row.text("roman"),
      alphabet: row.numberOf("alphabet", alphabetNumbers, "a name of alphabets.csv"),
    })),
    countries: read("countries.csv").map((row) => ({
      line: row.line,
      iso2: row.text("iso2"),
      iso3: row.text("iso3"),
      territory: territoryOf(row, territoryNumbers),
    })),
    identifiers: read("borders/identifiers.csv").map((row) => ({
      line: row.line,
      identifier: row.text("identifier"),
      territory: row.text("territory") === "" ? -1 : territoryOf(row, territoryNumbers),
    })),
  };
}

/**
 * Reads the towns of the map page.
 * @throws TableError for a file that differs from the manifest, and for a cell whose value is not valid
 */
export function readTowns(folder: URL): TownRow[] {
  return rowsOf(folder, "towns/towns.csv", readManifest(folder)).map((row) => ({
    name: row.text("name"),
    otherNames: row.list("otherNames"),
    latMicroDeg: row.integer("lat"),
    lonMicroDeg: row.integer("lon"),
    territory: row.text("territory"),
    population: row.integer("population"),
  }));
}
