/**
 * `npm run test:soak`: clients of all kinds load the service on each transport. Every reply must be right, memory flat
 * after the warm-up, and what batches and connections have taken must come back. `--seconds N` is the time for each
 * transport, `--transport` chooses one, `--workers N` is the number of threads.
 */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import "../../../src/loaders/disk.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { ask, sampleOf, statusOf } from "../../service/running-services.ts";
import { memoryMB, openFiles } from "../../support/linux-processes.ts";
import { exchange, portOf, RawConnection } from "../../support/raw-connection.ts";
import { until } from "../../support/until.ts";
import { POINT, REPLY_ROW, suiteOptions, testService } from "../service-suite.ts";

/** How much the process may grow after its warm-up, half of the time: the heap takes steps until V8 has seen all requests. */
const MAX_GROWTH_MB = 40;
/** Samples, one each half a second: garbage comes and goes within them, the lowest is what stays. */
const WINDOW = 20;

const HEAD =
  "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/plain\r\n";
const ROWS = 40_000;
const BATCH = `${HEAD}Content-Length: ${POINT.length * ROWS}\r\n\r\n${POINT.repeat(ROWS)}`;
/** 80 MB of one row that never ends. */
const BOMB = gzipSync(Buffer.alloc(80_000_000, "1"));
const BROKEN = [
  "nonsense\r\n\r\n",
  `${HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\n1,2\n`,
  `${HEAD}Content-Length: 99999999\r\n\r\n1,2\n`,
];

function post(address: string, body: string | Buffer, coding = "identity") {
  const headers = { "content-type": "text/plain", "content-encoding": coding };
  return ask(`${address}/batch/codes`, { method: "POST", headers, body });
}

/** Does one thing. @returns the actual and the expected result */
type Client = (address: string, port: number) => Promise<readonly [came: unknown, wanted: unknown]>;

const CLIENTS: Readonly<Record<string, Client>> = {
  async "plain requests"(address) {
    const [lat, lon] = [randomInt(-900_000, 900_001) / 1e4, randomInt(-1_800_000, 1_800_000) / 1e4];
    const { text } = await ask(`${address}/codes/${lat},${lon}`);
    return [text, expectedCodes(lat, lon, {}, "", "json", "spec")];
  },
  "bad requests": async (address) => [await statusOf(`${address}/coords/NLD%20ZZZZ.ZZZZ`), 404],
  async "broken requests"(_, port) {
    const received = await exchange(port, BROKEN[randomInt(BROKEN.length)] ?? "");
    return [received.replace(/^HTTP\/1\.1 4\d\d .*/s, ""), ""];
  },
  async batches(address) {
    const rows = randomInt(1, 20_000);
    return [(await post(address, POINT.repeat(rows))).text, REPLY_ROW.repeat(rows)];
  },
  "gzip bombs": async (address) => [(await post(address, BOMB, "gzip")).status, 413],
  async "clients that leave"(_, port) {
    const { socket, closed } = new RawConnection(port, BATCH.slice(0, randomInt(BATCH.length)));
    await wait(randomInt(1_000));
    socket.resetAndDestroy();
    return [await closed, undefined];
  },
  async "slow readers"(_, port) {
    const connection = new RawConnection(port, BATCH);
    connection.socket.on("data", () => {
      connection.socket.pause();
      setTimeout(() => connection.socket.resume(), 20);
    });
    await connection.closed;
    return [connection.received.split("\r\n\r\n")[1], REPLY_ROW.repeat(ROWS)];
  },
};

const { transport, ...values } = suiteOptions({ seconds: "600", workers: "1" });
const seconds = Number(values.seconds);

await testService({
  args: ["--workers", values.workers],
  only: transport,
  async test(service) {
    const pid = service.child.pid ?? 0;
    const filesBefore = openFiles(pid);
    const problems: string[] = [];
    const counts: Record<string, number> = {};
    const samplesMB: number[] = [];
    const beganMs = performance.now();
    const elapsed = () => (performance.now() - beganMs) / 1000;
    const sampling = setInterval(() => samplesMB.push(memoryMB(pid)), 500);
    const repeat = async ([name, client]: [string, Client]) => {
      while (elapsed() < seconds) {
        const reply = client(service.address, portOf(service));
        const [came, wanted] = await reply.catch((error) => [error, "a reply"]);
        if (came !== wanted) problems.push(`${name}: ${came}`.slice(0, 300));
        counts[name] = (counts[name] ?? 0) + 1;
      }
    };
    const kinds = Object.entries(CLIENTS);
    await Promise.all([...kinds, ...kinds, ...Array(4).fill(kinds[0])].map(repeat));
    clearInterval(sampling);
    console.table(counts);
    const lowestMB = (from: number) => Math.min(...samplesMB.slice(from, from + WINDOW));
    const [warmMB, lastMB] = [samplesMB.length >> 1, samplesMB.length - WINDOW].map(lowestMB);
    console.log(`${warmMB} MB after the warm-up, ${lastMB} MB at the end`);
    if (!(lastMB - warmMB <= MAX_GROWTH_MB)) problems.push("memory grew");
    await until(async () => (await sampleOf(service, "mapcoded_batch_memory_bytes")) === 0);
    // Idle connections end after 10 seconds.
    await until(() => openFiles(pid) <= filesBefore + 8);
    return problems;
  },
});
// A request that never ends would keep the process alive.
process.exit();
