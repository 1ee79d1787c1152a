/** The borders in a worker, which loads them when it needs them first. */
import { loadBordersFrom } from "../../loaders/load-borders.ts";

/** The name of the border file beside the worker. The build puts it in. */
declare const BORDERS_FILE: string;

/**
 * Loads the borders unless they are loaded.
 * @throws TablesError if they cannot be fetched
 */
export async function loadBorders(): Promise<void> {
  await loadBordersFrom(new URL(BORDERS_FILE, import.meta.url));
}
