/**
 * `npm run test:fuzz`: sends mutated requests to the service by raw sockets, on both transports. The service must
 * survive each, reply in well-formed HTTP, and answer the next good request. A failure prints its seed.
 */
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import "../../../src/loaders/disk.ts";
import { DIALECTS } from "../../../src/http/options.ts";
import type { TransportName } from "../../../src/service/transports/transport.ts";
import type { RunningService } from "../../cli/command.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { portOf } from "../../support/raw-connection.ts";
import { testService } from "../service-suite.ts";
import { mutatedRequest } from "./mutations.ts";
import { checkReplies, type Ending } from "./replies.ts";
import { SEEDS } from "./seeds.ts";

/** Connections at the same time. */
const CONNECTIONS = 64;
/** The time without a byte after which a server is taken to wait for more of the request. */
const QUIET_MS = 40;
/** Failures after which a run ends, as further ones usually have the same cause. */
const MAX_FAILURES = 10;

interface Received {
  readonly bytes: string;
  readonly ending: Ending;
}

/** Sends bytes on a connection of their own and collects what arrives until it ends or nothing comes. */
function exchange(port: number, bytes: string, quietMs: number): Promise<Received> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1" });
    const finish = (ending: Ending) => {
      socket.destroy();
      resolve({ bytes: received, ending });
    };
    socket.setEncoding("latin1").setTimeout(quietMs, () => finish("open"));
    socket.on("data", (data) => {
      received += data;
    });
    // A reset follows where the server rejects a request that is still being sent.
    socket.on("error", () => finish("open")).on("end", () => finish("closed"));
    socket.write(bytes, "latin1");
  });
}

const LAT_DEG = 52.376514;
const LON_DEG = 4.908543;
const GOOD = `GET /mapcode/codes/${LAT_DEG},${LON_DEG} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const GOOD_BODY = expectedCodes(LAT_DEG, LON_DEG, {}, "", "json", DIALECTS.spec);

/** @throws Error if the request of this seed does harm */
async function tryRequest(port: number, request: string): Promise<void> {
  const { bytes, ending } = await exchange(port, request, QUIET_MS);
  checkReplies(bytes, ending, /HEAD/i.test(request));
  const good = await exchange(port, GOOD, 10_000);
  const isRight =
    good.bytes.startsWith("HTTP/1.1 200 ") && good.bytes.endsWith(`\r\n\r\n${GOOD_BODY}`);
  if (!isRight) throw new Error(`the next good request got ${JSON.stringify(good.bytes)}`);
}

function problemOf(
  transport: TransportName,
  seed: number,
  request: string,
  error: unknown,
): string {
  return [
    `seed ${seed}: ${error instanceof Error ? error.message : error}`,
    `  request ${JSON.stringify(request.slice(0, 2000))}`,
    `  npm run test:fuzz -- --transport ${transport} --seed ${seed} --requests 1`,
  ].join("\n");
}

const { values } = parseArgs({
  options: {
    transport: { type: "string" },
    seed: { type: "string", default: `${Date.now() % 2 ** 31}` },
    requests: { type: "string", default: "20000" },
  },
});
const firstSeed = Number(values.seed);
const endSeed = firstSeed + Number(values.requests);

async function sendAll(service: RunningService, transport: TransportName): Promise<string[]> {
  const started = performance.now();
  const port = portOf(service);
  const problems: string[] = [];
  let nextSeed = firstSeed;
  const hasEnded = () => problems.length >= MAX_FAILURES || service.child.exitCode !== null;
  const sendNext = async () => {
    while (nextSeed < endSeed && !hasEnded()) {
      const seed = nextSeed++;
      const request = mutatedRequest(SEEDS, seed);
      try {
        await tryRequest(port, request);
      } catch (error) {
        problems.push(problemOf(transport, seed, request, error));
      }
      await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
  const seconds = ((performance.now() - started) / 1000).toFixed();
  console.log(
    `${transport}: ${values.requests} requests from seed ${firstSeed}, ${problems.length} failures, ${seconds} s`,
  );
  return problems;
}

await testService({ only: values.transport, test: sendAll });
