/** Loads the tables from their compact form. */
import { checkHeader, type TablesSource, unusableTables } from "../array-file.ts";
import { setUnderivedLeaf } from "../derive/leaves.ts";
import { deriveLatBands, RecordDeriver } from "../derive/record-deriver.ts";
import { SpatialIndex } from "../derive/spatial-index.ts";
import { FINGERPRINT, LENGTHS } from "../layout/lengths.ts";
import { SECTION_NAMES, type Sections, TABLE_FILE, viewSections } from "../layout/sections.ts";
import {
  areTablesLoaded,
  deriver,
  INTERNATIONAL_TERRITORY,
  leaves,
  nodes,
  setTablesLoaded,
  tableBytes,
} from "../tables.ts";
import { COMPACT_HEADER_BYTES, COMPACT_MAGIC, compactHeader, readCompact } from "./compact-file.ts";

/**
 * Fills the arrays of the engine from a compact file, unless they are filled already.
 * @throws TablesError if it is not the compact file of this version, whole and undamaged
 */
export function loadCompactFile(bytes: Uint8Array, source: TablesSource): void {
  if (areTablesLoaded()) return;
  checkHeader(bytes, { ...TABLE_FILE, magic: COMPACT_MAGIC }, source);
  const content = bytes.subarray(COMPACT_HEADER_BYTES);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSame =
    bytes.length >= COMPACT_HEADER_BYTES &&
    compactHeader(FINGERPRINT, content).every(
      (word, index) => word === header.getInt32(4 * index, true),
    );
  if (!isSame) throw unusableTables(source, "are cut short or damaged");
  loadCompact(content);
}

/**
 * Fills the arrays of the engine, which are not filled yet: all but the spatial index and what is known of territories.
 * These follow where they are needed first. The codegen README says what it costs.
 * @param content of a compact file of this version, after its header
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
  setTablesLoaded();
}

function fill(views: Sections, filled: Partial<Sections>): void {
  for (const name of SECTION_NAMES) {
    const section = filled[name];
    if (section !== undefined) views[name].set(section);
  }
}
