/** The texts of the section `descriptions`, and their condensed form, which repeats no names of members. */
import { utf8Bytes, utf8Text } from "../../platform.ts";
import type { Descriptions, TerritoryDescription } from "../layout/sections.ts";

/** The bytes of the section. */
export function descriptionBytes(descriptions: Descriptions): Uint8Array {
  return utf8Bytes(JSON.stringify(descriptions));
}

/** The members of a description, in their order. */
const MEMBERS = ["fullName", "fullNameAliases", "aliases", "alphabets"] as const;

type DescriptionLists = Omit<Descriptions, "territories"> & {
  readonly territories: readonly TerritoryDescription[(typeof MEMBERS)[number]][][];
};

/** The condensed form of the bytes of the section: of each territory, the values alone. */
export function condense(bytes: Uint8Array): Uint8Array {
  const descriptions: Descriptions = JSON.parse(utf8Text(bytes));
  const territories = descriptions.territories.map((one) => MEMBERS.map((name) => one[name]));
  return utf8Bytes(JSON.stringify({ ...descriptions, territories }));
}

/** The bytes of the section, from their condensed form. */
export function expand(bytes: Uint8Array): Uint8Array {
  const lists: DescriptionLists = JSON.parse(utf8Text(bytes));
  const territories = lists.territories.map((values) => {
    return Object.fromEntries(MEMBERS.map((name, index) => [name, values[index]]));
  }) as unknown as TerritoryDescription[];
  return descriptionBytes({ ...lists, territories });
}
