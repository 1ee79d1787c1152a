/**
 * The published tables as plain objects, read once when this module is loaded. The only change:
 * each territory holds its own records, in the order of the file.
 */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** A rectangle with its coding rule (format 3). */
export interface BoundaryRecord {
  lonMin: number;
  latMin: number;
  lonMax: number;
  latMax: number;
  codex: number;
  nameless: boolean;
  recordType: number;
  restricted: boolean;
  specialShape: boolean;
  headerLetter: string;
  smartDiv: number;
}

/** A territory with its records; `parent` is "" for a country (format 3). */
export interface Territory {
  alphaCode: string;
  parent: string;
  records: BoundaryRecord[];
}

/** One meaning of a name; rank 0 is the best (format 8). */
export interface TerritoryCode {
  code: string;
  territory: string;
  rank: number;
}

/** A character outside ASCII, its Roman equivalent and its alphabet (format 7, 9). */
export interface ForeignCharacter {
  character: string;
  roman: string;
  alphabet: string;
}

/** The letters of an alphabet for A to Z, in that order (format 9). */
export interface Alphabet {
  name: string;
  letters: string[];
}

export const ROMAN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The element at an index that must exist: a miss is a bug of the oracle. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new Error(`no element at ${index} of ${list.length}`);
  return element;
}

type Row = Record<string, string>;

function readRows(fileName: string): Row[] {
  const file = new URL(`../../data/${fileName}`, import.meta.url);
  return parse<Row>(readFileSync(file), { columns: true });
}

/** The cell of a row, possibly empty. Throws if the file has no such column. */
function cell(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

function numberCell(row: Row, column: string): number {
  return Number(cell(row, column));
}

function flagCell(row: Row, column: string): boolean {
  return cell(row, column) === "1";
}

/** The character of a cell such as "U+0391". */
function characterCell(row: Row, column: string): string {
  return String.fromCodePoint(Number.parseInt(cell(row, column).slice(2), 16));
}

function recordFromRow(row: Row): BoundaryRecord {
  return {
    lonMin: numberCell(row, "lonMin"),
    latMin: numberCell(row, "latMin"),
    lonMax: numberCell(row, "lonMax"),
    latMax: numberCell(row, "latMax"),
    codex: numberCell(row, "codex"),
    nameless: flagCell(row, "nameless"),
    recordType: numberCell(row, "recordType"),
    restricted: flagCell(row, "restricted"),
    specialShape: flagCell(row, "specialShape"),
    headerLetter: cell(row, "headerLetter"),
    smartDiv: numberCell(row, "smartDiv"),
  };
}

function readTerritories(): Territory[] {
  const territories = readRows("territories.csv").map((row): Territory => {
    return { alphaCode: cell(row, "alphaCode"), parent: cell(row, "parent"), records: [] };
  });
  const byCode = new Map(territories.map((one) => [one.alphaCode, one]));
  for (const row of readRows("boundaries.csv")) {
    byCode.get(cell(row, "territory"))?.records.push(recordFromRow(row));
  }
  return territories;
}

function readTerritoryCodes(): TerritoryCode[] {
  return readRows("territory-codes.csv").map((row) => ({
    code: cell(row, "code"),
    territory: cell(row, "territory"),
    rank: numberCell(row, "rank"),
  }));
}

function readForeignCharacters(): ForeignCharacter[] {
  return readRows("characters.csv").map((row) => ({
    character: characterCell(row, "codePoint"),
    roman: cell(row, "roman"),
    alphabet: cell(row, "alphabet"),
  }));
}

function readAlphabets(): Alphabet[] {
  return readRows("alphabets.csv").map((row) => ({
    name: cell(row, "name"),
    letters: [...ROMAN_LETTERS].map((letter) => characterCell(row, letter)),
  }));
}

export const TERRITORIES: readonly Territory[] = readTerritories();
export const TERRITORY_CODES: readonly TerritoryCode[] = readTerritoryCodes();
export const FOREIGN_CHARACTERS: readonly ForeignCharacter[] = readForeignCharacters();
export const ALPHABETS: readonly Alphabet[] = readAlphabets();

/** The territory with exactly this full code. */
export function territoryOf(alphaCode: string): Territory {
  const territory = TERRITORIES.find((one) => one.alphaCode === alphaCode);
  if (territory === undefined) throw new Error(`no territory ${alphaCode}`);
  return territory;
}

/** The bounding box of a territory: the last of its records (format 3). */
export function outlineOf(territory: Territory): BoundaryRecord {
  return at(territory.records, territory.records.length - 1);
}
