/**
 * Shares tables between threads, instead of 3.1 MB for each. Importing the engine creates its arrays: a thread calls
 * `takeTables` first, with the copy of `copyTables`, and then imports the engine dynamically.
 */
import { SHARED_TABLES } from "../tables/typed-arrays.ts";

export function takeTables(memory: SharedArrayBuffer): void {
  Reflect.set(globalThis, SHARED_TABLES, memory);
}
