/**
 * Loads the tables from a module that contains them, before any other module of an entry runs on. For bundles
 * that consist of one file, and for platforms without files and network: esbuild, `bun build --compile`, Lambda,
 * workerd, workers, CommonJS.
 */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompact } from "../tables/compact/load.ts";
import { areTablesLoaded } from "../tables/tables.ts";

if (!areTablesLoaded()) loadCompact(new TextEncoder().encode(EMBEDDED_TABLES));
