/**
 * Shares tables between threads, instead of 3.1 MB for each. Importing the engine creates its arrays: a thread calls
 * `takeTables` first, and then imports the engine dynamically.
 */
import { SHARED_TABLES } from "../tables/memory.ts";

/** Makes the engine use the tables that another thread has copied by `copyTables`. Call it before the import. */
export function takeTables(memory: SharedArrayBuffer): void {
  Reflect.set(globalThis, SHARED_TABLES, memory);
}
