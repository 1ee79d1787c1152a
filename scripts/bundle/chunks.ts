/** Which modules of src are together in a file. */
import type { CodeSplittingGroup } from "rolldown";
import type { Bundle } from "./packages.ts";

/**
 * The modules behind src/index.ts stay in one chunk, whichever entries import them. The modules that derive the
 * tables from their compact form do not belong to it.
 */
export const ENGINE = "engine";
const IN_ENGINE =
  /\/src\/(?:(?:tables(?!\/(?:compact|derive)\/)|digits|territories|text|codec|library)\/|(?:characters|messages|platform|scratch)\.ts$)/;

/** Look-up and choice of the borders. */
export const BORDERS = "borders";
const IN_BORDERS = /\/src\/borders\//;

/** The chunks of both packages, but for the engine. A chunk does not take modules of the chunks before it. */
const SHARED_CHUNKS: readonly CodeSplittingGroup[] = [
  // What derives the tables from their compact form, which few entries need.
  { name: "compact", test: /\/src\/tables\/(?:compact|derive)\// },
  // Not part of the chunk `fetched`, which loads its tables at once: the entry whose tables are given needs it too.
  { name: "response", test: /\/src\/loaders\/response\.ts$/ },
  { name: BORDERS, test: IN_BORDERS },
  // Chunks of their own, as they locate a table file relative to themselves.
  { name: "disk", test: /\/src\/loaders\/(?:disk|read-file)\.ts$/ },
  { name: "disk-borders", test: /\/src\/loaders\/disk-borders\.ts$/ },
  { name: "fetched", test: /\/src\/loaders\/fetched\.ts$/ },
  { name: "fetched-borders", test: /\/src\/loaders\/fetched-borders\.ts$/ },
  // The tables as text, and what loads them at once.
  {
    name: "with-tables",
    test: /\/src\/(?:loaders\/with-tables|generated\/embedded-tables)\.ts$/,
  },
  { name: "embedded", test: /\/src\/loaders\/embedded\.ts$/ },
  { name: "embedded-borders", test: /\/src\/(?:loaders|generated)\/embedded-borders\.ts$/ },
];

/** All chunks of a package. */
export function chunksOf({ chunks, hasBordersInEngine }: Bundle): CodeSplittingGroup[] {
  const isInEngine = (id: string) => {
    return IN_ENGINE.test(id) || (hasBordersInEngine && IN_BORDERS.test(id));
  };
  const own = chunks.map(({ name, modules }) => ({
    name,
    test: (id: string) => modules.some((module) => id.endsWith(`/src/${module}.ts`)),
  }));
  const all = [{ name: ENGINE, test: isInEngine }, ...own, ...SHARED_CHUNKS];
  return all.map((chunk, index) => ({ ...chunk, priority: all.length - index }));
}
