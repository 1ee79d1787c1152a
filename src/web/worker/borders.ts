/** The borders in a worker, which loads them when it needs them first. */
import { areBordersLoaded, setBorders } from "../../borders/arrays.ts";

/** The name of the border file beside the worker. The build puts it in. */
declare const BORDERS_FILE: string;

/**
 * Loads the borders unless they are loaded.
 * @throws Error if they cannot be fetched, or are not those of this version
 */
export async function loadBorders(): Promise<void> {
  if (areBordersLoaded()) return;
  const url = new URL(BORDERS_FILE, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The status of ${url} is ${response.status}.`);
  setBorders(new Uint8Array(await response.arrayBuffer()));
}
