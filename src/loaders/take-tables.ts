/**
 * Tables that threads share, instead of 3.1 MB for each. All arrays of the engine exist once their module runs: a thread calls
 * `takeTables` and then imports the engine dynamically.
 */
import { SHARED_TABLES } from "../tables/arrays.ts";

/** Makes the engine, which must not be imported yet, use the tables that another thread has copied by `copyTables`. */
export function takeTables(memory: SharedArrayBuffer): void {
  Reflect.set(globalThis, SHARED_TABLES, memory);
}
