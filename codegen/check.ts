/** Checks of territories, names and alphabets: rules that the engine relies on without checking them. */
import { DIGITS, INTERNATIONAL } from "../src/tables/format.ts";
import { LEAF_TERRITORY_MASK, MAX_PARENTS } from "../src/tables/layout/grid.ts";
import { TERRITORY_CODE_BYTES } from "../src/tables/layout/names.ts";
import type { CountryRow, NameRow, Tables, TerritoryRow } from "./read.ts";
import { expectRow, expectTable } from "./table-error.ts";

/** No published name has more candidate territories: a fifth one would be a mistake in the table. */
const MAX_CANDIDATES = 4;

export function checkTables(tables: Tables): void {
  checkTerritories(tables.territories);
  checkNames(tables.names, tables.territories);
  checkAlphabets(tables);
  checkCountries(tables.countries, tables.territories);
}

function checkTerritories(territories: readonly TerritoryRow[]): void {
  const file = "territories.csv";
  for (const [index, row] of territories.entries()) {
    const { alphaCode, parent } = row;
    expectRow(row.number === index, file, row, `number is ${row.number}`, `${index}`);
    expectRow(
      /^([A-Z]{3}|[A-Z]{2}-[A-Z]{2,3})$/.test(alphaCode) && alphaCode.length < TERRITORY_CODE_BYTES,
      file,
      row,
      `alphaCode is '${alphaCode}'`,
      "NNN, NN-NN or NN-NNN",
    );
    const isSubdivision = alphaCode.includes("-");
    expectRow(
      isSubdivision === parent >= 0,
      file,
      row,
      `${alphaCode} has ${parent >= 0 ? "a" : "no"} parent`,
      "a parent for subdivisions and for them only",
    );
    if (isSubdivision) {
      const parentRow = territories[parent];
      expectRow(parent > index, file, row, `its parent is row ${parent}`, "a later row");
      expectRow(parentRow.parent < 0, file, row, `${parentRow.alphaCode} has a parent`, "none");
    }
    expectRow(row.fullName !== "", file, row, "fullName is empty", "a name");
    expectRow(row.alphabets.length > 0, file, row, "alphabets is empty", "at least one");
  }
  const max = LEAF_TERRITORY_MASK + 1;
  expectTable(territories.length <= max, file, `${territories.length} rows`, `at most ${max}`);
  const parents = new Set(territories.map((row) => row.parent).filter((parent) => parent >= 0));
  const count = `${parents.size} rows are parents`;
  expectTable(parents.size <= MAX_PARENTS, file, count, `at most ${MAX_PARENTS}`);
  const codes = new Set(territories.map((row) => row.alphaCode));
  expectTable(codes.size === territories.length, file, "an alphaCode is repeated", "each once");
  const last = territories.at(-1)?.alphaCode;
  expectTable(last === INTERNATIONAL, file, `the last row is ${last}`, INTERNATIONAL);
}

function checkNames(names: readonly NameRow[], territories: readonly TerritoryRow[]): void {
  const file = "territory-codes.csv";
  const candidates = new Map<string, NameRow[]>();
  for (const row of names) {
    const { name } = row;
    expectRow(/^[ -^`-~]+$/.test(name), file, row, `code is '${name}'`, "ASCII without '_'");
    const prepared = name.trim().toUpperCase();
    expectRow(name === prepared, file, row, `code is '${name}'`, "upper case without outer spaces");
    const earlier = candidates.get(name) ?? [];
    candidates.set(name, [...earlier, row]);
    const rank = earlier.length;
    expectRow(row.rank === rank, file, row, `rank is ${row.rank}`, `${rank}, ranks in order`);
    expectRow(
      rank < MAX_CANDIDATES,
      file,
      row,
      `${rank + 1} candidate territories`,
      `at most ${MAX_CANDIDATES}`,
    );
    const parentOf = (candidate: NameRow) => territories[candidate.territory]?.parent;
    expectRow(
      earlier.every((other) => parentOf(other) !== parentOf(row)),
      file,
      row,
      "two candidate territories share a parent",
      "one for each parent",
    );
  }
  for (const row of territories) {
    const known = candidates.get(row.alphaCode)?.[0]?.territory === row.number;
    expectRow(known, "territories.csv", row, `${row.alphaCode} has no such code`, `one in ${file}`);
  }
}

function checkAlphabets({ alphabets, characters }: Tables): void {
  for (const row of alphabets) {
    expectRow(row.letters.length === 26, "alphabets.csv", row, "letters are missing", "A to Z");
  }
  let previous = 0x7f;
  for (const row of characters) {
    const file = "characters.csv";
    expectRow(
      row.unit > previous,
      file,
      row,
      "codePoint is not above the last one",
      "rising order",
    );
    const isRoman = /^[A-Z0-9]$/.test(row.roman);
    expectRow(isRoman, file, row, `roman is '${row.roman}'`, "one of A-Z, 0-9");
    previous = row.unit;
  }
  const readable = new Map(characters.map((row) => [row.unit, row.roman]));
  for (const row of alphabets) {
    // Digits only: I and O never occur in a code, and not every alphabet has them.
    for (const letter of DIGITS.slice(10)) {
      const unit = row.letters[letter.charCodeAt(0) - 65];
      const readsBack =
        unit < 0x80 ? String.fromCharCode(unit) === letter : readable.get(unit) === letter;
      expectRow(
        readsBack,
        "alphabets.csv",
        row,
        `${letter} does not read back`,
        "its character in characters.csv",
      );
    }
  }
}

function checkCountries(
  countries: readonly CountryRow[],
  territories: readonly TerritoryRow[],
): void {
  for (const row of countries) {
    const file = "countries.csv";
    expectRow(/^[A-Z]{2}$/.test(row.iso2), file, row, `iso2 is '${row.iso2}'`, "two letters");
    expectRow(/^[A-Z]{3}$/.test(row.iso3), file, row, `iso3 is '${row.iso3}'`, "three letters");
    const isCountry = territories[row.territory].parent < 0;
    expectRow(isCountry, file, row, "territory is a subdivision", "a country");
  }
}
