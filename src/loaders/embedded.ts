/**
 * Loads the tables from a module that contains them, before any other module of an entry runs on. For bundles
 * that consist of one file, and for platforms without files and network: esbuild, `bun build --compile`, Lambda,
 * workerd, workers, CommonJS.
 */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompactTables } from "../tables/compact/load.ts";
import { areTablesLoaded } from "../tables/tables.ts";

if (!areTablesLoaded()) {
  const chars = atob(EMBEDDED_TABLES);
  const bytes = new Uint8Array(chars.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = chars.charCodeAt(index);
  loadCompactTables(bytes, { name: "embedded", remedy: "install the package again" });
}
