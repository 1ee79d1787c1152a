/** The borders, which the page and the worker of tables load when they need them first. */
import { areBordersLoaded, setBorders } from "../../borders/arrays.ts";

/**
 * Loads the borders unless they are loaded.
 * @param url the address of the border file
 * @throws Error if they cannot be fetched
 */
export async function loadBorders(url: string): Promise<void> {
  if (areBordersLoaded()) return;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The borders cannot be loaded (${response.status}).`);
  setBorders(new Uint8Array(await response.arrayBuffer()));
}
