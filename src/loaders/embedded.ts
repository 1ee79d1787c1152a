/** Loads the tables from a module that contains them, before any other module of an entry runs on. */
import { loadEmbeddedTables } from "./with-tables.ts";

loadEmbeddedTables();
