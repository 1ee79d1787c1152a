/** Checks the tables, then makes the arrays of the table file. */
import { type BoundaryTable, boundaryTableOf } from "../src/tables/derive/boundaries.ts";
import { type RecordSections, startDerivation } from "../src/tables/derive/records.ts";
import { deriveShortNames } from "../src/tables/derive/short-name-table.ts";
import { deriveLatBands, deriveTerritory } from "../src/tables/derive/territory.ts";
import { NO_TERRITORY } from "../src/tables/format.ts";
import { LENGTHS_PER_TERRITORY, RECORD_WORDS } from "../src/tables/layout/records.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { checkBoundaries, checkHints, checkOrderOfRows, checkTerritories } from "./check.ts";
import { derivePointIndex } from "./point-index.ts";
import { check, type Tables } from "./read.ts";

/** @throws TableError for tables that break a rule of the engine */
export function packTables(tables: Tables): Sections {
  const { boundaries, territories } = tables;
  checkTerritories(territories);
  const firsts = checkOrderOfRows(tables);
  const parents = Int16Array.from(territories, (row) => row.parent);
  const table = boundaryTableOf(parents, firsts, (row) => boundaries[row]);
  checkBoundaries(boundaries, table);
  const derived = deriveArrays(table);
  checkHints(derived.records);
  const known = { ...derived, firstRecords: Uint16Array.from(firsts), parents };
  const candidates = candidatesOf(tables);
  const names = [...candidates.keys()];
  const lists = Array.from(candidates.values(), (list) => [...list, NO_TERRITORY]);
  const candidateTerritories = Int16Array.from([NO_TERRITORY, ...lists.flat()]);
  return {
    ...known,
    ...derivePointIndex(known),
    candidateTerritories,
    shortNames: deriveShortNames(names, candidateTerritories),
    descriptions: packDescriptions(tables, names),
  };
}

/** The arrays of boundary records, territory by territory in published order. */
export function deriveArrays(table: BoundaryTable): RecordSections & Pick<Sections, "latBands"> {
  const { parents, firsts } = table;
  const rows = firsts[parents.length];
  // Zeros, with room to spare.
  const arrays: RecordSections = {
    // At most one overflow record for each two rows: its group, and the row after it.
    records: new Int32Array(2 * rows * RECORD_WORDS),
    decodeEntryStarts: new Int32Array(parents.length * LENGTHS_PER_TERRITORY),
    decodeEntries: new Int32Array(1 << 18),
    earlierBounds: new Int32Array(1 << 20),
    earlierHints: new Uint8Array(1 << 20),
  };
  const derivation = startDerivation(table, arrays);
  for (let territory = 0; territory < parents.length; territory++) {
    deriveTerritory(derivation, territory);
  }
  const filled = Object.entries(arrays).map(([name, array]) => {
    const length = derivation.filledLengths[name as keyof RecordSections];
    check(length <= array.length, "boundaries.csv", `${length} elements of ${name} are too many`);
    return [name, array.slice(0, length)];
  });
  return { ...(Object.fromEntries(filled) as RecordSections), latBands: deriveLatBands(table) };
}

/** The candidates of each name, best first. */
function candidatesOf({ names }: Tables): ReadonlyMap<string, readonly number[]> {
  const candidates = new Map<string, readonly number[]>();
  for (const { code, territory } of names) {
    candidates.set(code, [...(candidates.get(code) ?? []), territory]);
  }
  return candidates;
}

/** Packs the Descriptions. Codegen makes their types of names from the same tables. */
function packDescriptions(
  { dataVersion, territories, alphabets, letters, characters, countries }: Tables,
  names: readonly string[],
): Uint8Array {
  const isoCodes = countries.flatMap(({ iso2, iso3, territory }) => [
    [iso2, territory],
    [iso3, territory],
  ]);
  const descriptions = {
    ...{ dataVersion, names, alphabets, letters, countries: Object.fromEntries(isoCodes) },
    characters: characters.map(({ codePoint, roman, alphabet }) => [codePoint, roman, alphabet]),
    territories: territories.map(({ fileLine, number, parent, ...described }) => described),
  };
  return new TextEncoder().encode(JSON.stringify(descriptions));
}
