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
import { brokenRequest } from "./requests.ts";

// Replies

const HEAD = /^HTTP\/1\.1 (\d{3}) [ -~]*\r\n((?:[!#$%&'*+.^_`|~\w-]+: ?[ -~]*\r\n)*)\r\n/;
const FRAMING = /^(?:content-length|transfer-encoding): *(.*)\r$/gim;

const LAST_CHUNK = "0\r\n\r\n";

/** The statuses that no client can cause. */
const FORBIDDEN = ["500", "501", "502"];

/** @throws Error unless a body in JSON is valid, and the body of an error has a message */
function checkJson(status: string, text: string): void {
  const parsed: unknown = JSON.parse(Buffer.from(text, "latin1").toString());
  const hasMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
  if (status >= "400" && !hasMessage) throw new Error(`an error without message: ${text}`);
}

/**
 * Checks replies of a connection.
 * @param bytes what arrived, one character per byte
 * @param isClosed whether the server has closed the connection; if not, the last reply may be unfinished
 * @param mayBeHead whether a request can be HEAD, whose reply has no body
 * @throws Error with what is wrong
 */
function checkReplies(bytes: string, isClosed: boolean, mayBeHead: boolean): void {
  for (let rest = bytes; rest !== ""; ) {
    const [head, status = "", headers = ""] = HEAD.exec(rest) ?? [];
    if (head === undefined) {
      if (
        !isClosed &&
        !rest.includes("\r\n\r\n") &&
        rest.startsWith("HTTP/1.1 ".slice(0, rest.length))
      )
        return;
      throw new Error(`no head of a reply: ${JSON.stringify(rest.slice(0, 200))}`);
    }
    if (FORBIDDEN.includes(status)) throw new Error(`status ${status}`);
    rest = rest.slice(head.length);
    const lengths = Array.from(headers.matchAll(FRAMING), ([, value = ""]) => value);
    // All bodies have a length, but those of errors that end the connection.
    const [length = isClosed ? `${rest.length}` : "unknown"] = lengths;
    if (lengths.length > 1 || !/^(\d+|chunked|unknown)$/.test(length))
      throw new Error(`lengths: ${lengths}`);
    const isBodiless = status < "200" || status === "204" || status === "304";
    if (isBodiless || (mayBeHead && /^(HTTP\/1\.1 |$)/.test(rest))) continue;
    if (length === "unknown") return;
    // Node's own errors have no body, in chunks.
    const size = length === "chunked" ? LAST_CHUNK.length : Number(length);
    const text = rest.slice(0, size);
    if (length === "chunked" && !LAST_CHUNK.startsWith(text)) throw new Error("chunks");
    if (text.length < size) {
      if (isClosed) throw new Error("a reply that was cut");
      return;
    }
    if (/^content-type: application\/json/im.test(headers) && text !== "") checkJson(status, text);
    rest = rest.slice(text.length);
  }
}

// Requests

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
