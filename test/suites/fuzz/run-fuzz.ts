/**
 * `npm run test:fuzz`: sends broken requests to the service by raw sockets, on both transports. The service must
 * survive each, reply in well-formed HTTP, and answer the next good request. A failure prints its seed.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import "../../../src/loaders/disk.ts";
import { expectedCodes } from "../../http/expected-replies.ts";
import { portOf, RawConnection } from "../../support/raw-connection.ts";
import { suiteOptions, testService } from "../service-suite.ts";
import { brokenRequest } from "./requests.ts";

const HEAD = /^HTTP\/1\.1 (\d{3}) [ -~]*\r\n((?:[!#$%&'*+.^_`|~\w-]+: ?[ -~]*\r\n)*)\r\n/;
const FRAMING = /^(?:content-length|transfer-encoding): *(.*)\r$/gim;
/** Node's own errors have no body, in chunks. */
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Checks replies of a connection.
 * @param rest what arrived, one character per byte
 * @param isClosed whether the server has closed the connection; if not, the last reply may be unfinished
 * @param mayBeHead whether a request can be HEAD, whose reply has no body
 * @returns the problem
 */
function problemOf(rest: string, isClosed: boolean, mayBeHead: boolean): string | undefined {
  if (rest === "") return undefined;
  const [head, status = "", headers = ""] = HEAD.exec(rest) ?? [];
  if (head === undefined) {
    const isStart =
      !rest.includes("\r\n\r\n") && rest.startsWith("HTTP/1.1 ".slice(0, rest.length));
    return isStart && !isClosed ? undefined : "no head of a reply";
  }
  // No client can cause them.
  if (/^50[012]/.test(status)) return `status ${status}`;
  const behind = rest.slice(head.length);
  const lengths = Array.from(headers.matchAll(FRAMING), ([, value = ""]) => value);
  // All bodies have a length, except for errors that end the connection.
  const [length = isClosed ? `${behind.length}` : "unknown"] = lengths;
  if (lengths.length > 1 || !/^(\d+|chunked|unknown)$/.test(length)) return `lengths: ${lengths}`;
  const isBodiless =
    /^(1..|204|304)$/.test(status) || (mayBeHead && /^(HTTP\/1\.1 |$)/.test(behind));
  if (isBodiless) return problemOf(behind, isClosed, mayBeHead);
  if (length === "unknown") return undefined;
  const size = length === "chunked" ? LAST_CHUNK.length : Number(length);
  const body = behind.slice(0, size);
  if (length === "chunked" && !LAST_CHUNK.startsWith(body)) return "chunks";
  if (body.length < size) return isClosed ? "a reply that was cut" : undefined;
  if (body !== "" && /^content-type: application\/json/im.test(headers)) {
    const parsed: unknown = JSON.parse(Buffer.from(body, "latin1").toString());
    const isMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
    if (status >= "400" && !isMessage) return "an error without message";
  }
  return problemOf(behind.slice(size), isClosed, mayBeHead);
}

/** Connections at the same time. */
const CONNECTIONS = 64;
/** The time without a byte after which a server is taken to wait for more of the request. */
const QUIET_MS = 40;
/** Failures after which a run ends, as further ones usually have the same cause. */
const MAX_FAILURES = 10;

/** Sends bytes on a connection of their own until it ends or nothing comes. */
async function exchange(port: number, sent: string, quietMs: number): Promise<RawConnection> {
  const connection = new RawConnection(port, Buffer.from(sent, "latin1"));
  connection.socket.setTimeout(quietMs, () => connection.socket.destroy());
  await connection.closed;
  return connection;
}

const GOOD =
  "GET /mapcode/codes/52.376514,4.908543 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const GOOD_BODY = expectedCodes(52.376514, 4.908543, {}, "", "json", "spec");

/** @throws Error if the request does harm */
async function tryRequest(port: number, request: string): Promise<void> {
  const { received, socket } = await exchange(port, request, QUIET_MS);
  // After a reset, where the server rejects a request that is still being sent, replies may be cut.
  const problem = problemOf(received, socket.readableEnded, /HEAD/i.test(request));
  if (problem) throw new Error(`${problem}: ${JSON.stringify(received.slice(-1000))}`);
  const good = (await exchange(port, GOOD, 10_000)).received;
  if (good.startsWith("HTTP/1.1 200 ") && good.endsWith(`\r\n\r\n${GOOD_BODY}`)) return;
  throw new Error(`the next good request got ${JSON.stringify(good)}`);
}

const values = suiteOptions({ seed: `${Date.now() % 2 ** 31}`, requests: "20000" });

await testService({
  only: values.transport,
  async test(service, transport) {
    const problems: string[] = [];
    const firstSeed = Number(values.seed);
    let seed = firstSeed;
    const sendNext = async () => {
      while (seed < firstSeed + Number(values.requests) && problems.length < MAX_FAILURES) {
        const again = `npm run test:fuzz -- --transport ${transport} --seed ${seed} --requests 1`;
        const request = brokenRequest(seed++);
        await tryRequest(portOf(service), request).catch((error) => {
          problems.push(
            `${again}\n  ${error}\n  request ${JSON.stringify(request.slice(0, 2000))}`,
          );
        });
        await nextTurn();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sendNext));
    const counted = `${seed - firstSeed} requests from seed ${firstSeed}`;
    console.log(`${transport}: ${counted}, ${problems.length} failures`);
    return problems;
  },
});
