/** Packs names: alpha codes, the two hash tables of names, alphabets and descriptions. */
import { MAX_TERRITORY_PART, MIN_TERRITORY_PART } from "../src/tables/format.ts";
import {
  hashName,
  keyOfName,
  MAX_KEY_CHARS,
  NAME_SHIFT,
  NAME_SLOTS,
  SHORT_NAME_KEY,
  SHORT_NAME_MEANING,
  SHORT_NAME_SLOTS,
  SHORT_NAME_WORDS,
  slotOfKey,
  TERRITORY_CODE_BYTES,
} from "../src/tables/layout/names.ts";
import type { Descriptions } from "../src/tables/layout/sections.ts";
import { expectTable } from "./errors.ts";
import type { Tables, TerritoryRow } from "./read.ts";

const MAX_UINT16 = 0xffff;

const encoder = new TextEncoder();

/** A length byte, then the ASCII characters of the alpha code. */
export function packTerritoryCodes(territories: readonly TerritoryRow[]): Uint8Array {
  const bytes = new Uint8Array(territories.length * TERRITORY_CODE_BYTES);
  for (const { number, alphaCode } of territories) {
    const offset = number * TERRITORY_CODE_BYTES;
    bytes[offset] = alphaCode.length;
    bytes.set(encoder.encode(alphaCode), offset + 1);
  }
  return bytes;
}

export function packNames({ names }: Tables) {
  const meaningsByName = new Map<string, number[]>();
  for (const { name, territory } of names) {
    const meanings = meaningsByName.get(name);
    if (meanings) meanings.push(territory);
    else meaningsByName.set(name, [territory]);
  }
  const nameStarts = [0];
  const meaningStarts = [0];
  const nameSlots = new Uint16Array(NAME_SLOTS);
  const nameChars = encoder.encode([...meaningsByName.keys()].join(""));
  const meanings = [...meaningsByName.values()].flat();
  const actual = `${meaningsByName.size} names of ${nameChars.length} characters`;
  const isRoomy = meaningsByName.size < NAME_SLOTS / 2 && nameChars.length <= MAX_UINT16;
  const expected = `fewer than ${NAME_SLOTS / 2} (half of NAME_SLOTS), of at most ${MAX_UINT16} characters`;
  expectTable(isRoomy, "territory-codes.csv", actual, expected);
  for (const [name, nameMeanings] of meaningsByName) {
    const start = nameStarts[nameStarts.length - 1];
    let slot = hashName(nameChars, start, start + name.length);
    while (nameSlots[slot] !== 0) slot = (slot + 1) % NAME_SLOTS;
    nameSlots[slot] = nameStarts.length;
    nameStarts.push(start + name.length);
    meaningStarts.push(meaningStarts[meaningStarts.length - 1] + nameMeanings.length);
  }
  return {
    shortNames: packShortNames(meaningsByName),
    nameSlots,
    nameStarts: Uint16Array.from(nameStarts),
    nameChars,
    meaningStarts: Uint16Array.from(meaningStarts),
    meanings: Int16Array.from(meanings),
  };
}

/** A territory as it can precede a code. */
const PART = `[0-9A-Z]{${MIN_TERRITORY_PART},${MAX_TERRITORY_PART}}`;
const TERRITORY_IN_MAPCODE = new RegExp(`^${PART}(-${PART})?$`);

function packShortNames(meaningsByName: ReadonlyMap<string, readonly number[]>): Int32Array {
  const shortNames = new Int32Array(SHORT_NAME_SLOTS * SHORT_NAME_WORDS);
  for (const [number, [name, [best]]] of [...meaningsByName].entries()) {
    if (name.length > MAX_KEY_CHARS || !TERRITORY_IN_MAPCODE.test(name)) continue;
    const key = keyOfName(name);
    let slot = slotOfKey(key);
    const isTaken = () => shortNames[slot * SHORT_NAME_WORDS + SHORT_NAME_KEY] !== 0;
    while (isTaken()) slot = (slot + 1) % SHORT_NAME_SLOTS;
    shortNames[slot * SHORT_NAME_WORDS + SHORT_NAME_KEY] = key;
    shortNames[slot * SHORT_NAME_WORDS + SHORT_NAME_MEANING] = (number << NAME_SHIFT) | best;
  }
  return shortNames;
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
    alphabets: tables.alphabets.map((row) => row.name),
    countries,
  };
  return encoder.encode(JSON.stringify(descriptions));
}
