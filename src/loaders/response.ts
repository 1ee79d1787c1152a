/** Reads files of tables from an address. */
import type { TablesSource } from "../tables/array-file.ts";
import { loadCompactFile } from "../tables/compact/load.ts";
import { TablesError } from "../tables/tables-error.ts";

/** A file that has been fetched. */
export interface FetchedFile {
  readonly bytes: Uint8Array;
  readonly source: TablesSource;
}

/**
 * Loads the tables from a compact file.
 * @param source its address, or the response of a request for it
 * @throws TablesError if there is no answer, its status is not 2xx, or it is not the file of this version
 */
export async function loadFrom(source: string | URL | Response): Promise<void> {
  const file = await fetchFile(source, "tables-compact.bin");
  loadCompactFile(file.bytes, file.source);
}

/**
 * Reads a file.
 * @param source its address, or the response of a request for it
 * @param fileName what it is called in the package
 * @throws TablesError if there is no answer, or its status is not 2xx
 */
export async function fetchFile(
  source: string | URL | Response,
  fileName: string,
): Promise<FetchedFile> {
  const unreadable = (name: string, reason: string, cause?: unknown): TablesError => {
    const advice = `Check the address of ${fileName}, and the network.`;
    const message = `The tables (${name}) cannot be read: ${reason}. ${advice}`;
    return new TablesError(
      "tables-unreadable",
      message,
      cause === undefined ? undefined : { cause },
    );
  };
  const response =
    source instanceof Response
      ? source
      : await fetch(source).catch((cause: unknown) => {
          throw unreadable(`${source}`, "there is no answer", cause);
        });
  const name = response.url || `${source instanceof Response ? "the given response" : source}`;
  if (!response.ok) {
    throw unreadable(name, `the status is ${`${response.status} ${response.statusText}`.trim()}`);
  }
  const body = await response.arrayBuffer().catch((cause: unknown) => {
    throw unreadable(name, "the response ends too soon", cause);
  });
  const remedy = `serve ${fileName} of the same version of mapcoded there`;
  return { bytes: new Uint8Array(body), source: { name, remedy } };
}
