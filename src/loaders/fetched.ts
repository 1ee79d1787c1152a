/**
 * Loads the tables from the compact file beside the code, before any other module of an entry runs on.
 * For browsers and their workers, also by bundlers, which recognize the URL below and ship the file.
 */
import { areTablesLoaded } from "../tables/tables.ts";
import { loadFrom } from "./response.ts";

if (!areTablesLoaded()) {
  // As deep in src as in dist, where this module is one of dist/chunks.
  await loadFrom(new URL("../generated/tables-compact.bin", import.meta.url));
}
