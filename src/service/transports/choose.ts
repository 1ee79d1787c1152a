/** Which transport serves. */
import { TransportError } from "../errors.ts";
import type { Listen, TransportName } from "./transport.ts";

export const TRANSPORT_CHOICES = ["auto", "uws", "node"] as const;
export type TransportChoice = (typeof TRANSPORT_CHOICES)[number];

export interface ChosenTransport {
  readonly name: TransportName;
  readonly listen: Listen;
  /** Why it is not the preferred one. */
  readonly reason?: string;
}

type Module = { readonly listen: Listen };

/** Loaded when chosen: the binary of uWebSockets.js does not come for every machine. */
const LOAD: Readonly<Record<TransportName, () => Promise<Module>>> = {
  uws: () => import("./uws.ts"),
  node: () => import("./node.ts"),
};

/** The first line of what may be a long text, to be put into a sentence. */
function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.replace(/\.$/, "");
}

/**
 * @param workers how many processes share the port: only Linux spreads connections over several
 *   that listen by themselves
 * @param load for tests
 * @throws TransportError when uws is asked for and does not load
 */
export async function chooseTransport(
  choice: TransportChoice,
  workers: number,
  platform: string = process.platform,
  load: typeof LOAD = LOAD,
): Promise<ChosenTransport> {
  const chosen = async (name: TransportName) => ({ name, listen: (await load[name]()).listen });
  if (choice === "node") return chosen("node");
  const isSpread = workers === 1 || platform === "linux";
  if (choice === "auto" && !isSpread) {
    const reason = `uWebSockets.js does not share a port among workers on ${platform}`;
    return { ...(await chosen("node")), reason };
  }
  try {
    return await chosen("uws");
  } catch (error) {
    const reason = `uWebSockets.js does not load here: ${firstLine(error)}`;
    if (choice === "auto") return { ...(await chosen("node")), reason };
    throw new TransportError(`${reason}; expected --transport auto or node on this machine.`);
  }
}
