/** `/territories` and `/alphabets`: the lists, whole or in pages, and single items. */
import { alphabets, findTerritory, getTerritory, type Territory, territories } from "../index.ts";
import { getAlphabet } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { PARENT_CODES } from "../text/territories.ts";
import { CONTENT_TYPES, type Format } from "./negotiation.ts";
import { lookUp, PAGING, PARENT, readQuery } from "./parameters.ts";
import { staticResource } from "./replies.ts";
import type { MakeBody } from "./router.ts";
import { XML_DECLARATION, xmlElement } from "./xml.ts";

/** The members of a territory. In XML, their order differs, and empty lists are not left out. */
function territoryMembers(territory: Territory, format: Format): object {
  const { alphaCode, alphaCodeMinimalUnambiguous, alphaCodeMinimal, aliases } = territory;
  const { fullName, fullNameAliases, parentTerritory } = territory;
  const codes = { alphaCode, alphaCodeMinimalUnambiguous, alphaCodeMinimal };
  const single = { ...codes, fullName, parentTerritory };
  const alphabet = territory.alphabets.map((name) => ({ name }));
  if (format === "xml") {
    const lists = {
      aliases: { alias: aliases },
      fullNameAliases: { fullNameAlias: fullNameAliases },
    };
    return { ...single, ...lists, alphabets: { alphabet } };
  }
  const filled = (list: readonly unknown[]) => (list.length > 0 ? list : undefined);
  const lists = { aliases: filled(aliases), fullNameAliases: filled(fullNameAliases) };
  return { ...lists, ...single, alphabets: filled(alphabet) };
}

/** Creates the function that replies with a list, a page of it, or one item. */
function createReply<Item>(
  plural: string,
  singular: string,
  items: () => readonly Item[],
  membersOf: (item: Item, format: Format) => object,
  find: (name: string, query: string) => Item,
): MakeBody {
  // Without this memo, a long page took 36 milliseconds.
  const element = memoize((item: Item) => xmlElement({ [singular]: membersOf(item, "xml") }));
  const write = (total: number, page: readonly Item[], format: Format): string => {
    if (format === "json") {
      return JSON.stringify({ total, [plural]: page.map((item) => membersOf(item, format)) });
    }
    const content = page.map(element).join("");
    return `${XML_DECLARATION}<${plural}><total>${total}</total>${content}</${plural}>`;
  };
  const whole = memoize((format: Format) => {
    return staticResource(CONTENT_TYPES[format], write(items().length, items(), format));
  });
  return (_, [name = ""], query, format) => {
    if (name !== "") {
      const item = find(name, query);
      return format === "json"
        ? JSON.stringify(membersOf(item, format))
        : XML_DECLARATION + element(item);
    }
    const { offset, count } = readQuery(PAGING, query);
    const all = items();
    const page = all.slice(offset).slice(0, count);
    return page.length === all.length ? whole(format) : write(all.length, page, format);
  };
}

/** The countries with subdivisions first, as in the public service, then the others by number. */
const sortedTerritories = () => [
  ...new Set([...PARENT_CODES.map((code) => getTerritory(code)), ...territories()]),
];

export const territoriesReply = createReply(
  "territories",
  "territory",
  sortedTerritories,
  territoryMembers,
  (name, query) => {
    // If several territories have the name.
    const { context } = readQuery([PARENT], query);
    return lookUp("territory", name, (text) => findTerritory(text, context) ?? getTerritory(text));
  },
);

export const alphabetsReply = createReply(
  "alphabets",
  "alphabet",
  alphabets,
  (name: string) => ({ name }),
  (name, query) => {
    readQuery([], query);
    return lookUp("alphabet", name, getAlphabet);
  },
);
