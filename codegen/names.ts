/** Packs names, alphabets and descriptions. */
import { descriptionBytes } from "../src/tables/derive/descriptions.ts";
import { deriveNameTables } from "../src/tables/derive/names.ts";
import { NAME_SLOTS } from "../src/tables/layout/names.ts";
import type { Descriptions } from "../src/tables/layout/sections.ts";
import { expectTable } from "./errors.ts";
import type { Tables } from "./read.ts";

type AlphabetName = Descriptions["alphabets"][number];

const MAX_UINT16 = 0xffff;

const encoder = new TextEncoder();

export function packNames({ names }: Tables) {
  const meaningsByName = new Map<string, number[]>();
  for (const { name, territory } of names) {
    const meanings = meaningsByName.get(name);
    if (meanings) meanings.push(territory);
    else meaningsByName.set(name, [territory]);
  }
  const nameStarts = [0];
  const meaningStarts = [0];
  const nameChars = encoder.encode([...meaningsByName.keys()].join(""));
  const meanings = [...meaningsByName.values()].flat();
  const actual = `${meaningsByName.size} names of ${nameChars.length} characters`;
  const isRoomy = meaningsByName.size < NAME_SLOTS / 2 && nameChars.length <= MAX_UINT16;
  const expected = `fewer than ${NAME_SLOTS / 2} (half of NAME_SLOTS), of at most ${MAX_UINT16} characters`;
  expectTable(isRoomy, "territory-codes.csv", actual, expected);
  for (const [name, nameMeanings] of meaningsByName) {
    nameStarts.push(nameStarts[nameStarts.length - 1] + name.length);
    meaningStarts.push(meaningStarts[meaningStarts.length - 1] + nameMeanings.length);
  }
  const lists = {
    nameStarts: Uint16Array.from(nameStarts),
    nameChars,
    meaningStarts: Uint16Array.from(meaningStarts),
    meanings: Int16Array.from(meanings),
  };
  return { ...lists, ...deriveNameTables(lists) };
}

export function packAlphabets({ alphabets, characters }: Tables) {
  return {
    alphabetLetters: Uint16Array.from(alphabets.flatMap((row) => row.letters)),
    readableUnits: Uint16Array.from(characters, (row) => row.unit),
    readableRoman: Uint8Array.from(characters, (row) => row.roman.charCodeAt(0)),
    readableAlphabet: Uint8Array.from(characters, (row) => row.alphabet),
  };
}

export function packDescriptions(tables: Tables): Uint8Array {
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
