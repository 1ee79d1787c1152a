/**
 * Functions by which the caller gives the tables, for the entry without a loader of its own: where the other
 * entries cannot find their tables, or should not load them at once.
 */
import { isBuffer, isBytes } from "../platform.ts";
import { loadCompactFile } from "../tables/compact/load.ts";
import { loadFrom } from "./response.ts";

/**
 * Loads the tables from the bytes of `mapcoded/tables-compact.bin`. Until then, functions that need tables
 * throw a TablesError. Loading a second time does nothing.
 * @param tables the bytes of the file
 * @throws TypeError if they are not bytes
 * @throws TablesError if they are not the file of this version, whole and undamaged
 */
export function init(tables: Uint8Array | ArrayBuffer): void {
  if (!(isBytes(tables) || isBuffer(tables))) {
    throw new TypeError(
      "The tables are not an ArrayBuffer or a Uint8Array. Read their file first.",
    );
  }
  const bytes = isBytes(tables) ? tables : new Uint8Array(tables);
  loadCompactFile(bytes, {
    name: "the given bytes",
    remedy: "read mapcoded/tables-compact.bin of the same version",
  });
}

/**
 * As init, but from an address or a response, such as the result of `fetch`.
 * @param source the address of the file, a response, or a promise of either
 * @throws TablesError if the file cannot be read, or is not the file of this version
 */
export async function initFrom(
  source: string | URL | Response | Promise<string | URL | Response>,
): Promise<void> {
  await loadFrom(await source);
}
