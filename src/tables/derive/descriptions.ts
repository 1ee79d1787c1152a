/** The texts of the section `descriptions`, and their condensed form, which repeats no names of members. */
import type { Descriptions } from "../layout/sections.ts";

/** The bytes of the section. */
export function descriptionBytes(descriptions: Descriptions): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(descriptions));
}

type CondensedTerritory = [
  fullName: string,
  fullNameAliases: readonly string[],
  aliases: readonly string[],
  alphabets: readonly number[],
];

type Condensed = [
  dataVersion: string,
  territories: CondensedTerritory[],
  alphabets: Descriptions["alphabets"],
  countries: Readonly<Record<string, number>>,
];

/** The condensed form of the bytes of the section: the values alone, in JSON. */
export function condense(bytes: Uint8Array): Uint8Array {
  const { dataVersion, territories, alphabets, countries } = JSON.parse(
    new TextDecoder().decode(bytes),
  ) as Descriptions;
  const condensed: Condensed = [
    dataVersion,
    territories.map((one) => [one.fullName, one.fullNameAliases, one.aliases, one.alphabets]),
    alphabets,
    countries,
  ];
  return new TextEncoder().encode(JSON.stringify(condensed));
}

/** The bytes of the section, from their condensed form. */
export function expand(bytes: Uint8Array): Uint8Array {
  const [dataVersion, territories, alphabets, countries] = JSON.parse(
    new TextDecoder().decode(bytes),
  ) as Condensed;
  return descriptionBytes({
    dataVersion,
    territories: territories.map(([fullName, fullNameAliases, aliases, alphabets]) => ({
      fullName,
      fullNameAliases,
      aliases,
      alphabets,
    })),
    alphabets,
    countries,
  });
}
