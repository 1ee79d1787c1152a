/** Chooses the transport of a service: uWebSockets.js where it loads and can listen, node:http elsewhere. */

import type { ListenAddress } from "./listen-address.ts";
import type { ServiceOptions } from "./options.ts";
import { ServiceError } from "./start-errors.ts";
import type { Listen, TransportName } from "./transports/transport.ts";

type TransportModule = { readonly listen: Listen };

/** A transport is loaded when it is chosen: uWebSockets.js has no binary for some machines. */
const LOADERS: Readonly<Record<TransportName, () => Promise<TransportModule>>> = {
  uws: () => import("./transports/uws.ts"),
  node: () => import("./transports/node.ts"),
};

export interface ChosenTransport {
  readonly name: TransportName;
  readonly listen: Listen;
  /** Why the preferred transport was not chosen; a clause without a full stop. */
  readonly reason?: string;
}

/** Returns the first line of an error's message, without its full stop. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}

/**
 * Returns why uWebSockets.js cannot listen at an address with several workers: each opens a socket of its own, and only
 * Linux distributes the connections of a port over them.
 */
export function uwsObstacle(
  { kind }: ListenAddress,
  workers: number,
  platform: string = process.platform,
): string | undefined {
  if (kind === "inherited") return "uWebSockets.js cannot take over a socket of systemd";
  if (workers === 1) return undefined;
  if (kind === "file") return "uWebSockets.js cannot share the file of a socket among workers";
  return platform === "linux"
    ? undefined
    : `uWebSockets.js cannot share a port among workers on ${platform}`;
}

/**
 * Loads the transport to listen with.
 * @param obstacle why uWebSockets.js cannot listen there; a clause without a full stop
 * @param loaders replaced by tests
 * @throws ServiceError if uws is requested and does not load, or is not the required one
 */
export async function chooseTransport(
  choice: ServiceOptions["transport"],
  obstacle: string | undefined,
  loaders: typeof LOADERS = LOADERS,
): Promise<ChosenTransport> {
  const load = async (name: TransportName) => ({ name, listen: (await loaders[name]()).listen });
  if (choice === "node") return load("node");
  let reason = obstacle;
  try {
    if (reason === undefined) return await load("uws");
  } catch (error) {
    // A changed binary has nothing to do with the machine: whoever installed it should know at once.
    if (error instanceof ServiceError) throw error;
    reason = `uWebSockets.js does not load on this machine: ${firstLine(error)}`;
  }
  if (choice === "auto") return { ...(await load("node")), reason };
  throw new ServiceError(`${reason}. Use --transport auto or --transport node.`);
}
