/** The transport on uWebSockets.js. Where it does not load, neither does this module. docs/operations.md has its source. */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import { createRequire } from "node:module";
import { SocketAddress } from "node:net";
import { Batch } from "../../http/batch/receive.ts";
import { STATUSES } from "../../http/errors.ts";
import type { Headers, Reply } from "../../http/requests.ts";
import { probePort, ServiceError } from "../listening.ts";
import * as transport from "./transport.ts";
import { Traffic } from "./transport.ts";

/** The names of its binary in package.json, the newest release first. The other one is for older versions of Node and of glibc. */
const RELEASES = ["uWebSockets.js", "uWebSockets.js-20.51"];

/** Tries both releases. @throws Error that says why neither loads */
function loadUws(): typeof import("uWebSockets.js") {
  // Binaries read this variable when they are loaded; its default is 4 kB.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${transport.MAX_HEAD_BYTES}`;
  const require = createRequire(import.meta.url);
  const reasons: string[] = [];
  for (const release of RELEASES) {
    try {
      return require(release);
    } catch (error) {
      reasons.push(`${release}: ${(error as Error).message.replace(/\s+/g, " ").trim()}`);
    }
  }
  throw new Error(reasons.join("; "));
}

const uWS = loadUws();

// Omits the header with the name and the version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other threads that pass the same value share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

function isListName(name: string): name is "accept" | "content-encoding" | "expect" {
  return name === "accept" || name === "content-encoding" || name === "expect";
}

/** The option of Connection that ends it (RFC 9112, 9.6), in any case and list. */
const CLOSE = /(?:^|,)\s*close\s*(?:,|$)/i;

/** The request that is answered now. All requests of a listener reuse one object, as new ones would be garbage. */
class UwsRequest implements transport.ReceivedRequest {
  /** The binary speaks no other version. */
  readonly protocol = "HTTP/1.1";
  method = "";
  path = "";
  query = "";
  hasAmbiguousFraming = false;
  /** Whether the body comes in chunks, whose ends the binary does not check. */
  isChunked = false;
  /** Content-Length. */
  length = "";
  /** Whether the client wants no other reply. The binary knows only `close` in small letters. */
  wantsClose = false;
  /** Of the headers that may have several lines, which count as one. */
  readonly #lists = { accept: "", "content-encoding": "", expect: "" };
  #message: HttpRequest | undefined;
  #response: HttpResponse | undefined;

  begin(response: HttpResponse, message: HttpRequest): void {
    this.method = message.getCaseSensitiveMethod();
    this.path = message.getUrl();
    this.query = message.getQuery() ?? "";
    this.#message = message;
    this.#response = response;
    this.hasAmbiguousFraming = false;
    this.isChunked = false;
    this.length = "";
    this.wantsClose = false;
    this.#lists.accept = "";
    this.#lists["content-encoding"] = "";
    this.#lists.expect = "";
    message.forEach(this.#readHeader);
  }

  /**
   * The binary reads only the first line of a header. An empty Transfer-Encoding hides a second one, and the body becomes a
   * request that a proxy does not see.
   */
  readonly #readHeader = (name: string, value: string): void => {
    if (isListName(name)) {
      const before = this.#lists[name];
      this.#lists[name] = before === "" ? value : `${before},${value}`;
    } else if (name === "connection") this.wantsClose ||= value !== "close" && CLOSE.test(value);
    else if (name === "content-length") {
      this.hasAmbiguousFraming ||= this.length !== "" || !/^\d+$/.test(value);
      this.length = value;
    } else if (name === "transfer-encoding") {
      this.hasAmbiguousFraming ||= this.isChunked || value.toLowerCase() !== "chunked";
      this.isChunked = true;
    }
  };

  get hasBody(): boolean {
    return this.hasAmbiguousFraming || this.isChunked || Number(this.length) > 0;
  }

  header(name: string): string {
    if (isListName(name)) return this.#lists[name];
    return this.#message?.getHeader(name) ?? "";
  }

