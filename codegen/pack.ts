/** From tables to sections: checks the tables, then makes every array of the table file. */
import { publishedOf } from "../src/tables/derive/boundaries.ts";
import { deriveAll } from "../src/tables/derive/derive.ts";
import { descriptionBytes } from "../src/tables/derive/descriptions.ts";
import { deriveNameTables, territoryCodeBytes } from "../src/tables/derive/names.ts";
import { NAME_SLOTS } from "../src/tables/layout/names.ts";
import type { Descriptions, Sections } from "../src/tables/layout/sections.ts";
import { checkTables } from "./check.ts";
import { checkBoundaries } from "./check-boundaries.ts";
import { checkDerived, checkRecords } from "./check-records.ts";
import { deriveGrid } from "./grid.ts";
import type { Tables } from "./read.ts";
import { expectTable } from "./table-error.ts";

export function packTables(tables: Tables): Sections {
  checkTables(tables);
  const { boundaries, territories } = tables;
  const firsts = checkBoundaries(boundaries, territories);
  const parents = Int16Array.from(territories, (row) => row.parent);
  const published = publishedOf(parents, firsts, (row) => boundaries[row]);
  checkRecords(boundaries, published);
  const derived = deriveAll(published);
  checkDerived(derived);
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

type AlphabetName = Descriptions["alphabets"][number];

const MAX_UINT16 = 0xffff;

function packNames({ names }: Tables) {
  const candidatesByName = new Map<string, number[]>();
  for (const { name, territory } of names) {
    const candidates = candidatesByName.get(name);
    if (candidates) candidates.push(territory);
    else candidatesByName.set(name, [territory]);
  }
  const nameStarts = [0];
  const candidateStarts = [0];
  const nameChars = new TextEncoder().encode([...candidatesByName.keys()].join(""));
  const candidates = [...candidatesByName.values()].flat();
  const actual = `${candidatesByName.size} names of ${nameChars.length} characters`;
  const isRoomy = candidatesByName.size < NAME_SLOTS / 2 && nameChars.length <= MAX_UINT16;
  const expected = `fewer than ${NAME_SLOTS / 2} (half of NAME_SLOTS), of at most ${MAX_UINT16} characters`;
  expectTable(isRoomy, "territory-codes.csv", actual, expected);
  for (const [name, nameCandidates] of candidatesByName) {
    nameStarts.push(nameStarts[nameStarts.length - 1] + name.length);
    candidateStarts.push(candidateStarts[candidateStarts.length - 1] + nameCandidates.length);
  }
  const lists = {
    nameStarts: Uint16Array.from(nameStarts),
    nameChars,
    candidateStarts: Uint16Array.from(candidateStarts),
    candidateTerritories: Int16Array.from(candidates),
  };
  return { ...lists, ...deriveNameTables(lists) };
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
    alphabets: tables.alphabets.map((row) => row.name as AlphabetName),
    countries,
  };
  return descriptionBytes(descriptions);
}
