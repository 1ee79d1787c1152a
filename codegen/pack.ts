/** From tables to sections: checks the tables, then makes every array of the table file. */
import { publishedOf } from "../src/tables/derive/boundaries.ts";
import { deriveAll } from "../src/tables/derive/derive.ts";
import { territoryCodeBytes } from "../src/tables/derive/names.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { checkTables } from "./check.ts";
import { checkBoundaries, firstRecords } from "./check-boundaries.ts";
import { checkDerived, checkRecords } from "./check-records.ts";
import { packAlphabets, packDescriptions, packNames } from "./names.ts";
import type { Tables } from "./read.ts";

export function packTables(tables: Tables): Sections {
  checkTables(tables);
  const { boundaries, territories } = tables;
  checkBoundaries(boundaries, territories);
  const firsts = firstRecords(boundaries, territories);
  const parents = Int16Array.from(territories, (row) => row.parent);
  const published = publishedOf(boundaries, parents, firsts);
  checkRecords(boundaries, published);
  const { maxCodes, ...derived } = deriveAll(published);
  checkDerived(derived, maxCodes);
  return {
    ...derived,
    firstRecords: Uint16Array.from(firsts),
    parents,
    territoryCodes: territoryCodeBytes(territories.map(({ alphaCode }) => alphaCode)),
    ...packNames(tables),
    ...packAlphabets(tables),
    descriptions: packDescriptions(tables),
  };
}
