/** Loads the tables from a module that contains them, when it runs. For bundles, and for platforms without files. */

import { utf8Bytes } from "../characters.ts";
import { EMBEDDED_TABLES } from "../generated/embedded-tables.ts";
import { loadCompact } from "../tables/compact/load.ts";

loadCompact(utf8Bytes(EMBEDDED_TABLES));
