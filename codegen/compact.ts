/** Makes the compact form of the tables, and verifies the round trip to the same arrays. */
import { isDeepStrictEqual } from "node:util";
import * as compact from "../src/tables/compact/compact-form.ts";
import type { Sections } from "../src/tables/layout/sections.ts";
import { deriveArrays } from "./pack.ts";
import { type BoundaryRow, check, type Tables } from "./read.ts";

/** The differences of a column, each from the previous value with the same key. */
function differencesOf(
  values: Iterable<number>,
  keyOf: (row: number) => number = () => 0,
): readonly number[] {
  const lasts = new Map<number, number>();
  return Array.from(values, (value, row) => {
    const key = keyOf(row);
    const difference = value - (lasts.get(key) ?? 0);
    lasts.set(key, value);
    return difference;
  });
}

/** The rows by column, and their traits. */
function packRows(
  boundaries: readonly BoundaryRow[],
): Pick<compact.CompactForm, "traits" | "rows"> {
  const numbers = new Map<string, number>();
  const traitNumbers = boundaries.map((row) => {
    const { fileLine, territory, lonMin, latMin, lonMax, latMax, smartDiv, ...traits } = row;
    const key = JSON.stringify(traits satisfies compact.RowTraits);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  const smartDivs = boundaries.map(({ smartDiv }) => smartDiv);
  const latMins = boundaries.map(({ latMin }) => latMin);
  const lonMins = boundaries.map(({ lonMin }) => lonMin);
  const heights = boundaries.map(({ latMin, latMax }) => latMax - latMin);
  const widths = boundaries.map(({ lonMin, lonMax }) => lonMax - lonMin);
  const heightKey = (row: number) => compact.heightKey(boundaries[row].codex, smartDivs[row]);
  const widthKey = (row: number) => compact.widthKey(latMins[row], heights[row]);
  return {
    traits: Array.from(numbers.keys(), (key) => JSON.parse(key)),
    rows: {
      // Of the orders of columns, this one gives the smallest bundles.
      ...{ smartDivs, traitNumbers },
      heights: differencesOf(heights, heightKey),
      widths: differencesOf(widths, widthKey),
      latMins: differencesOf(latMins),
      lonMins: differencesOf(lonMins),
    },
  };
}

/**
 * The compact form, the same on every machine.
 * @throws TableError if an array of the compact form differs from the array of the table file
 */
export function compactText({ boundaries }: Tables, sections: Sections): string {
  const text = JSON.stringify({
    descriptions: JSON.parse(new TextDecoder().decode(sections.descriptions)),
    firstRecords: differencesOf(sections.firstRecords),
    parents: [...sections.parents],
    candidateTerritories: [...sections.candidateTerritories],
    ...packRows(boundaries),
  } satisfies compact.CompactForm);
  const { table, arrays } = compact.readCompact(JSON.parse(text));
  for (const [name, array] of Object.entries({ ...arrays, ...deriveArrays(table) })) {
    const isSame = isDeepStrictEqual(array, sections[name as keyof Sections]);
    check(isSame, "the compact form", `it does not lead to the array ${name}`);
  }
  return text;
}
