/** Loading the table file with all arrays, which loaders read into `tableBytes`. */
import { acceptFile, type TablesSource } from "./array-file.ts";
import { TABLE_FILE } from "./layout/sections.ts";
import { setTablesLoaded, tableBytes } from "./tables.ts";

/**
 * Ends loading: a loader has put a table file into `tableBytes`.
 * @param length how many bytes the file has
 * @throws TablesError if it is not the table file of this version
 */
export function acceptTables(length: number, source: TablesSource): void {
  acceptFile(tableBytes, length, TABLE_FILE, source);
  setTablesLoaded();
}
