/**
 * Connections that node:cluster has handed to a worker which ended before it accepted them. Node keeps its own
 * copy of a connection until the worker has accepted it, and forgets to close it if the worker ends first: the client
 * then waits forever, and the primary process has one file descriptor less (one in two killed workers under load).
 */
import type { Worker } from "node:cluster";

/** What Node sends with a connection, and what a worker replies; see lib/internal/cluster in its source. */
interface ClusterMessage {
  readonly cmd?: unknown;
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
}

function isMessage(value: unknown): value is ClusterMessage {
  return typeof value === "object" && value !== null;
}

interface Closable {
  close(): void;
}

function isClosable(value: unknown): value is Closable {
  return typeof value === "object" && value !== null && "close" in value;
}

/**
 * Closes the connections that a worker has not accepted when it ends. If another version of Node sends other
 * messages, this does nothing.
 */
export function closeLostHandoffs({ process: child }: Worker): void {
  const handedOver = new Map<unknown, Closable>();
  const send = child.send;
  child.send = function sendNoting(this: typeof child, ...args: readonly unknown[]): boolean {
    const [message, handle] = args;
    if (isMessage(message) && message.act === "newconn" && isClosable(handle)) {
      handedOver.set(message.seq, handle);
    }
    return Reflect.apply(send, this, args);
  };
  child.on("internalMessage", (message: unknown) => {
    if (isMessage(message)) handedOver.delete(message.ack);
  });
  child.once("exit", () => {
    for (const handle of handedOver.values()) handle.close();
    handedOver.clear();
  });
}
