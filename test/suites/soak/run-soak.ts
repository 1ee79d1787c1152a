/**
 * `npm run test:soak`: clients of all kinds load the service on each transport. Every reply must be right, memory flat
 * after the warm-up, and what batches and connections have taken must come back. `--seconds N` is the time for each
 * transport, `--transport` chooses one.
 */
import { randomInt } from "node:crypto";
import { connect } from "node:net";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { request } from "undici";
import "../../../src/loaders/disk.ts";
import { DIALECTS } from "../../../src/http/options.ts";
import type { RunningService } from "../../cli/command.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { POINT, REPLY_ROW } from "../../service/batch-client.ts";
import { sampleOf } from "../../service/running-services.ts";
import { memoryMB, openFiles } from "../../support/linux-processes.ts";
import { memoryCourse } from "../../support/memory-course.ts";
import { exchange, portOf, RawConnection } from "../../support/raw-connection.ts";
import { until } from "../../support/until.ts";
import { testService } from "../service-suite.ts";

/** How much the process may grow after its warm-up, which is half of the time. */
const MAX_GROWTH_MB = 40;

/** Does one thing. @returns what is wrong with the reply, if anything is */
type Client = (address: string, port: number) => Promise<string | undefined>;

async function wrong(url: string, status: number, expected: string, options = {}) {
  const { statusCode, body } = await request(url, options);
  const text = await body.text();
  const isRight = statusCode === status && (expected === "" || text === expected);
  return isRight ? undefined : `${statusCode} ${text.slice(-200)} of ${url}`;
}

const BATCH_HEAD = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
/** 80 MB of one row that never ends. */
const BOMB = gzipSync(Buffer.alloc(80_000_000, "1"));
const BROKEN = [
  "nonsense\r\n\r\n",
  `${BATCH_HEAD}Content-Length: 4\r\nContent-Length: 5\r\n\r\n1,2\n`,
  `${BATCH_HEAD}Content-Length: 99999999\r\nConnection: close\r\n\r\n1,2\n`,
];

function post(address: string, rows: string | Buffer, status: number, expected: string, more = {}) {
  const headers = { "content-type": "text/plain", ...more };
  return wrong(`${address}/batch/codes`, status, expected, { method: "POST", headers, body: rows });
}

const CLIENTS: Readonly<Record<string, readonly [count: number, client: Client]>> = {
  "plain requests": [
    6,
    (address) => {
      const [lat, lon] = [
        randomInt(-900_000, 900_001) / 1e4,
        randomInt(-1_800_000, 1_800_000) / 1e4,
      ];
      const expected = expectedCodes(lat, lon, {}, "", "json", DIALECTS.spec) ?? "";
      return wrong(`${address}/codes/${lat},${lon}`, 200, expected);
    },
  ],
  "bad requests": [1, (address) => wrong(`${address}/coords/NLD%20ZZZZ.ZZZZ`, 404, "")],
  "broken requests": [
    1,
    async (_, port) => {
      const received = await exchange(port, BROKEN[randomInt(BROKEN.length)]);
      return /^(?:HTTP\/1\.1 4\d\d |$)/.test(received) ? undefined : received.slice(0, 200);
    },
  ],
  batches: [
    2,
    (address) => {
      const rows = randomInt(1, 20_000);
      return post(address, POINT.repeat(rows), 200, REPLY_ROW.repeat(rows));
    },
  ],
  "gzip bombs": [1, (address) => post(address, BOMB, 413, "", { "content-encoding": "gzip" })],
  "clients that leave": [
    1,
    (_, port) =>
      new Promise((resolve) => {
        const body = POINT.repeat(50_000);
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {}).on("close", () => resolve(undefined));
        socket.write(`${BATCH_HEAD}Content-Length: ${body.length}\r\n\r\n`);
        socket.write(body.slice(0, randomInt(2 * body.length)));
        setTimeout(() => socket.resetAndDestroy(), randomInt(1_000));
      }),
  ],
  "slow readers": [
    2,
    async (_, port) => {
      const body = POINT.repeat(40_000);
      const head = `${BATCH_HEAD}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      const connection = new RawConnection(port, head + body);
      const { socket, closed } = connection;
      socket.on("data", () => {
        socket.pause();
        setTimeout(() => socket.resume(), 20);
        if (connection.received.length > REPLY_ROW.length * 40_000) socket.end();
      });
      await closed;
      const { received } = connection;
      if (received.endsWith(`\r\n\r\n${REPLY_ROW.repeat(40_000)}`)) return undefined;
      return `${received.length} characters to a slow reader`;
    },
  ],
};

/** @returns what is wrong */
async function run(service: RunningService, seconds: number): Promise<readonly string[]> {
  const { address, child } = service;
  const pid = child.pid ?? 0;
  const filesBefore = openFiles(pid);
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  const samples: { seconds: number; memoryMB: number }[] = [];
  const beganMs = performance.now();
  const elapsed = () => (performance.now() - beganMs) / 1000;
  const repeat = async (name: string, client: Client) => {
    while (elapsed() < seconds) {
      const problem = await client(address, portOf(service)).catch((error) => `${error}`);
      if (problem === undefined) counts[name] = (counts[name] ?? 0) + 1;
      else problems.push(`${name}: ${problem}`);
    }
  };
  const sampling = setInterval(
    () => samples.push({ seconds: elapsed(), memoryMB: memoryMB(pid) }),
    500,
  );
  await Promise.all(
    Object.entries(CLIENTS).flatMap(([name, [count, client]]) =>
      Array.from({ length: count }, () => repeat(name, client)),
    ),
  );
  clearInterval(sampling);
  console.table(counts);
  const { windowsMB, growthMB } = memoryCourse(samples, seconds / 2);
  console.log(`${windowsMB.map(Math.round).join(" ")} MB`);
  if (!(growthMB <= MAX_GROWTH_MB)) problems.push(`grew by ${growthMB.toFixed(1)} MB`);
  if (Object.keys(counts).length < Object.keys(CLIENTS).length) problems.push("an idle client");
  await until(async () => (await sampleOf(service, "mapcoded_batch_memory_bytes")) === 0);
  // Idle connections end after 10 seconds.
  await until(() => openFiles(pid) <= filesBefore + 8);
  return problems;
}

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" }, transport: { type: "string" } },
});
await testService({
  only: values.transport,
  test: (service) => run(service, Number(values.seconds)),
});
// A request that never ends would keep the process alive.
process.exit();
