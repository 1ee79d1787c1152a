/**
 * Loads the tables from the table file beside the code, before any other module of an entry runs on.
 * For Node, Deno and Bun: the entries of src/entries/node*.ts, the command line and its threads.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TablesError } from "../tables/errors.ts";
import { acceptTables } from "../tables/table-file.ts";
import { areTablesLoaded, tableBytes } from "../tables/tables.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/tables.bin", import.meta.url));
const REMEDY =
  "install the package again; in a bundle, import mapcoded/embedded; in a clone, run `npm run build`";

/** Reads the file into the arrays of the engine; a copy of it would take 2 ms more. @returns its length */
function readTables(): number {
  const file = openSync(FILE, "r");
  try {
    let length = 0;
    for (;;) {
      const count = readSync(file, tableBytes, length, tableBytes.length - length, null);
      length += count;
      if (count === 0 || length === tableBytes.length) return length;
    }
  } finally {
    closeSync(file);
  }
}

function load(): void {
  let length: number;
  try {
    length = readTables();
  } catch (cause) {
    const message = `The tables cannot be read (${FILE}): ${REMEDY}.`;
    throw new TablesError("tables-unreadable", message, { cause });
  }
  acceptTables(length, { name: FILE, remedy: REMEDY });
}

/** A copy of the tables for threads, which call `takeTables` with it. */
export function copyTables(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(tableBytes.length);
  new Uint8Array(memory).set(tableBytes);
  return memory;
}

if (!areTablesLoaded()) load();
