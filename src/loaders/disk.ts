/** On import, loads the tables from the table file beside the code. For Node: it comes first in every entry. */
import { closeSync, openSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TABLE_FILE } from "../tables/layout/sections.ts";
import { tableBytes } from "../tables/tables.ts";
import { checkFile, fileError, sharedTables } from "../tables/typed-arrays.ts";

/** As deep in src as in dist: this module becomes a part of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/tables.bin", import.meta.url));

/** A copy of the tables, for `takeTables` in threads. */
export function copyTables(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(tableBytes.length);
  new Uint8Array(memory).set(tableBytes);
  return memory;
}

if (sharedTables() === undefined) {
  let length = 0;
  try {
    // Straight into the arrays of the engine: a copy of the file would take 2 ms more.
    const file = openSync(FILE, "r");
    for (let count = 1; count > 0; length += count) {
      count = readSync(file, tableBytes, length, tableBytes.length - length, null);
    }
    closeSync(file);
  } catch (cause) {
    throw fileError(FILE, "cannot be read", cause);
  }
  checkFile(tableBytes, length, TABLE_FILE, FILE);
}
