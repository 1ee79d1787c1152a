/**
 * Sends requests at a fixed rate, however fast the replies come, as many independent clients do. A request goes to
 * a connection that waits for no reply; if there is none, it is not sent.
 *
 * Run as a program with a `Load` in JSON, it prints the result in JSON.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface OpenLoopResult {
  /** Replies by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Replies that say when to try again. */
  readonly retryAfters: number;
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
  #hasRetryAfter = false;

  constructor(
    socket: Socket,
    onReply: (client: Client, status: number, hasRetryAfter: boolean) => void,
  ) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      if (this.#status === 0) {
        this.#status = Number(data.toString("latin1", 9, 12));
        this.#hasRetryAfter = this.#status !== 200 && data.includes("\r\nRetry-After: ");
      }
      if (data.at(-1) !== END_OF_BODY) return;
      const status = this.#status;
      this.#status = 0;
      onReply(this, status, this.#hasRetryAfter);
    });
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? Number.NaN;
}

export interface Load {
  readonly port: number;
  readonly target: string;
  readonly connections: number;
  /** Requests to send in a second. */
  readonly perSecond: number;
  /** Time before the replies that count. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

async function openLoop({
  port,
  target,
  connections,
  perSecond,
  warmUpSeconds,
  seconds,
}: Load): Promise<OpenLoopResult> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let [unsent, retryAfters, isCounting] = [0, 0, false];
  const idle: Client[] = [];
  const onReply = (client: Client, status: number, hasRetryAfter: boolean) => {
    idle.push(client);
    if (!isCounting) return;
    statuses[status] = (statuses[status] ?? 0) + 1;
    retryAfters += Number(hasRetryAfter);
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
    retryAfters,
    unsent,
    medianMs: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    answeredPerSecond: sorted.length / seconds,
  };
}

/** Sends requests from a process of its own, which a busy test cannot slow down. */
export async function sendLoad(load: Load): Promise<OpenLoopResult> {
  const args = ["--import", "tsx", import.meta.filename, JSON.stringify(load)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (data) => {
    out += data;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The clients ended with ${code}.`);
  return JSON.parse(out) as OpenLoopResult;
}

if (process.argv[1] === import.meta.filename) {
  console.log(JSON.stringify(await openLoop(JSON.parse(process.argv[2]) as Load)));
}
