/** Reads the published tables in data/ into typed rows. Errors of a table name the file, and errors of a cell the line. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";

/** The tables cannot be packed: a file differs from the manifest, or breaks a rule of csv or of the engine. */
export class TableError extends Error {
  override name = "TableError";
}

/** @throws TableError such as `boundaries.csv:17: smartDiv is 0, expected 1 or more` */
export function check(isTrue: boolean, fileLine: string, problem: string): void {
  if (!isTrue) throw new TableError(`${fileLine}: ${problem}`);
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

// ---- Columns

/** A parser for the cells of a column, with undefined for an invalid cell. */
interface Column<Value> {
  readonly read: (cell: string) => Value | undefined;
  readonly expected?: string;
}

const TEXT: Column<string> = { read: (cell) => cell };
const FLAG: Column<boolean> = {
  read: (cell) => (/^[01]$/.test(cell) ? cell === "1" : undefined),
  expected: "0 or 1",
};
const LIST: Column<string[]> = { read: (cell) => cell.split("|").filter(Boolean) };
const INTEGER: Column<number> = {
  read: (cell) => (/^-?\d{1,9}$/.test(cell) ? Number(cell) : undefined),
  expected: "an integer of at most nine digits",
};
const CODE_UNIT: Column<number> = {
  read: (cell) => (/^U\+[0-9A-F]{4}$/.test(cell) ? Number.parseInt(cell.slice(2), 16) : undefined),
  expected: "a code point such as U+0391",
};

/** A column that names rows of another table, read as row numbers. */
function numberIn(numbers: ReadonlyMap<string, number>): Column<number> {
  return { read: (cell) => numbers.get(cell), expected: "a row of its table" };
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row with its file and line, and a value for each column. */
type Row<Read extends Columns> = { readonly fileLine: string } & {
  readonly [Name in keyof Read]: Read[Name] extends Column<infer Value> ? Value : never;
};

function readRows<Read extends Columns>(folder: URL, file: string, columns: Read): Row<Read>[] {
  const rowOf = (cells: Readonly<Record<string, string>>, { lines }: { lines: number }) => {
    const fileLine = `${file}:${lines}`;
    const values = Object.entries(columns).map(([name, { read, expected = "a column" }]) => {
      const cell = cells[name] as string | undefined;
      const value = cell === undefined ? undefined : read(cell);
      check(value !== undefined, fileLine, `${name} is '${cell}', expected ${expected}`);
      return [name, value];
    });
    return { fileLine, ...Object.fromEntries(values) };
  };
  try {
    return parse(readPinned(folder, file), { columns: true, on_record: rowOf });
  } catch (error) {
    throw error instanceof CsvError ? new TableError(`${file}: ${error.message}`) : error;
  }
}

// ---- Tables

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Reads all tables but the towns. Rows refer to others by number; -1 stands for none.
 * @throws TableError for a file that differs from the manifest, and for an invalid cell
 */
export function readTables(folder: URL) {
  const read = <Read extends Columns>(file: string, columns: Read) =>
    readRows(folder, file, columns);
  const numbered = (file: string, name: string) =>
    new Map(read(file, { [name]: TEXT }).map((row, number) => [row[name], number]));
  const alphabets = numbered("alphabets.csv", "name");
  const territories = numbered("territories.csv", "alphaCode");
  const letters = LETTERS.map((letter) => [letter, CODE_UNIT] as const);
  const territory = numberIn(territories);
  const territoryOrNone = numberIn(new Map([...territories, ["", -1]]));
  return {
    dataVersion: readManifest(folder).dataVersion,
    alphabets: [...alphabets.keys()],
    // The code units of A..Z.
    letters: read("alphabets.csv", Object.fromEntries(letters)).map((row) => {
      return LETTERS.map((letter) => row[letter]);
    }),
    territories: read("territories.csv", {
      ...{ number: INTEGER, alphaCode: TEXT, parent: territoryOrNone, fullName: TEXT },
      ...{ fullNameAliases: LIST, aliases: LIST, alphabets: LIST },
    }),
    boundaries: read("boundaries.csv", {
      ...{ territory, lonMin: INTEGER, latMin: INTEGER, lonMax: INTEGER, latMax: INTEGER },
      ...{ codex: INTEGER, nameless: FLAG, recordType: INTEGER, restricted: FLAG },
      ...{ specialShape: FLAG, headerLetter: TEXT, smartDiv: INTEGER },
    }),
    // Best candidate first.
    names: read("territory-codes.csv", { code: TEXT, territory }),
    characters: read("characters.csv", {
      codePoint: CODE_UNIT,
      roman: TEXT,
      alphabet: numberIn(alphabets),
    }),
    countries: read("countries.csv", { iso2: TEXT, iso3: TEXT, territory }),
    identifiers: read("borders/identifiers.csv", { identifier: TEXT, territory: territoryOrNone }),
  };
}

export type Tables = Readonly<ReturnType<typeof readTables>>;
export type BoundaryRow = Tables["boundaries"][number];
export type TerritoryRow = Tables["territories"][number];

/**
 * Reads the towns of the map page: latitude and longitude in micro-degrees, the territory as an alphaCode.
 * @throws TableError for a file that differs from the manifest, and for an invalid cell
 */
export function readTowns(folder: URL) {
  return readRows(folder, "towns/towns.csv", {
    ...{ name: TEXT, otherNames: LIST, lat: INTEGER, lon: INTEGER },
    ...{ territory: TEXT, population: INTEGER },
  });
}

export type TownRow = ReturnType<typeof readTowns>[number];
