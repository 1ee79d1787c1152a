/**
 * `npm run test:fuzz`: sends broken requests to the service by raw sockets, on both transports. The service must
 * survive each, reply in well-formed HTTP, and answer the next good request. A failure prints its seed.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import "../../../src/loaders/disk.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { portOf, RawConnection } from "../../support/raw-connection.ts";
import { testService } from "../service-suite.ts";
import { checkReplies } from "./replies.ts";
import { brokenRequest } from "./requests.ts";

/** Connections at the same time. */
const CONNECTIONS = 64;
/** The time without a byte after which a server is taken to wait for more of the request. */
const QUIET_MS = 40;
/** Failures after which a run ends, as further ones usually have the same cause. */
const MAX_FAILURES = 10;

/** Sends bytes on a connection of their own and collects what arrives until it ends or nothing comes. */
async function exchange(port: number, sent: string, quietMs: number) {
  const connection = new RawConnection(port, Buffer.from(sent, "latin1"));
  let isClosed = false;
  // A reset follows where the server rejects a request that is still being sent: its replies may be cut.
  connection.socket.on("end", () => {
    isClosed = true;
  });
  connection.socket.setTimeout(quietMs, () => connection.socket.destroy());
  await connection.closed;
  return { bytes: connection.received, isClosed };
}

const [LAT_DEG, LON_DEG] = [52.376514, 4.908543];
const GOOD = `GET /mapcode/codes/${LAT_DEG},${LON_DEG} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const GOOD_BODY = expectedCodes(LAT_DEG, LON_DEG, {}, "", "json", "spec");

/** @throws Error if the request does harm */
async function tryRequest(port: number, request: string): Promise<void> {
  const { bytes, isClosed } = await exchange(port, request, QUIET_MS);
  checkReplies(bytes, isClosed, /HEAD/i.test(request));
  const good = await exchange(port, GOOD, 10_000);
  if (/^HTTP\/1\.1 200 /.test(good.bytes) && good.bytes.endsWith(`\r\n\r\n${GOOD_BODY}`)) return;
  throw new Error(`the next good request got ${JSON.stringify(good.bytes)}`);
}

const { values } = parseArgs({
  options: {
    transport: { type: "string" },
    seed: { type: "string", default: `${Date.now() % 2 ** 31}` },
    requests: { type: "string", default: "20000" },
  },
});

await testService({
  only: values.transport,
  async test(service, transport) {
    const problems: string[] = [];
    const firstSeed = Number(values.seed);
    let seed = firstSeed;
    const sendNext = async () => {
      while (seed < firstSeed + Number(values.requests) && problems.length < MAX_FAILURES) {
        const own = seed++;
        const request = brokenRequest(own);
        await tryRequest(portOf(service), request).catch((error) => {
          problems.push(
            `npm run test:fuzz -- --transport ${transport} --seed ${own} --requests 1\n  ${error}\n  request ${JSON.stringify(request.slice(0, 2000))}`,
          );
        });
        await nextTurn();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
    console.log(
      `${transport}: ${seed - firstSeed} requests from seed ${firstSeed}, ${problems.length} failures`,
    );
    return problems;
  },
});
