/** Loads the tables from their compact form. */
import { setUnderivedLeaf } from "../derive/leaves.ts";
import { deriveLatBands, RecordDeriver } from "../derive/record-deriver.ts";
import { SpatialIndex } from "../derive/spatial-index.ts";
import { LENGTHS } from "../layout/lengths.ts";
import { SECTION_NAMES, type Sections, viewSections } from "../layout/sections.ts";
import { deriver, INTERNATIONAL_TERRITORY, leaves, nodes, tableBytes } from "../tables.ts";
import { readCompact } from "./compact-file.ts";

/**
 * Fills the arrays of the engine, which are not filled yet: all but the spatial index and what is known of territories.
 * These follow where they are needed first. The codegen README says what it costs.
 * @param content the compact form of this version
 */
export function loadCompact(content: Uint8Array): void {
  const { published, texts } = readCompact(content, LENGTHS);
  const views = viewSections(tableBytes.buffer);
  fill(views, { ...texts, latBands: deriveLatBands(published) });
  const records = new RecordDeriver(published, views);
  records.derive(INTERNATIONAL_TERRITORY);
  setUnderivedLeaf(leaves);
  let index: SpatialIndex | undefined;
  deriver.territory = (territory) => records.derive(territory);
  deriver.indexAt = (latMicroDeg, lonMicroDeg) => {
    index ??= new SpatialIndex(records, nodes, leaves);
    return index.deriveAt(latMicroDeg, lonMicroDeg);
  };
}

function fill(views: Sections, filled: Partial<Sections>): void {
  for (const name of SECTION_NAMES) {
    const section = filled[name];
    if (section !== undefined) views[name].set(section);
  }
}
