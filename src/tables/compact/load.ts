/** Loads the tables from their compact form. */

import { squareAt, territoriesIn, writeLeaf } from "../derive/leaf.ts";
import { type Derivation, startDerivation } from "../derive/records.ts";
import * as derive from "../derive/territory.ts";
import { LAT_LIMIT_MICRO_DEG, LON_LIMIT_MICRO_DEG } from "../format.ts";
import * as pointIndex from "../layout/point-index.ts";
import { type Sections, TABLE_FILE } from "../layout/sections.ts";
import * as tables from "../tables.ts";
import { openArrays } from "../typed-arrays.ts";
import { type CompactForm, readCompact } from "./compact-form.ts";

/**
 * Fills the arrays of the engine from the compact form. The index and the records of territories follow at their first
 * use. codegen/README.md has the costs.
 */
export function loadCompact(form: CompactForm): void {
  tables.setDescriptions(form.descriptions);
  const { table, arrays } = readCompact(form);
  const { arrays: views } = openArrays(TABLE_FILE, tables.tableBytes.buffer);
  const filled = { ...arrays, latBands: derive.deriveLatBands(table) };
  for (const [name, section] of Object.entries(filled)) views[name as keyof Sections].set(section);
  const derivation = startDerivation(table, views);
  derive.deriveTerritory(derivation, tables.INTERNATIONAL_TERRITORY);
  tables.deriver.deriveTerritory = (territory) => derive.deriveTerritory(derivation, territory);
  tables.deriver.deriveCellsAround = indexDeriver(views, derivation);
}

/** Derives one leaf for all cells of a square. It is longer than leaves of the table file, but takes less time. */
export function indexDeriver(
  views: Sections,
  derivation: Derivation,
): typeof tables.deriver.deriveCellsAround {
  const leaf = new Uint16Array(pointIndex.MAX_LEAF_WORDS);
  let end = pointIndex.UNDERIVED_LEAF + 1;
  const { leafStarts, leaves } = views;
  leaves[pointIndex.UNDERIVED_LEAF] = pointIndex.LEAF_END;
  return (latMicroDeg, lonMicroDeg) => {
    const row = (latMicroDeg + LAT_LIMIT_MICRO_DEG) >> pointIndex.SQUARE_SHIFT;
    const column = (lonMicroDeg + LON_LIMIT_MICRO_DEG) >> pointIndex.SQUARE_SHIFT;
    const first = (row * pointIndex.INDEX_COLUMNS + column) * pointIndex.CELLS_PER_SIDE;
    if (leafStarts[first] !== pointIndex.UNDERIVED_LEAF) return false;
    const square = squareAt(row, column, pointIndex.SQUARE_SHIFT);
    const territories = territoriesIn(views, square);
    for (const territory of territories) derive.deriveTerritory(derivation, territory);
    const start = writeLeaf(views, territories, square, leaf);
    leaves.set(leaf.subarray(start), end);
    for (let cell = 0; cell < pointIndex.CELLS_PER_SIDE; cell++) {
      const at = first + cell * pointIndex.INDEX_COLUMNS;
      leafStarts.fill(end, at, at + pointIndex.CELLS_PER_SIDE);
    }
    end += leaf.length - start;
    return true;
  };
}
