/**
 * `npm run test:soak`: clients of all kinds load the service on each transport. Every reply must be right, memory flat
 * after the warm-up, and what batches and connections have taken must come back. `--seconds N` is the time for each
 * transport, `--transport` chooses one, `--workers N` is the number of threads.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import "../../../src/loaders/disk.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { ask, sampleOf } from "../../service/running-services.ts";
import { memoryMB, openFiles } from "../../support/linux-processes.ts";
import { exchange, portOf, RawConnection } from "../../support/raw-connection.ts";
import { until } from "../../support/until.ts";
import { POINT, REPLY_ROW, testService } from "../service-suite.ts";

/** How much the process may grow after its warm-up, which is half of the time. */
const MAX_GROWTH_MB = 40;

/** Garbage comes and goes within a window; its lowest sample is what stays. */
const WINDOW_SECONDS = 10;

/** @returns what is wrong with the reply to a request, if anything is */
async function wrong(url: string, expected: string, options?: Parameters<typeof ask>[1]) {
  const { status, text } = await ask(url, options);
  const isRight = expected.length === 3 ? `${status}` === expected : text === expected;
  return isRight ? undefined : `${status} ${text.slice(-200)} of ${url}`;
}

function post(address: string, body: string | Buffer, expected: string, more = {}) {
  const headers = { "content-type": "text/plain", ...more };
  return wrong(`${address}/batch/codes`, expected, { method: "POST", headers, body });
}

const HEAD = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
const ROWS = 40_000;
const BATCH = `${HEAD}Connection: close\r\nContent-Length: ${POINT.length * ROWS}\r\n\r\n${POINT.repeat(ROWS)}`;
/** 80 MB of one row that never ends. */
const BOMB = gzipSync(Buffer.alloc(80_000_000, "1"));
const BROKEN = [
  "nonsense\r\n\r\n",
  `${HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\n1,2\n`,
  `${HEAD}Content-Length: 99999999\r\nConnection: close\r\n\r\n1,2\n`,
];

/** Does one thing. @returns what is wrong with the reply, if anything is */
type Client = (address: string, port: number) => Promise<string | undefined>;

const CLIENTS: readonly (readonly [name: string, count: number, client: Client])[] = [
  [
    "plain requests",
    6,
    (address) => {
      const lat = randomInt(-900_000, 900_001) / 1e4;
      const lon = randomInt(-1_800_000, 1_800_000) / 1e4;
      const expected = expectedCodes(lat, lon, {}, "", "json", "spec") ?? "";
      return wrong(`${address}/codes/${lat},${lon}`, expected);
    },
  ],
  ["bad requests", 1, (address) => wrong(`${address}/coords/NLD%20ZZZZ.ZZZZ`, "404")],
  [
    "broken requests",
    1,
    async (_, port) => {
      const received = await exchange(port, BROKEN[randomInt(BROKEN.length)] ?? "");
      return /^(?:HTTP\/1\.1 4\d\d |$)/.test(received) ? undefined : received.slice(0, 200);
    },
  ],
  [
    "batches",
    2,
    (address) => {
      const rows = randomInt(1, 20_000);
      return post(address, POINT.repeat(rows), REPLY_ROW.repeat(rows));
    },
  ],
  ["gzip bombs", 1, (address) => post(address, BOMB, "413", { "content-encoding": "gzip" })],
  [
    "clients that leave",
    1,
    async (_, port) => {
      const { socket, closed } = new RawConnection(port, BATCH.slice(0, randomInt(BATCH.length)));
      await wait(randomInt(1_000));
      socket.resetAndDestroy();
      await closed;
      return undefined;
    },
  ],
  [
    "slow readers",
    2,
    async (_, port) => {
      const connection = new RawConnection(port, BATCH);
      const { socket, closed } = connection;
      socket.on("data", () => {
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      });
      await closed;
      const { received } = connection;
      if (received.endsWith(`\r\n\r\n${REPLY_ROW.repeat(ROWS)}`)) return undefined;
      return `${received.length} characters to a slow reader`;
    },
  ],
];

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    transport: { type: "string" },
    workers: { type: "string", default: "1" },
  },
});
const seconds = Number(values.seconds);

await testService({
  args: ["--workers", values.workers],
  only: values.transport,
  async test(service) {
    const { address, child } = service;
    const pid = child.pid ?? 0;
    const filesBefore = openFiles(pid);
    const problems: string[] = [];
    const counts: Record<string, number> = {};
    const samples: { seconds: number; memoryMB: number }[] = [];
    const beganMs = performance.now();
    const elapsed = () => (performance.now() - beganMs) / 1000;
    const sampling = setInterval(
      () => samples.push({ seconds: elapsed(), memoryMB: memoryMB(pid) }),
      500,
    );
    const repeat = async (name: string, client: Client) => {
      while (elapsed() < seconds) {
        const problem = await client(address, portOf(service)).catch((error) => `${error}`);
        if (problem !== undefined) problems.push(`${name}: ${problem}`);
        counts[name] = (counts[name] ?? 0) + 1;
      }
    };
    await Promise.all(
      CLIENTS.flatMap(([name, count, client]) =>
        Array.from({ length: count }, () => repeat(name, client)),
      ),
    );
    clearInterval(sampling);
    console.table(counts);
    /** The lowest memory in the window from a second on. */
    const lowestMB = (from: number) =>
      Math.min(
        ...samples
          .filter(({ seconds }) => seconds >= from && seconds < from + WINDOW_SECONDS)
          .map(({ memoryMB }) => memoryMB),
      );
    const growthMB = lowestMB(seconds - WINDOW_SECONDS) - lowestMB(seconds / 2);
    if (!(growthMB <= MAX_GROWTH_MB)) problems.push(`grew by ${growthMB.toFixed(1)} MB`);
    await until(async () => (await sampleOf(service, "mapcoded_batch_memory_bytes")) === 0);
    // Idle connections end after 10 seconds.
    await until(() => openFiles(pid) <= filesBefore + 8);
    return problems;
  },
});
// A request that never ends would keep the process alive.
process.exit();
