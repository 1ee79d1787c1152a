/** The transport on uWebSockets.js. */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from "uWebSockets.js";
import { SocketAddress } from "node:net";
import { STATUS_TEXTS, type Status } from "../../http/errors.ts";
import type { Headers, Reply } from "../../http/requests.ts";
import { listenError } from "../start-errors.ts";
import { readTls } from "../tls.ts";
import {
  BODILESS,
  type BodyReader,
  type Handler,
  type Listen,
  type ListenOptions,
  type ReceivedRequest,
  type Traffic,
  untilQuiet,
} from "./transport.ts";
import { loadUws } from "./uws-loader.ts";

const uWS = loadUws();

// Omits the header with the name and the version of the library.
(uWS as unknown as { _cfg(key: string): void })._cfg("silent");

/** LIBUS_LISTEN_DEFAULT: other threads that pass the same value share the port. */
const SHARED_PORT = 0;
/** LIBUS_LISTEN_EXCLUSIVE_PORT, which the types of the package do not export. */
const EXCLUSIVE_PORT = 1;

/**
 * The request that is answered now. All requests of a listener reuse one object, one after the other, because objects
 * and closures for each request would be garbage.
 */
class UwsRequest implements ReceivedRequest {
  /** The binary speaks no other version. */
  readonly protocol = "HTTP/1.1";
  method = "";
  path = "";
  query = "";
  #message: HttpRequest | undefined;
  #response: HttpResponse | undefined;

  begin(response: HttpResponse, message: HttpRequest): void {
    this.method = message.getCaseSensitiveMethod();
    this.path = message.getUrl();
    this.query = message.getQuery() ?? "";
    this.#message = message;
    this.#response = response;
  }

  header(name: string): string {
    return this.#message?.getHeader(name) ?? "";
  }

