/** From tables to sections: checks the tables, then makes every array of the table file. */
import { type BoundaryTable, boundaryTableOf } from "../src/tables/derive/boundaries.ts";
import { deriveShortNames, territoryCodeBytes } from "../src/tables/derive/names.ts";
import type { RecordSections } from "../src/tables/derive/records.ts";
import {
  type DerivedArrays,
  deriveLatBands,
  deriveTerritory,
  startDerivation,
} from "../src/tables/derive/territory.ts";
import { GROUP_WORDS, LENGTHS_PER_TERRITORY, RECORD_WORDS } from "../src/tables/layout/records.ts";
import type { Descriptions, Sections } from "../src/tables/layout/sections.ts";
import { checkBoundaries, checkHints, checkOrderOfRows, checkTerritories } from "./check.ts";
import { deriveGrid } from "./grid.ts";
import type { Tables } from "./read.ts";
import { expectTable } from "./table-error.ts";

/** @throws TableError for tables that break a rule which the engine relies on */
export function packTables(tables: Tables): Sections {
  const { boundaries, territories } = tables;
  checkTerritories(territories);
  const firsts = checkOrderOfRows(tables);
  const parents = Int16Array.from(territories, (row) => row.parent);
  const table = boundaryTableOf(parents, firsts, (row) => boundaries[row]);
  checkBoundaries(boundaries, table);
  const derived = deriveArrays(table);
  checkHints(derived.records);
  const known = { ...derived, firstRecords: Uint16Array.from(firsts), parents };
  return {
    ...known,
    ...deriveGrid(known),
    territoryCodes: territoryCodeBytes(territories.map(({ alphaCode }) => alphaCode)),
    ...packNames(tables),
    ...packAlphabets(tables),
    descriptions: packDescriptions(tables),
  };
}

/** All arrays about boundary records, territory by territory in published order. */
export function deriveArrays(table: BoundaryTable): DerivedArrays {
  const { parents, firsts } = table;
  const rows = firsts[parents.length];
  // Zeros, with more room than there will be data.
  const arrays: RecordSections = {
    // At most one overflow record for two rows: its group, and the row that follows.
    records: new Int32Array(2 * rows * RECORD_WORDS),
    namelessGroups: new Int32Array(rows * GROUP_WORDS),
    decodeEntryStarts: new Int32Array(parents.length * LENGTHS_PER_TERRITORY),
    decodeEntries: new Int32Array(1 << 18),
    earlierBounds: new Int32Array(1 << 20),
    earlierHints: new Uint8Array(1 << 20),
  };
  const derivation = startDerivation(table, arrays);
  for (let territory = 0; territory < parents.length; territory++) {
    deriveTerritory(derivation, territory);
  }
  const filled = Object.entries(derivation.lengths).map(([name, length]) => {
    const array = arrays[name as keyof RecordSections];
    const actual = `${length} elements of ${name}`;
    expectTable(length <= array.length, "boundaries.csv", actual, `at most ${array.length}`);
    return [name, array.slice(0, length)];
  });
  const latBands = deriveLatBands(table);
  return { ...(Object.fromEntries(filled) as RecordSections), latBands };
}

const MAX_UINT16 = 0xffff;

function packNames({ names }: Tables) {
  const candidatesByName = new Map<string, number[]>();
  for (const { name, territory } of names) {
    const candidates = candidatesByName.get(name);
    if (candidates) candidates.push(territory);
    else candidatesByName.set(name, [territory]);
  }
  const nameChars = new TextEncoder().encode([...candidatesByName.keys()].join(""));
  const actual = `${nameChars.length} characters of names`;
  expectTable(nameChars.length <= MAX_UINT16, "territory-codes.csv", actual, "fewer");
  const nameStarts = [0];
  const candidateStarts = [0];
  for (const [name, { length }] of candidatesByName) {
    nameStarts.push(nameStarts[nameStarts.length - 1] + name.length);
    candidateStarts.push(candidateStarts[candidateStarts.length - 1] + length);
  }
  const lists = {
    nameStarts: Uint16Array.from(nameStarts),
    nameChars,
    candidateStarts: Uint16Array.from(candidateStarts),
    candidateTerritories: Int16Array.from([...candidatesByName.values()].flat()),
  };
  return { ...lists, shortNames: deriveShortNames(lists) };
}

function packAlphabets({ alphabets, characters }: Tables) {
  return {
    alphabetLetters: Uint16Array.from(alphabets.flatMap((row) => row.letters)),
    readableUnits: Uint16Array.from(characters, (row) => row.unit),
    readableRoman: Uint8Array.from(characters, (row) => row.roman.charCodeAt(0)),
    readableAlphabet: Uint8Array.from(characters, (row) => row.alphabet),
  };
}

function packDescriptions(tables: Tables): Uint8Array {
  const countries: Record<string, number> = {};
  for (const { iso2, iso3, territory } of tables.countries) {
    countries[iso2] = territory;
    countries[iso3] = territory;
  }
  const descriptions: Descriptions = {
    dataVersion: tables.dataVersion,
    territories: tables.territories.map(({ fullName, fullNameAliases, aliases, alphabets }) => ({
      fullName,
      fullNameAliases,
      aliases,
      alphabets,
    })),
    alphabets: tables.alphabets.map((row) => row.name) as Descriptions["alphabets"][number][],
    countries,
  };
  return new TextEncoder().encode(JSON.stringify(descriptions));
}
