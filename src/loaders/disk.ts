/** Loads the tables from the table file beside the code, when it runs. For Node: it comes first in every entry. */
import { closeSync, openSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkFile, fileError } from "../tables/array-file.ts";
import { TABLE_FILE } from "../tables/layout/sections.ts";
import { sharedTables } from "../tables/shared-tables.ts";
import { tableBytes } from "../tables/tables.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/tables.bin", import.meta.url));

/** Reads the file into the arrays of the engine; a copy of it would take 2 ms more. @returns its length */
function readTables(): number {
  const file = openSync(FILE, "r");
  try {
    let length = 0;
    for (let count = 1; count > 0 && length < tableBytes.length; length += count) {
      count = readSync(file, tableBytes, length, tableBytes.length - length, null);
    }
    return length;
  } finally {
    closeSync(file);
  }
}

function loadTables(): void {
  let length: number;
  try {
    length = readTables();
  } catch (cause) {
    throw fileError(FILE, "cannot be read", cause);
  }
  checkFile(tableBytes, length, TABLE_FILE, FILE);
}

/** A copy of the tables for threads, which call `takeTables` with it. */
export function copyTables(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(tableBytes.length);
  new Uint8Array(memory).set(tableBytes);
  return memory;
}

if (sharedTables() === undefined) loadTables();
