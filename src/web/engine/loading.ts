/** Loads files at their first use, for the page and the worker of tables. */
import { areBordersLoaded, setBorders } from "../../borders/arrays.ts";

/** @throws Error if the file cannot be fetched */
export async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (response.ok) return response;
  throw new Error(`${url} cannot be loaded (${response.status}).`);
}

/** Loads the borders unless they are loaded. @throws Error if they cannot be fetched */
export async function loadBorders(url: string): Promise<void> {
  if (areBordersLoaded()) return;
  const response = await fetchFile(url);
  setBorders(new Uint8Array(await response.arrayBuffer()));
}
