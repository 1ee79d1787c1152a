/** Where tables come from, and what is wrong with them. */
import { TablesError } from "./errors.ts";
import { FINGERPRINT } from "./layout/lengths.ts";
import { LAYOUT_VERSION } from "./layout/sections.ts";

/** Where tables come from, for messages. */
export interface TablesSource {
  /** What a user knows them by, such as a path or an address. */
  readonly name: string;
  /** What to do if they are unusable: the rest of a sentence, without its full stop. */
  readonly remedy: string;
}

/** @param problem what is wrong with the tables, to be read after "The tables" */
export function unusableTables({ name, remedy }: TablesSource, problem: string): TablesError {
  return new TablesError("tables-unusable", `The tables (${name}) ${problem}: ${remedy}.`);
}

/**
 * Checks the first three words of a file: its magic number, layout and fingerprint (see HEADER).
 * @throws TablesError unless they are those of this version
 */
export function checkHeader(bytes: Uint8Array, magic: number, source: TablesSource): void {
  const hasHeader = bytes.byteLength >= 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLayout =
    hasHeader && view.getInt32(0, true) === magic && view.getInt32(4, true) === LAYOUT_VERSION;
  if (!isLayout) throw unusableTables(source, `are not of layout ${LAYOUT_VERSION}`);
  if (view.getInt32(8, true) !== FINGERPRINT) {
    throw unusableTables(source, "are those of another version");
  }
}
