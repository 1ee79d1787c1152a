/** Loads the tables from an address. */
import { loadCompactFile } from "../tables/compact/load.ts";
import { TablesError } from "../tables/errors.ts";

const REMEDY = "serve tables-compact.bin of the same version of mapcoded there";
const CHECK = "Check the address of tables-compact.bin, and the network.";

/**
 * Loads the tables from a compact file.
 * @param source its address, or the response of a request for it
 * @throws TablesError if there is no answer, its status is not 2xx, or it is not the file of this version
 */
export async function loadFrom(source: string | URL | Response): Promise<void> {
  const response = source instanceof Response ? source : await request(source);
  const name = response.url || `${source instanceof Response ? "the given response" : source}`;
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    const message = `The tables (${name}) cannot be read: the status is ${status}. ${CHECK}`;
    throw new TablesError("tables-unreadable", message);
  }
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw unreadable(name, "the response ends too soon", cause);
  });
  loadCompactFile(new Uint8Array(bytes), { name, remedy: REMEDY });
}

function request(address: string | URL): Promise<Response> {
  return fetch(address).catch((cause: unknown) => {
    throw unreadable(`${address}`, "there is no answer", cause);
  });
}

function unreadable(name: string, reason: string, cause: unknown): TablesError {
  const message = `The tables (${name}) cannot be read: ${reason}. ${CHECK}`;
  return new TablesError("tables-unreadable", message, { cause });
}
