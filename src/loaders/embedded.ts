/** Loads the tables from a module that contains them, when it runs. For bundles, and for platforms without files. */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompact } from "../tables/compact/load.ts";

loadCompact(JSON.parse(EMBEDDED_TABLES));
