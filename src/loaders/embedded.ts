/**
 * Loads the tables from a module that contains them, before any other module of an entry runs on. For bundles
 * that consist of one file, and for platforms without files and network: esbuild, `bun build --compile`, Lambda,
 * workerd, workers, CommonJS.
 */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompactTables } from "../tables/compact/load.ts";
import { areTablesLoaded } from "../tables/tables.ts";

function bytesOf(base64: string): Uint8Array {
  const chars = atob(base64);
  const bytes = new Uint8Array(chars.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = chars.charCodeAt(index);
  return bytes;
}

if (!areTablesLoaded()) {
  loadCompactTables(bytesOf(EMBEDDED_TABLES), {
    name: "embedded",
    remedy: "install the package again",
  });
}
