/** Loads the borders, for the page and the worker of tables. */
import { setBorders } from "../../borders/border-arrays.ts";
import { load } from "../loading.ts";

/** Loads the borders unless they are loaded. @throws Error if they cannot be fetched, or are damaged */
export function loadBorders(url: string): Promise<void> {
  return load(url, async (response) => setBorders(new Uint8Array(await response.arrayBuffer())));
}
