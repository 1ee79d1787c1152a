/** The choice of the transport. */
import { TransportError } from "../errors.ts";
import type { Listen, TransportName } from "./transport.ts";

export const TRANSPORT_CHOICES = ["auto", "uws", "node"] as const;
export type TransportChoice = (typeof TRANSPORT_CHOICES)[number];

export interface ChosenTransport {
  readonly name: TransportName;
  readonly listen: Listen;
  /** Why the preferred transport was not chosen; a clause without a full stop. */
  readonly reason?: string;
}

type TransportModule = { readonly listen: Listen };

/** Loaded when chosen: uWebSockets.js has no binary for some machines. */
const LOADERS: Readonly<Record<TransportName, () => Promise<TransportModule>>> = {
  uws: () => import("./uws.ts"),
  node: () => import("./node.ts"),
};

/** The first line of a message that may be long, without its full stop. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}

/**
 * Loads the transport to listen with.
 * @param workers number of processes that share the port: only Linux distributes connections over
 *   several processes that listen independently
 * @param loaders replaced by tests
 * @throws TransportError if uws is requested and does not load
 */
export async function chooseTransport(
  choice: TransportChoice,
  workers: number,
  platform: string = process.platform,
  loaders: typeof LOADERS = LOADERS,
): Promise<ChosenTransport> {
  const load = async (name: TransportName) => ({ name, listen: (await loaders[name]()).listen });
  if (choice === "node") return load("node");
  const canSharePort = workers === 1 || platform === "linux";
  if (choice === "auto" && !canSharePort) {
    const reason = `uWebSockets.js cannot share a port among workers on ${platform}`;
    return { ...(await load("node")), reason };
  }
  try {
    return await load("uws");
  } catch (error) {
    const reason = `uWebSockets.js does not load on this machine: ${firstLine(error)}`;
    if (choice === "auto") return { ...(await load("node")), reason };
    throw new TransportError(`${reason}. Use --transport auto or --transport node.`);
  }
}
