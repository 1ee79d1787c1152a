/** Accepts a table file, whose bytes may come from a disk, a network or the caller. */
import { TablesError } from "./errors.ts";
import {
  FILE_BYTES,
  HEADER,
  LAYOUT_VERSION,
  SECTION_NAMES,
  viewSections,
} from "./layout/sections.ts";
import { setTablesLoaded, tableBytes } from "./tables.ts";

/** Where tables come from, for messages. */
export interface TablesSource {
  /** What a user knows them by: a path or an address. */
  readonly name: string;
  /** What to do if they are unusable: the rest of a sentence, without its full stop. */
  readonly remedy: string;
}

/** The words of a file are little-endian; the engine reads words of the machine. */
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/**
 * Ends loading: a loader has put a table file into `tableBytes`.
 * @param length how many bytes the file has
 * @throws TablesError if it is not the table file of this version
 */
export function acceptTables(length: number, source: TablesSource): void {
  const header = new DataView(tableBytes.buffer);
  const unusable = (what: string) =>
    new TablesError("tables-unusable", `The tables (${source.name}) ${what}: ${source.remedy}.`);
  const isWord = (word: number) => header.getInt32(4 * word, true) === HEADER[word];
  if (!isWord(0) || !isWord(1)) throw unusable(`are not of layout ${LAYOUT_VERSION}`);
  if (!isWord(2)) throw unusable("are those of another version");
  if (length !== FILE_BYTES) throw unusable("are cut short");
  if (IS_BIG_ENDIAN) swapWords(tableBytes.buffer);
  setTablesLoaded();
}

/** Turns the words of all arrays into the other byte order. It takes 10 ms. */
export function swapWords(file: ArrayBuffer): void {
  const sections = viewSections(file);
  for (const name of SECTION_NAMES) {
    const { byteOffset, byteLength, BYTES_PER_ELEMENT: size } = sections[name];
    const bytes = new Uint8Array(file, byteOffset, byteLength);
    for (let word = 0; word < byteLength; word += size) bytes.subarray(word, word + size).reverse();
  }
}
