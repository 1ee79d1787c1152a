/**
 * The compact form of the tables: the published boundary records, texts and three small arrays. Loading derives the rest.
 * The form is JSON with small numbers for the compression of the transport: see codegen/README.md.
 */
import { type Boundary, boundaryTableOf, xDivider } from "../derive/boundaries.ts";
import { deriveShortNames } from "../derive/short-name-table.ts";
import type { Descriptions } from "../layout/sections.ts";

/** The members that many rows share. */
export type RowTraits = Omit<
  Boundary,
  "territory" | "lonMin" | "latMin" | "lonMax" | "latMax" | "smartDiv"
>;

type Column = "traitNumbers" | "smartDivs" | "latMins" | "heights" | "lonMins" | "widths";

export interface CompactForm {
  /** As differences. */
  readonly firstRecords: readonly number[];
  readonly parents: readonly number[];
  readonly candidateTerritories: readonly number[];
  readonly descriptions: Descriptions;
  readonly traits: readonly RowTraits[];
  /** All rows in published order, column by column. Bounds are differences; heights and widths by the keys below. */
  readonly rows: Readonly<Record<Column, readonly number[]>>;
}

// ---- Keys of similar rows. Codegen makes the differences by the same keys.

/** Rows of a codex and smartDiv have about the same height. */
export function heightKey(codex: number, smartDiv: number): number {
  return 100 * smartDiv + codex;
}

/** Rows of the same height and distance from the equator have about the same width. */
export function widthKey(latMin: number, height: number): number {
  return 1e6 * height + xDivider(latMin, latMin + height);
}

/** The values of a column of differences, each from the previous value with the same key. */
function valuesOf(
  differences: readonly number[],
  keyOf: (row: number) => number = () => 0,
): readonly number[] {
  const lasts = new Map<number, number>();
  return differences.map((difference, row) => {
    const key = keyOf(row);
    const value = difference + (lasts.get(key) ?? 0);
    lasts.set(key, value);
    return value;
  });
}

/** The boundary records of the form, and all arrays that are not derived from them. */
export function readCompact(form: CompactForm) {
  const { traits } = form;
  const firstRecords = Uint16Array.from(valuesOf(form.firstRecords));
  const parents = Int16Array.from(form.parents);
  const candidateTerritories = Int16Array.from(form.candidateTerritories);
  const { traitNumbers, smartDivs } = form.rows;
  const latMins = valuesOf(form.rows.latMins);
  const lonMins = valuesOf(form.rows.lonMins);
  const heights = valuesOf(form.rows.heights, (row) =>
    heightKey(traits[traitNumbers[row]].codex, smartDivs[row]),
  );
  const widths = valuesOf(form.rows.widths, (row) => widthKey(latMins[row], heights[row]));
  // A literal of all members: with a spread, the first code takes twice as long.
  const table = boundaryTableOf(parents, firstRecords, (row, territory) => {
    const shared = traits[traitNumbers[row]];
    return {
      territory,
      lonMin: lonMins[row],
      latMin: latMins[row],
      lonMax: lonMins[row] + widths[row],
      latMax: latMins[row] + heights[row],
      codex: shared.codex,
      nameless: shared.nameless,
      recordType: shared.recordType,
      restricted: shared.restricted,
      specialShape: shared.specialShape,
      headerLetter: shared.headerLetter,
      smartDiv: smartDivs[row],
    };
  });
  const arrays = {
    ...{ firstRecords, parents, candidateTerritories },
    shortNames: deriveShortNames(form.descriptions.names, candidateTerritories),
  };
  return { table, arrays };
}