  peerAddress(): string {
    const text = Buffer.from((this.#response as HttpResponse).getRemoteAddressAsText()).toString();
    if (!text.includes(":")) return text;
    // The binary writes all zeros of an address.
    return new SocketAddress({ address: text, family: "ipv6" }).address;
  }
}

const headerBlocks = new WeakMap<Headers, readonly [name: string, value: Uint8Array]>();

/**
 * The name of the first header, and its value with the lines of all others: a call into the binary takes 0.1 microseconds,
 * and bytes two thirds of the time of a text. What clients have sent, in a Location and in warnings, has no line breaks.
 */
function headerBlock(headers: Headers): readonly [name: string, value: Uint8Array] {
  let block = headerBlocks.get(headers);
  if (!block) {
    const [[name, value], ...further] = headers;
    const lines = further.map((header) => `\r\n${header.join(": ")}`);
    block = [name, Buffer.from(value + lines.join(""))];
    headerBlocks.set(headers, block);
  }
  return block;
}

/** Bodies of conversions are shorter; replies with longer ones are rare, and each of them is checked. */
const MAX_UNCHECKED_BYTES = 4_096;
const CHECKED_SHARE = 1 / 16;

/** Of a long body. */
type Parts = readonly Uint8Array[];

/** Sends parts from an offset on, until there is no room for more. @returns whether all have been taken */
function sendFrom(response: HttpResponse, parts: Parts, offset: number, length: number): boolean {
  let start = 0;
  for (const part of parts) {
    const skipped = Math.max(offset - start, 0);
    start += part.length;
    if (skipped >= part.length) continue;
    const [isTaken, isDone] = response.tryEnd(part.subarray(skipped), length);
    if (isDone) return true;
    if (!isTaken) return false;
  }
  return false;
}

/** If a client does not read, the binary may leave out a reply, and would abort the process without this. It takes 70 ns. */
const ignore = () => {};

/**
 * Sends a body as fast as the client reads it. `end` buffers unread bytes without a limit: a client that sent requests
 * without reading made the process use 1.8 GB. `tryEnd` takes 0.7 microseconds more, and shows that a client does not
 * read: its connection ends when it sends another request. All long bodies are sent by `tryEnd`, and of the short ones one
 * in 16, chosen at random: 16 replies are in memory on average, 300 once in 250 million times.
 * @returns whether it is sent; if not, the rest follows when there is room
 */
function sendBody(response: HttpResponse, body: Reply["body"], length: number): boolean {
  if (Array.isArray(body) && length > 0) return sendFrom(response, body, 0, length);
  const bytes = Array.isArray(body) ? "" : (body as string | Uint8Array);
  if (length <= MAX_UNCHECKED_BYTES && Math.random() >= CHECKED_SHARE) {
    response.onAborted(ignore);
    response.end(bytes);
    return true;
  }
  return response.tryEnd(bytes, length)[1];
}

/** Called once: the reply is completely sent, or the client has left. */
type End = (isSent: boolean) => void;

/** A client that reads 16 kB a second makes room for 330 kB at once. */
const SLOW_SECONDS = 64;

/** Sends the rest. Each look of `watchSpeed` is a try to send, as the binary reports room only when there are 1.4 MB of it. */
function sendRest(response: HttpResponse, parts: Parts, length: number, end: End): void {
  let isDone = false;
  const finish = (isSent: boolean) => {
    isDone = true;
    stopWatching();
    end(isSent);
  };
  const sendMore = (offset: number) => {
    if (sendFrom(response, parts, offset, length)) finish(true);
    return isDone;
  };
  const sentBytes = () => {
    response.cork(() => sendMore(response.getWriteOffset()));
    return isDone ? Number.POSITIVE_INFINITY : response.getWriteOffset();
  };
  const stopWatching = transport.watchSpeed(sentBytes, SLOW_SECONDS, () => response.close());
  response.onAborted(() => finish(false));
  response.onWritable(sendMore);
}

/** What a reply does to its connection. */
type Closing = "stays open" | "client closes" | "closes";

function send(response: HttpResponse, reply: Reply, isHead: boolean, closing: Closing, end: End) {
  const { status, headers, body } = reply;
  // The binary writes 200 by itself.
  if (status !== 200) response.writeStatus(`${status} ${STATUSES[status].text}`);
  response.writeHeader(...headerBlock(headers));
  if (closing === "client closes") response.writeHeader("Connection", "close");
  const isBodiless = transport.BODILESS.includes(status);
  const length = isBodiless ? 0 : transport.lengthOf(body);
  if (closing === "closes") {
    response.onAborted(ignore);
    // To HEAD, the length is 0: the binary has no function that sends another one and ends the connection.
    response.end(isHead || isBodiless ? "" : transport.copyOf(body), true);
  } else if (isHead || isBodiless) {
    // If the function of the binary got the length, it would wait for a body.
    if (!isBodiless) response.writeHeader("Content-Length", `${length}`);
    response.endWithoutBody();
  } else if (!sendBody(response, body, length)) {
    sendRest(response, Array.isArray(body) ? body : [Buffer.from(body as Uint8Array)], length, end);
    return;
  }
  end(true);
}

/** For a reply in another turn of the event loop. @param end called if the client leaves before it */
function unlessAborted(response: HttpResponse, end: End): (write: () => void) => void {
  let isPending = true;
  response.onAborted(() => {
    if (isPending) end(false);
    isPending = false;
  });
  return (write) => {
    if (isPending) response.cork(write);
    isPending = false;
  };
}

/**
 * Replies to a request with a body that nobody reads, and ends the connection. A reply in the same turn of the event loop
 * would be lost if more follows in the same packet.
 */
function replyAndClose(response: HttpResponse, request: UwsRequest, reply: Reply, end: End): void {
  const isHead = request.method === "HEAD";
  const later = unlessAborted(response, end);
  const copy = { ...reply, body: transport.copyOf(reply.body) };
  const write = () => later(() => send(response, copy, isHead, "closes", end));
  const isDrained = transport.isReadToEnd(request.length, reply.body);
  if (request.hasAmbiguousFraming || !isDrained) setImmediate(write);
  else response.onData((_, isLastChunk) => isLastChunk && setImmediate(write));
}

function receive(response: HttpResponse, batch: Batch, traffic: Traffic, isChunked: boolean) {
  const end = (isSent: boolean) => {
    traffic.end();
    batch.close(isSent);
  };
  const later = unlessAborted(response, end);
  batch.onReply = (reply) => {
    const mustClose = isChunked || reply.status === 408;
    const isShort = transport.lengthOf(reply.body) <= transport.MAX_DRAINED_BYTES;
    const closing = mustClose || traffic.isStopping ? "client closes" : "stays open";
    if (mustClose && isShort)
      setImmediate(later, () => send(response, reply, false, "closes", end));
    else later(() => send(response, reply, false, closing, end));
  };
  response.onData((chunk, isLastChunk) => {
    if (chunk.byteLength > 0) batch.add(new Uint8Array(chunk));
    if (isLastChunk) void batch.finish();
  });
}

export const listen: transport.Listen = async (
  { host, port, tlsCert, tlsKey, isShared },
  handler,
) => {
  const traffic = new Traffic(handler.admit);
  const request = new UwsRequest();
  const countConnection = (response: HttpResponse, change: number): void => {
    if (!traffic.count(change)) response.close();
    // The first reply takes this away.
    else if (change > 0) response.onAborted(handler.onUnusedEnd);
  };
  const isTurnTooLong = transport.createTurnCheck();
  const answer = (response: HttpResponse, message: HttpRequest) => {
    if (isTurnTooLong(response)) {
      response.close();
      return;
    }
    traffic.begin();
    request.begin(response, message);
    const replied = handler.handle(request);
    if (replied instanceof Batch) receive(response, replied, traffic, request.isChunked);
    else if (request.hasBody) replyAndClose(response, request, replied, traffic.end);
    else {
      const staying = traffic.isStopping ? "client closes" : "stays open";
      const closing = request.wantsClose ? "closes" : staying;
      send(response, replied, request.method === "HEAD", closing, traffic.end);
    }
  };
  const apps: TemplatedApp[] = [];
  /** Listens with the present contents of certificate and key, which an app never reads again. */
  const open = async (port: number): Promise<us_listen_socket> => {
    const files = { cert_file_name: tlsCert, key_file_name: tlsKey };
    const app = tlsCert === "" ? uWS.App() : uWS.SSLApp(files);
    apps.push(app);
    app.filter((response, change) => countConnection(response, Number(change)));
    app.any("/*", answer);
    const socket = await new Promise<us_listen_socket | false>((resolve) => {
      app.listen(host, port, isShared ? SHARED_PORT : EXCLUSIVE_PORT, resolve);
    });
    if (socket !== false) return socket;
    // It does not say why, but Node does.
    await probePort(host, port);
    throw new ServiceError(`uWebSockets.js cannot listen on ${host}, port ${port}.`);
  };
  let socket = await open(port);
  return {
    port: uWS.us_socket_local_port(socket),
    async renewCertificate() {
      const old = socket;
      socket = await open(uWS.us_socket_local_port(old));
      await traffic.stopListening(() => uWS.us_listen_socket_close(old));
    },
    async stop(limitSeconds) {
      await traffic.stop(() => uWS.us_listen_socket_close(socket), limitSeconds);
      for (const app of apps) app.close();
    },
  };
};
