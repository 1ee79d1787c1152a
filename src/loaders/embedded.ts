/** On import, loads the tables from a module that contains them. For bundles, and for platforms without files. */
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompact } from "../tables/compact/load.ts";

loadCompact(JSON.parse(EMBEDDED_TABLES));
