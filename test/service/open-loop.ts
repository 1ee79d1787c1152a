/**
 * Sends requests at a fixed rate, however fast the replies come, as many independent clients do. A request goes to
 * a connection that waits for no reply; if there is none, it is not sent.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface OpenLoopResult {
  /** Replies by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that no connection was free for. */
  readonly unsent: number;
  /** Of replies with status 200, from the sending of the request to the end of the reply. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Replies with status 200. */
  readonly answeredPerSecond: number;
}

/** The end of a reply: of a body of JSON without white space. */
const END_OF_BODY = 0x7d;

class Client {
  readonly socket: Socket;
  sentAtMs = 0;
  #status = 0;

  constructor(socket: Socket, onReply: (client: Client, status: number) => void) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      if (this.#status === 0) this.#status = Number(data.toString("latin1", 9, 12));
      if (data.at(-1) !== END_OF_BODY) return;
      const status = this.#status;
      this.#status = 0;
      onReply(this, status);
    });
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? Number.NaN;
}

/**
 * @param perSecond requests to send in a second
 * @param warmUpSeconds time before the replies that count
 */
export async function openLoop(
  port: number,
  target: string,
  {
    connections,
    perSecond,
    warmUpSeconds,
    seconds,
  }: { connections: number; perSecond: number; warmUpSeconds: number; seconds: number },
): Promise<OpenLoopResult> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  let [unsent, isCounting] = [0, false];
  const idle: Client[] = [];
  const onReply = (client: Client, status: number) => {
    idle.push(client);
    if (!isCounting) return;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 200) latencies.push(performance.now() - client.sentAtMs);
  };
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    }),
  );
  for (const socket of sockets) idle.push(new Client(socket, onReply));
  const beganMs = performance.now();
  const countFromMs = beganMs + warmUpSeconds * 1000;
  const endMs = countFromMs + seconds * 1000;
  let due = 0;
  for (let nowMs = beganMs; nowMs < endMs; nowMs = performance.now()) {
    isCounting = nowMs >= countFromMs;
    const reached = ((nowMs - beganMs) * perSecond) / 1000;
    for (; due < reached; due++) {
      const client = idle.shift();
      if (client === undefined) {
        if (isCounting) unsent++;
        continue;
      }
      client.sentAtMs = performance.now();
      client.socket.write(head);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  isCounting = false;
  for (const socket of sockets) socket.destroy();
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    statuses,
    unsent,
    medianMs: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    answeredPerSecond: sorted.length / seconds,
  };
}
