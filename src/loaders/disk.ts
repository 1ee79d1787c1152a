/**
 * Loads the tables from the table file beside the code, before any other module of an entry runs on.
 * For Node, Deno and Bun: the entries of the library, the command line and its threads.
 */
import { fileURLToPath } from "node:url";
import { acceptTables } from "../tables/table-file.ts";
import { areTablesLoaded, tableBytes } from "../tables/tables.ts";
import { REMEDY, readFileInto } from "./read-file.ts";

/** As deep in src as in dist, where this module is one of dist/chunks. */
const FILE = fileURLToPath(new URL("../generated/tables.bin", import.meta.url));

/** A copy of the tables for threads, which call `takeTables` with it. */
export function copyTables(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(tableBytes.length);
  new Uint8Array(memory).set(tableBytes);
  return memory;
}

if (!areTablesLoaded()) {
  acceptTables(readFileInto(FILE, tableBytes), { name: FILE, remedy: REMEDY });
}
