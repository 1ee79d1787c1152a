/** `/territories` and `/alphabets`: the lists, whole or in pages, and single items. */
import {
  alphabets,
  findTerritory,
  getAlphabet,
  getTerritory,
  type Territory,
  territories,
} from "../index.ts";
import { memoize } from "../library/memoize.ts";
import { PARENT_CODES } from "../territories/lookup.ts";
import { CONTENT_TYPES, type Format } from "./negotiation.ts";
import { lookUp, PAGING, PARENT, readQuery } from "./parameters.ts";
import { type Resource, staticResource } from "./resources.ts";
import { XML_DECLARATION, xmlElement } from "./xml.ts";

/** The countries with subdivisions first, as in the public service, then the others by number. */
function sortedTerritories(): readonly Territory[] {
  const parents = PARENT_CODES.map((code) => getTerritory(code));
  return [...new Set([...parents, ...territories()])];
}

/** The members in the order of JSON replies, without empty lists. */
function territoryMembers(territory: Territory): object {
  const { aliases, fullNameAliases, fullName, parentTerritory } = territory;
  return {
    aliases: aliases.length > 0 ? aliases : undefined,
    fullNameAliases: fullNameAliases.length > 0 ? fullNameAliases : undefined,
    alphaCode: territory.alphaCode,
    alphaCodeMinimalUnambiguous: territory.alphaCodeMinimalUnambiguous,
    alphaCodeMinimal: territory.alphaCodeMinimal,
    fullName,
    parentTerritory,
    alphabets:
      territory.alphabets.length > 0 ? territory.alphabets.map((name) => ({ name })) : undefined,
  };
}

/** The element of a territory, whose order differs. Without this memo, a long page took 36 milliseconds. */
const territoryElement = memoize((territory: Territory): string => {
  const { alphaCodeMinimalUnambiguous, alphaCodeMinimal, fullName, parentTerritory } = territory;
  const tree = {
    alphaCode: territory.alphaCode,
    alphaCodeMinimalUnambiguous,
    alphaCodeMinimal,
    fullName,
    parentTerritory,
    aliases: { alias: territory.aliases },
    fullNameAliases: { fullNameAlias: territory.fullNameAliases },
    alphabets: { alphabet: territory.alphabets.map((name) => ({ name })) },
  };
  return xmlElement({ territory: tree });
});

const alphabetElement = memoize((name: string) => xmlElement({ alphabet: { name } }));

/** Replies to requests for a list. */
type ListReply = (query: string, format: Format) => Resource | string;

/**
 * Creates the function that replies with a list, or a page of it.
 * @param items returns the whole list
 * @param members of an item in JSON
 * @param element of an item in XML
 */
function createList<Item>(
  name: string,
  items: () => readonly Item[],
  members: (item: Item) => object,
  element: (item: Item) => string,
): ListReply {
  const write = (total: number, page: readonly Item[], format: Format): string => {
    if (format === "json") return JSON.stringify({ total, [name]: page.map(members) });
    const content = page.map(element).join("");
    return `${XML_DECLARATION}<${name}><total>${total}</total>${content}</${name}>`;
  };
  const whole = memoize((format: Format) => {
    const all = items();
    return staticResource(CONTENT_TYPES[format], write(all.length, all, format));
  });
  return (query, format) => {
    const { offset, count } = readQuery(PAGING, query);
    const all = items();
    const total = all.length;
    const from = offset < 0 ? Math.max(total + offset, 0) : Math.min(offset, total);
    const page = all.slice(from, from + count);
    return page.length === total ? whole(format) : write(total, page, format);
  };
}

export const territoriesReply = createList(
  "territories",
  sortedTerritories,
  territoryMembers,
  territoryElement,
);

export const alphabetsReply = createList(
  "alphabets",
  alphabets,
  (name: string) => ({ name }),
  alphabetElement,
);

/** The reply with one territory; if several have the name, the one in the country that the query names. */
export function territoryReply(name: string, query: string, format: Format): string {
  const { context } = readQuery([PARENT], query);
  const find = (text: string) => findTerritory(text, context) ?? getTerritory(text);
  const territory = lookUp("territory", name, find);
  if (format === "json") return JSON.stringify(territoryMembers(territory));
  return XML_DECLARATION + territoryElement(territory);
}

export function alphabetReply(text: string, query: string, format: Format): string {
  readQuery([], query);
  const name = lookUp("alphabet", text, getAlphabet);
  return format === "json" ? JSON.stringify({ name }) : XML_DECLARATION + alphabetElement(name);
}
