/** `/territories` and `/alphabets`: the lists, whole or in pages, and single items. */
import { alphabets, getTerritory, MapcodeError, type Territory, territories } from "../../index.ts";
import { PARENT_CODES } from "../../internal.ts";
import type { Format, Page } from "../formats/format.ts";
import {
  ALPHABET_NAME,
  COUNT,
  lookUp,
  OFFSET,
  PARENT,
  TERRITORY_NAME,
  type ValuesOf,
} from "../parameters/parameters.ts";
import { dynamicResource, type Resource, staticResource } from "../resources.ts";
import { type GetOperation, getOperation } from "./operation.ts";

const PAGING = [OFFSET, COUNT] as const;
type Paging = ValuesOf<typeof PAGING>;

/** Returns a page of a list; it is shorter than requested where the list ends. */
function pageOf<Item>(items: readonly Item[], { offset, count }: Paging): Page<Item> {
  const total = items.length;
  const from = offset < 0 ? Math.max(total + offset, 0) : Math.min(offset, total);
  return { total, items: items.slice(from, from + count) };
}

/** Creates a function that writes pages of a list. The whole list is written once and kept. */
function createPager<Item>(
  list: () => readonly Item[],
  write: (format: Format, page: Page<Item>) => string,
): (paging: Paging, format: Format) => Resource {
  const whole = new Map<Format, Resource>();
  return (paging, format) => {
    const page = pageOf(list(), paging);
    if (page.items.length < page.total) {
      return dynamicResource(format.contentType, write(format, page));
    }
    let resource = whole.get(format);
    if (resource === undefined) {
      resource = staticResource(format.contentType, write(format, page));
      whole.set(format, resource);
    }
    return resource;
  };
}

let sortedTerritories: readonly Territory[] | undefined;

/** Lists the countries with subdivisions first, as the public service does, then the others by number. */
function listTerritories(): readonly Territory[] {
  if (sortedTerritories === undefined) {
    const parents = PARENT_CODES.map((code) => getTerritory(code));
    sortedTerritories = [...new Set([...parents, ...territories()])];
  }
  return sortedTerritories;
}

/** Finds a territory; if several have the name, the one in `parent`. */
function findPreferably(name: string, parent: string | undefined): Territory {
  if (parent === undefined) return getTerritory(name);
  try {
    return getTerritory(name, parent);
  } catch (error) {
    if (error instanceof MapcodeError && error.code === "unknown-territory")
      return getTerritory(name);
    throw error;
  }
}

const territoryPage = createPager(listTerritories, (format, page) => format.territories(page));
const alphabetPage = createPager(alphabets, (format, page) => format.alphabets(page));

const COMMON = { hasFormats: true, isCacheable: true, otherStatuses: [304] } as const;

export const LIST_OPERATIONS: readonly GetOperation[] = [
  getOperation({
    ...COMMON,
    name: "territories",
    path: "/territories",
    summary: "All territories, or a page of the list",
    parameters: PAGING,
    schema: "Territories",
    examples: [
      "/territories",
      "/xml/territories?count=10",
      "/xml/territories?offset=10&count=10",
      "/territories?offset=-5",
    ],
    reply: (paging, { format }) => territoryPage(paging, format),
  }),
  getOperation({
    ...COMMON,
    name: "territories",
    path: "/territories/{territory}",
    summary: "One territory",
    parameters: [TERRITORY_NAME, PARENT],
    schema: "Territory",
    examples: ["/territories/NLD", "/territories/IN?context=RUS", "/xml/territories/Brazil"],
    reply({ territory, context }, { format }) {
      const found = lookUp("territory", territory, (name) => findPreferably(name, context));
      return dynamicResource(format.contentType, format.territory(found));
    },
  }),
  getOperation({
    ...COMMON,
    name: "alphabets",
    path: "/alphabets",
    summary: "All alphabets of mapcodes, or a page of the list",
    parameters: PAGING,
    schema: "Alphabets",
    examples: ["/alphabets", "/xml/alphabets?count=3"],
    reply: (paging, { format }) => alphabetPage(paging, format),
  }),
  getOperation({
    ...COMMON,
    name: "alphabets",
    path: "/alphabets/{alphabet}",
    summary: "One alphabet",
    parameters: [ALPHABET_NAME],
    schema: "Alphabet",
    examples: ["/alphabets/greek"],
    reply: ({ alphabet }, { format }) =>
      dynamicResource(format.contentType, format.members("alphabet", { name: alphabet })),
  }),
];
