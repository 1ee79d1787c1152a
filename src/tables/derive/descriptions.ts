/** The texts of the section `descriptions`, and their condensed form, which repeats no names of members. */
import { utf8Bytes, utf8Text } from "../../platform.ts";
import type { Descriptions } from "../layout/sections.ts";

/** The bytes of the section. */
export function descriptionBytes(descriptions: Descriptions): Uint8Array {
  return utf8Bytes(JSON.stringify(descriptions));
}

/** Texts of territories, each with what separates it from the next. No text contains these. */
type Texts = string;
const TERRITORY_END = "~";
const TEXT_END = "|";

type Condensed = [
  dataVersion: string,
  fullNames: Texts,
  fullNameAliases: Texts,
  aliases: Texts,
  alphabetNumbers: Texts,
  alphabets: Descriptions["alphabets"],
  countries: Readonly<Record<string, number>>,
];

/** The condensed form of the bytes of the section: the values alone, in JSON. */
export function condense(bytes: Uint8Array): Uint8Array {
  const { dataVersion, territories, alphabets, countries } = JSON.parse(
    utf8Text(bytes),
  ) as Descriptions;
  const textsOf = (lists: readonly (readonly (string | number)[])[]) =>
    lists.map((list) => list.join(TEXT_END)).join(TERRITORY_END);
  const condensed: Condensed = [
    dataVersion,
    textsOf(territories.map((one) => [one.fullName])),
    textsOf(territories.map((one) => one.fullNameAliases)),
    textsOf(territories.map((one) => one.aliases)),
    textsOf(territories.map((one) => one.alphabets)),
    alphabets,
    countries,
  ];
  return utf8Bytes(JSON.stringify(condensed));
}

/** The bytes of the section, from their condensed form. */
export function expand(bytes: Uint8Array): Uint8Array {
  const [dataVersion, fullNames, fullNameAliases, aliases, alphabetNumbers, alphabets, countries] =
    JSON.parse(utf8Text(bytes)) as Condensed;
  const listsOf = (texts: Texts) =>
    texts.split(TERRITORY_END).map((text) => (text === "" ? [] : text.split(TEXT_END)));
  const fullNameLists = listsOf(fullNameAliases);
  const aliasLists = listsOf(aliases);
  const alphabetLists = listsOf(alphabetNumbers);
  return descriptionBytes({
    dataVersion,
    territories: fullNames.split(TERRITORY_END).map((fullName, territory) => ({
      fullName,
      fullNameAliases: fullNameLists[territory],
      aliases: aliasLists[territory],
      alphabets: alphabetLists[territory].map(Number),
    })),
    alphabets,
    countries,
  });
}
