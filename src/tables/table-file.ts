/** The table file with all arrays, which loaders read into `tableBytes`. */
import { FILE_BYTES, MAGIC, SECTION_NAMES, viewSections } from "./layout/sections.ts";
import { checkHeader, type TablesSource, unusableTables } from "./source.ts";
import { setTablesLoaded, tableBytes } from "./tables.ts";

/** The words of a file are little-endian; the engine reads words of the machine. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/**
 * Ends loading: a loader has put a table file into `tableBytes`.
 * @param length how many bytes the file has
 * @throws TablesError if it is not the table file of this version
 */
export function acceptTables(length: number, source: TablesSource): void {
  checkHeader(tableBytes, MAGIC, source);
  if (length !== FILE_BYTES) throw unusableTables(source, "are cut short");
  if (IS_BIG_ENDIAN) swapWords(tableBytes.buffer);
  setTablesLoaded();
}

/** Turns the words of all arrays into the other byte order. */
export function swapWords(file: ArrayBufferLike): void {
  const sections = viewSections(file);
  for (const name of SECTION_NAMES) {
    const { byteOffset, byteLength, BYTES_PER_ELEMENT: size } = sections[name];
    const bytes = new Uint8Array(file, byteOffset, byteLength);
    for (let word = 0; word < byteLength; word += size) bytes.subarray(word, word + size).reverse();
  }
}
