/** Loads the tables from their compact form. */
import { FINGERPRINT, LENGTHS } from "../layout/lengths.ts";
import { SECTION_NAMES, viewSections } from "../layout/sections.ts";
import { checkHeader, type TablesSource, unusableTables } from "../source.ts";
import { areTablesLoaded, setTablesLoaded, tableBytes } from "../tables.ts";
import { COMPACT_HEADER_BYTES, COMPACT_MAGIC, compactHeader, readCompact } from "./compact-file.ts";

/**
 * Fills the arrays of the engine, unless they are filled already. The codegen README says what it costs.
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
  const derived = readCompact(coded, LENGTHS);
  const sections = viewSections(tableBytes.buffer);
  for (const name of SECTION_NAMES) sections[name].set(derived[name]);
  setTablesLoaded();
}
