/**
 * Loads the tables from a module that contains them. For bundles that consist of one file, and for platforms without
 * files and network: esbuild, `bun build --compile`, Lambda, workerd, workers.
 */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { utf8Bytes } from "../platform.ts";
import { loadCompact } from "../tables/compact/load.ts";
import { areTablesLoaded } from "../tables/tables.ts";

/** Loads the tables, unless they are loaded. */
export function loadEmbeddedTables(): void {
  if (!areTablesLoaded()) loadCompact(utf8Bytes(EMBEDDED_TABLES));
}

/** A function that needs the tables, once they are loaded. */
export function withTables<AnyFunction>(needing: AnyFunction): AnyFunction {
  loadEmbeddedTables();
  return needing;
}