  peerAddress(): string {
    const text = Buffer.from((this.#response as HttpResponse).getRemoteAddressAsText()).toString();
    if (!text.includes(":")) return text;
    // The binary writes all zeros of an address.
    const { address } = new SocketAddress({ address: text, family: "ipv6" });
    return address.replace(/^::ffff:(?=\d+\.)/, "");
  }

  /**
   * Whether it is certain where the body ends. The binary rejects a length and a coding together, and lengths that are
   * no numbers; of two lengths, an empty one of a POST, two codings or an unknown one, it takes the body for the next
   * request. A proxy could take it for a part of this one, in which a client would hide a request.
   */
  isFramed(): boolean {
    const message = this.#message as HttpRequest;
    const hasBody =
      message.getHeader("content-length") !== "" || message.getHeader("transfer-encoding") !== "";
    // Nearly all requests.
    if (this.method !== "POST" && !hasBody) return true;
    const lengths: string[] = [];
    const codings: string[] = [];
    message.forEach((name, value) => {
      if (name === "content-length") lengths.push(value);
      if (name === "transfer-encoding") codings.push(value);
    });
    if (lengths.length + codings.length > 1) return false;
    return (
      lengths.every((length) => /^\d+$/.test(length)) &&
      codings.every((coding) => coding.toLowerCase() === "chunked")
    );
  }
}

// Replies

const encoder = new TextEncoder();

/**
 * Headers as one, since each call into the binary takes 0.1 microseconds. This is safe because no header contains
 * anything that a client has sent. Bytes are passed to the binary in two thirds of the time of a text.
 */
interface HeaderBlock {
  /** The name of the first header. */
  readonly name: string;
  /** Its value, and the lines of all others. */
  readonly value: Uint8Array;
}

const headerBlocks = new WeakMap<Headers, HeaderBlock>();

function headerBlock(headers: Headers): HeaderBlock | undefined {
  let block = headerBlocks.get(headers);
  const [first, ...others] = block ? [] : headers;
  if (first) {
    const lines = others.map(([name, value]) => `\r\n${name}: ${value}`).join("");
    block = { name: first[0], value: encoder.encode(first[1] + lines) };
    headerBlocks.set(headers, block);
  }
  return block;
}

const statusLines = new Map<Status, string>();

function writeHead(response: HttpResponse, status: Status, headers: Headers): void {
  // The binary writes 200 by itself.
  if (status !== 200) {
    let line = statusLines.get(status);
    if (line === undefined) {
      line = `${status} ${STATUS_TEXTS[status]}`;
      statusLines.set(status, line);
    }
    response.writeStatus(line);
  }
  const block = headerBlock(headers);
  if (block) response.writeHeader(block.name, block.value);
}

/** A body in parts; of most replies, it is one. */
type Body = Reply["body"];

function isParts(body: Body): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

function lengthOf(body: Body): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return isParts(body) ? body.reduce((sum, { length }) => sum + length, 0) : body.length;
}

/** Ends a reply that has no body: to HEAD, or with a status that never has one. */
function endWithoutBody(response: HttpResponse, { status, body }: Reply): void {
  // If the function of the binary got the length, it would wait for a body.
  if (!BODILESS.includes(status)) response.writeHeader("Content-Length", `${lengthOf(body)}`);
  response.endWithoutBody();
}

/** Bodies of conversions are shorter; replies with longer ones are rare, and each of them is checked. */
const MAX_UNCHECKED_BYTES = 4_096;
const CHECKED_SHARE = 1 / 16;

/**
 * Sends parts from an offset on, until there is no room for more.
 * @returns whether all have been taken
 */
function sendFrom(
  response: HttpResponse,
  parts: readonly Uint8Array[],
  offset: number,
  length: number,
): boolean {
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

/**
 * Sends a body as fast as the client reads it. `end` buffers what a client does not read, without a limit: one that
 * sent requests without reading made the process use 1.8 GB. `tryEnd` takes 0.7 microseconds more, and shows that a
 * client does not read: its connection ends when it sends another request. One in 16 short bodies is therefore sent by
 * `tryEnd`, and all long ones. They are chosen at random, so that no client can have others checked in its place: it
 * gets 16 replies of at most 4 kB into memory on average, and 300 once in 250 million times.
 * @returns whether it is sent; if not, `finishLater` must follow
 */
function sendBody(response: HttpResponse, body: Body, length: number): boolean {
  if (isParts(body)) {
    if (length > 0) return sendFrom(response, body, 0, length);
    response.end();
    return true;
  }
  if (length <= MAX_UNCHECKED_BYTES && Math.random() >= CHECKED_SHARE) {
    response.end(body);
    return true;
  }
  return response.tryEnd(body, length)[1];
}

/** Sends the rest of a body when there is room again. @param onEnd called once: it is sent, or the client has left */
function finishLater(response: HttpResponse, body: Body, length: number, onEnd: () => void): void {
  // Bytes of other replies are overwritten by the next one.
  const parts = isParts(body) ? body : [Buffer.from(body as Uint8Array)];
  response.onAborted(onEnd);
  response.onWritable((offset) => {
    const isDone = sendFrom(response, parts, offset, length);
    if (isDone) onEnd();
    return isDone;
  });
}

/** Answers the requests of a listener. */
class Exchanges {
  readonly traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  isStopping = false;
  readonly #handler: Handler;
  readonly #request = new UwsRequest();

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  /** A connection has begun or ended. @param change 1 or -1 */
  readonly count = (response: HttpResponse, change: number): void => {
    this.traffic.open += change;
    if (!this.#handler.admit(this.traffic.open) && change > 0) response.close();
  };

  readonly respond = (response: HttpResponse, message: HttpRequest): void => {
    const request = this.#request;
    if (this.isStopping) this.traffic.lastRequestAtMs = Date.now();
    request.begin(response, message);
    if (!request.isFramed()) {
      this.#rejectDoubtful(response, this.#handler.handleDoubtful(request));
      return;
    }
    const replied = this.#handler.handle(request);
    if ("status" in replied) this.#send(response, replied, request.method === "HEAD");
    else this.#receive(response, replied);
  };

  /** Sends a reply. @param onEnd called once: it is sent, or the client has left */
  #send(response: HttpResponse, reply: Reply, isHead: boolean, onEnd?: () => void): void {
    const { status, headers, body } = reply;
    writeHead(response, status, headers);
    if (this.isStopping) response.writeHeader("Connection", "close");
    if (isHead || BODILESS.includes(status)) {
      endWithoutBody(response, reply);
    } else {
      const length = lengthOf(body);
      if (!sendBody(response, body, length)) {
        this.traffic.flushing++;
        finishLater(response, body, length, () => {
          this.traffic.flushing--;
          onEnd?.();
        });
        return;
      }
    }
    onEnd?.();
  }

  /**
   * Replies in the next turn of the event loop, and closes the connection. What follows in the same packet therefore
   * arrives while the reply is pending, and the binary closes the connection instead of answering it.
   */
  #rejectDoubtful(response: HttpResponse, { status, headers, body }: Reply): void {
    let isOpen = true;
    response.onAborted(() => {
      isOpen = false;
    });
    setImmediate(() => {
      if (!isOpen) return;
      response.cork(() => {
        writeHead(response, status, headers);
        response.end(body as string, true);
      });
    });
  }

  /** Passes the body of a batch to its reader, and sends the reply. */
  #receive(response: HttpResponse, reader: BodyReader): void {
    let isPending = true;
    this.traffic.flushing++;
    const end = () => {
      this.traffic.flushing--;
      reader.close();
    };
    const reply = (ready: Reply) => {
      if (!isPending) return;
      isPending = false;
      response.cork(() => this.#send(response, ready, false, end));
    };
    response.onAborted(() => {
      if (isPending) end();
      isPending = false;
    });
    response.onData((chunk, isLast) => {
      if (!isPending) return;
      const rejection = chunk.byteLength > 0 ? reader.add(new Uint8Array(chunk)) : undefined;
      if (rejection) reply(rejection);
      else if (isLast) void reader.finish().then(reply);
    });
  }
}

/** @throws ServiceError if the binary cannot listen there */
async function listenAt(
  app: TemplatedApp,
  { host, port, isShared }: ListenOptions,
): Promise<us_listen_socket> {
  // On a shared port, a second service could start, and would get half of the requests.
  const options = isShared ? SHARED_PORT : EXCLUSIVE_PORT;
  const socket = await new Promise<us_listen_socket | false>((resolve) => {
    app.listen(host, port, options, resolve);
  });
  if (socket === false) throw listenError(host, port);
  return socket;
}

export const listen: Listen = async (options, handler) => {
  const { tlsCert, tlsKey } = options;
  // The binary does not say what is wrong with a file.
  if (tlsCert !== "") readTls(options);
  const app =
    tlsCert === "" ? uWS.App() : uWS.SSLApp({ cert_file_name: tlsCert, key_file_name: tlsKey });
  const exchanges = new Exchanges(handler);
  app.filter((response, change) => exchanges.count(response, Number(change)));
  app.any("/*", exchanges.respond);
  const socket = await listenAt(app, options);
  return {
    port: uWS.us_socket_local_port(socket),
    async stop(limitSeconds) {
      exchanges.isStopping = true;
      uWS.us_listen_socket_close(socket);
      await untilQuiet(exchanges.traffic, limitSeconds);
      app.close();
    },
  };
};
