/**
 * A work-around for a leak of node:cluster: connections that it has handed to a worker which ended before it accepted
 * them. Node keeps its own copy of a connection until the worker has accepted it, and forgets to close it if the worker
 * ends first: the client then waits forever, and the primary process has one file descriptor less (one in two killed
 * workers under load). No documented event tells of these connections. Letting the workers accept by themselves
 * (SCHED_NONE) avoids the leak, but was measured to give half of the workers nearly all connections.
 */
import type { Worker } from "node:cluster";

/** The versions of Node whose messages are those below; see lib/internal/cluster in its source. */
const FIRST_MAJOR = 20;
const LAST_MAJOR = 26;

/** What Node sends with a connection, and what a worker replies. */
interface ClusterMessage {
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
}

interface Closable {
  close(): void;
}

function isHandoff(message: ClusterMessage | null, handle: unknown): handle is Closable {
  return message?.act === "newconn" && typeof (handle as Closable | null)?.close === "function";
}

/**
 * Closes the connections that a worker has not accepted when it ends.
 * @param nodeVersion of other versions than the known ones, the messages are left alone
 */
export function closeLostHandoffs(
  { process: child }: Pick<Worker, "process">,
  nodeVersion: string = process.versions.node,
): void {
  const major = Number.parseInt(nodeVersion, 10);
  if (major < FIRST_MAJOR || major > LAST_MAJOR) return;
  const handedOver = new Map<unknown, Closable>();
  const send = child.send;
  child.send = function sendNoting(this: typeof child, ...args: readonly unknown[]): boolean {
    const [message, handle] = args;
    if (isHandoff(message as ClusterMessage, handle)) {
      handedOver.set((message as ClusterMessage).seq, handle);
    }
    return Reflect.apply(send, this, args);
  };
  child.on("internalMessage", (message: ClusterMessage) => handedOver.delete(message?.ack));
  child.once("exit", () => {
    for (const handle of handedOver.values()) handle.close();
    handedOver.clear();
  });
}
