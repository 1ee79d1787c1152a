/** Loads the tables from their compact form. */
import { setUnderivedLeaf } from "../derive/leaves.ts";
import { deriveLatBands, RecordDeriver } from "../derive/record-deriver.ts";
import { SpatialIndex } from "../derive/spatial-index.ts";
import { FINGERPRINT, LENGTHS } from "../layout/lengths.ts";
import { SECTION_NAMES, type Sections, viewSections } from "../layout/sections.ts";
import { checkHeader, type TablesSource, unusableTables } from "../source.ts";
import {
  areTablesLoaded,
  type Deriver,
  deriver,
  INTERNATIONAL_TERRITORY,
  leaves,
  nodes,
  setTablesLoaded,
  tableBytes,
} from "../tables.ts";
import {
  COMPACT_HEADER_BYTES,
  COMPACT_MAGIC,
  type CompactTables,
  compactHeader,
  readCompact,
} from "./compact-file.ts";

/**
 * Fills the arrays of the engine, unless they are filled already: names, outlines and international records at
 * once, the rest where it is needed first. The codegen README says what it costs.
 * @param bytes a compact file
 * @throws TablesError if it is not the compact file of this version, whole and undamaged
 */
export function loadCompactTables(bytes: Uint8Array, source: TablesSource): void {
  if (areTablesLoaded()) return;
  checkHeader(bytes, COMPACT_MAGIC, source);
  const coded = bytes.subarray(COMPACT_HEADER_BYTES);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isSame =
    bytes.length >= COMPACT_HEADER_BYTES &&
    compactHeader(FINGERPRINT, coded).every(
      (word, index) => word === header.getInt32(4 * index, true),
    );
  if (!isSame) throw unusableTables(source, "are cut short or damaged");
  const tables = readCompact(coded, LENGTHS);
  fill(tables.texts);
  const recordDeriver = new RecordDeriver(tables.published, viewSections(tableBytes.buffer));
  recordDeriver.deriveRecords(INTERNATIONAL_TERRITORY);
  fill({ latBands: deriveLatBands(tables.published) });
  setUnderivedLeaf(leaves);
  Object.assign(deriver, deriverOf(tables, recordDeriver));
  setTablesLoaded();
}

function deriverOf({ readDescriptions }: CompactTables, recordDeriver: RecordDeriver): Deriver {
  let index: SpatialIndex | undefined;
  let hasDescriptions = false;
  return {
    indexAt(latMicroDeg, lonMicroDeg) {
      index ??= new SpatialIndex(recordDeriver, nodes, leaves);
      return index.deriveAt(latMicroDeg, lonMicroDeg);
    },
    records: (territory) => recordDeriver.deriveRecords(territory),
    decoding: (territory) => recordDeriver.deriveDecoding(territory),
    descriptions() {
      if (hasDescriptions) return false;
      fill({ descriptions: readDescriptions() });
      hasDescriptions = true;
      return true;
    },
  };
}

/** Fills arrays of the engine. */
function fill(derived: Partial<Sections>): void {
  const views = viewSections(tableBytes.buffer);
  for (const name of SECTION_NAMES) {
    const section = derived[name];
    if (section !== undefined) views[name].set(section);
  }
}
