/** The transport on Node's own HTTP server: slower than uWebSockets.js, but available everywhere. */
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer, Server as TlsServer } from "node:https";
import { type ListenOptions as NetListenOptions, Server as NetServer, type Socket } from "node:net";
import type { Headers, Reply } from "../../http/messages.ts";
import { REQUEST_ID_HEADER } from "../access-log/request-id.ts";
import { addresslessPeer, plainAddress } from "../access-log/trusted-proxies.ts";
import { ListenError, ownFile, type Place } from "../place.ts";
import { readTls, type TlsFiles } from "../tls.ts";
import { replyEarly, streamBatch } from "./node-batch.ts";
import {
  BODILESS,
  IDLE_SECONDS,
  type Listen,
  MAX_HEAD_BYTES,
  type ReceivedRequest,
  type Rejection,
  type RequestHandler,
  type StartStream,
  type Traffic,
  untilQuiet,
} from "./transport.ts";

/** How often Node checks for connections that are too slow. */
const CHECK_CONNECTIONS_MS = 2_000;

/**
 * Limit of the bytes of replies that a connection leaves unread. Node buffers them without a limit:
 * a client that sent requests without reading made the process use 200 MB.
 */
const MAX_UNREAD_BYTES = 1_000_000;

/** Scheme and authority of a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Whether a header that was sent has a name in lower case. */
function isNamed(sent: string, name: string): boolean {
  return sent.length === name.length && sent.toLowerCase() === name;
}

/** A request. It reads raw headers, as the objects that Node makes of all of them take time that few requests need. */
class NodeRequest implements ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  replyId = "";
  readonly #message: IncomingMessage;
  readonly #addressless: string;

  /** @param addressless the address of a peer that has none */
  constructor(message: IncomingMessage, addressless: string) {
    const { method = "", url = "" } = message;
    const target = url.startsWith("/") ? url : url.replace(ORIGIN, "") || "/";
    const mark = target.indexOf("?");
    this.method = method;
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? "" : target.slice(mark + 1);
    this.#message = message;
    this.#addressless = addressless;
  }

  get protocol(): string {
    return `HTTP/${this.#message.httpVersion}`;
  }

  header(name: string): string {
    const { rawHeaders } = this.#message;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (isNamed(rawHeaders[index], name)) return rawHeaders[index + 1];
    }
    return "";
  }

  allValues(name: string): string {
    const { rawHeaders } = this.#message;
    return rawHeaders
      .filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1], name))
      .join(", ");
  }

  peerAddress(): string {
    return plainAddress(this.#message.socket.remoteAddress ?? this.#addressless);
  }

  /** Whether a body follows the headers. */
  hasBody(): boolean {
    return this.header("content-length") !== "" || this.header("transfer-encoding") !== "";
  }
}

function setRequestId(response: ServerResponse, { replyId }: ReceivedRequest): void {
  if (replyId !== "") response.setHeader(REQUEST_ID_HEADER, replyId);
}

/** The value of the header Date, which changes once a second. */
let date: string | undefined;

function httpDate(): string {
  if (date === undefined) {
    const nowMs = Date.now();
    date = new Date(nowMs).toUTCString();
    setTimeout(
      () => {
        date = undefined;
      },
      1000 - (nowMs % 1000),
    ).unref();
  }
  return date;
}

/**
 * Names and values of headers in alternation, which node:http takes as they are. The last two are the date and the length
 * of the body, as on the other transport; node:http would put the date behind it.
 */
interface HeaderList {
  readonly ofReply: string[];
  /** With the id of a request as the first header. */
  readonly withId: string[];
}

const headerLists = new WeakMap<Headers, HeaderList>();

function headerList(headers: Headers): HeaderList {
  let list = headerLists.get(headers);
  if (list === undefined) {
    const ofReply = [...headers.flat(), "Date", "", "Content-Length", ""];
    list = { ofReply, withId: [REQUEST_ID_HEADER, "", ...ofReply] };
    headerLists.set(headers, list);
  }
  return list;
}

/** The headers of a reply without a body, which is rare. The date that node:http adds comes last, as on the other transport. */
function headersWithoutBody({ status, headers, body }: Reply, requestId: string): string[] {
  const id = requestId === "" ? [] : [REQUEST_ID_HEADER, requestId];
  const hasLength = !BODILESS.includes(status);
  const length = hasLength ? ["Content-Length", `${Buffer.byteLength(body)}`] : [];
  return [...id, ...headers.flat(), ...length];
}

/**
 * The headers of a reply in one list. A call of `setHeader` for each of them takes a microsecond in all. The list is
 * reused for every reply with these headers, as node:http copies it to a text at once.
 */
function headersWithBody({ headers, body }: Reply, requestId: string): string[] {
  const { ofReply, withId } = headerList(headers);
  const list = requestId === "" ? ofReply : withId;
  if (requestId !== "") list[1] = requestId;
  list[list.length - 3] = httpDate();
  list[list.length - 1] = `${Buffer.byteLength(body)}`;
  return list;
}

/** @param requestId empty for none */
function sendReply(
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  isHead: boolean,
  isStopping: boolean,
): void {
  const { body } = reply;
  // HTTP/1.1 keeps connections alive by default, and the other transport sends no header either.
  if (!isStopping) response.removeHeader("Connection");
  if (isHead || BODILESS.includes(reply.status)) {
    response.writeHead(reply.status, headersWithoutBody(reply, requestId)).end();
    return;
  }
  response.writeHead(reply.status, headersWithBody(reply, requestId));
  if (typeof body === "string") response.end(body);
  else response.end(asLatin1(body), "latin1");
}

/**
 * Returns bytes as a text with one character for each. Node joins the text with the head, which saves a buffer.
 * The text is also a copy: some bodies are sent later, when the next reply may have overwritten the memory.
 */
function asLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

/** Sends the reply to a request that was rejected. With a body, its connection closes, so it is not held. */
function replyRejected(
  message: IncomingMessage,
  response: ServerResponse,
  { reply, holdMs, release }: Rejection,
  request: ReceivedRequest,
  isStopping: boolean,
): void {
  const { method, replyId } = request;
  if (method === "POST") {
    release();
    setRequestId(response, request);
    replyEarly(message, response, reply);
    return;
  }
  const send = () => sendReply(response, reply, replyId, method === "HEAD", isStopping);
  const timer = setTimeout(send, holdMs);
  response.on("close", () => {
    clearTimeout(timer);
    release();
  });
}

const unreadBytes = new WeakMap<Socket, number>();

/** Closes a connection whose client leaves too many bytes of replies unread. @param bytes of this reply that wait */
function limitUnread(response: ServerResponse, socket: Socket, bytes: number): void {
  const unread = (unreadBytes.get(socket) ?? 0) + bytes;
  unreadBytes.set(socket, unread);
  response.on("close", () => unreadBytes.set(socket, (unreadBytes.get(socket) ?? 0) - bytes));
  if (unread > MAX_UNREAD_BYTES) socket.destroy();
}

/** Closes a connection that takes too long to send the rest of an unneeded body. */
function limitBody(message: IncomingMessage): void {
  const { socket } = message;
  const timer = setTimeout(() => socket.destroy(), IDLE_SECONDS * 1000);
  message.on("close", () => clearTimeout(timer));
}

/** Replies to a batch request. */
function replyToBatch(
  message: IncomingMessage,
  response: ServerResponse,
  started: StartStream | Reply,
  isStopping: () => boolean,
): void {
  if (typeof started !== "function") {
    replyEarly(message, response, started);
    return;
  }
  if (message.headers.expect !== undefined) response.writeContinue();
  streamBatch(message, response, started, isStopping);
}

/** Replies to a connection that has not sent a request yet, and closes it. */
function rejectConnection(socket: Socket, { status, headers, body }: Reply): void {
  const lines = [...headers, ["Connection", "close"], ["Content-Length", Buffer.byteLength(body)]];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
  socket.end(body, () => socket.destroy());
}

/** Codes of the errors that requests cause: of the parser, and of requests that arrive too slowly. */
const UNPARSABLE = /^(?:HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/**
 * Returns a function for the errors of connections. A handler of "clientError" would have to send the replies that
 * Node sends without one: 400, 408 or 431.
 */
function errorHandler(rejectUnparsable: RequestHandler["rejectUnparsable"]) {
  return function onError(this: Socket, error: NodeJS.ErrnoException): void {
    // A connection that ends without having sent a byte had no request.
    if (this.bytesRead > 0 && UNPARSABLE.test(error.code ?? "")) rejectUnparsable(error.message);
  };
}

function createHttpServer(
  tls: TlsFiles | undefined,
  maxRequestSeconds: number,
  traffic: Traffic,
  { connect, rejectUnparsable }: Pick<RequestHandler, "connect" | "rejectUnparsable">,
  onRequest: RequestListener,
): Server | TlsServer {
  const options = {
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: IDLE_SECONDS * 1000,
    // Batch requests reach their own limit before this one; limitBody limits all others.
    requestTimeout: (maxRequestSeconds + IDLE_SECONDS) * 1000,
    keepAliveTimeout: IDLE_SECONDS * 1000,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  };
  const server: Server | TlsServer =
    tls === undefined
      ? createPlainServer(options, onRequest)
      : createTlsServer(
          { ...options, ...readTls(tls), handshakeTimeout: IDLE_SECONDS * 1000 },
          onRequest,
        );
  // Only a batch request is asked to continue with its body; the router rejects other expectations.
  server.on("checkContinue", onRequest);
  server.on("checkExpectation", onRequest);
  // There is no tunnel through this service. Without a handler, the connection would close without a reply.
  server.on("connect", (message: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {});
    message.url = "*";
    const response = new ServerResponse(message);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => socket.end());
    onRequest(message, response);
  });
  const onError = errorHandler(rejectUnparsable);
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    socket.on("error", onError);
  });
  server.on("connection", (socket) => {
    traffic.open++;
    socket.on("close", () => {
      traffic.open--;
    });
    const rejection = connect(traffic.open);
    if (rejection === undefined) return;
    // A client that speaks TLS could not read the reply.
    if (tls) socket.destroy();
    else rejectConnection(socket, rejection);
  });
  return server;
}

/** @returns what node:net calls a place */
function netOptions(place: Place): NetListenOptions & { fd?: number } {
  switch (place.kind) {
    case "port":
      return { host: place.host, port: place.port };
    case "file":
      return { path: place.path };
    case "inherited":
      return { fd: place.descriptor };
  }
}

/**
 * Waits until a server listens.
 * @returns a function that removes the file of its socket, if it has one
 * @throws ListenError if it cannot listen there
 */
async function listenAt(server: NetServer, place: Place): Promise<() => void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new ListenError(place, error)));
    server.listen(netOptions(place), resolve);
  });
  return place.kind === "file" ? ownFile(place) : () => {};
}

/** Returns the place with what only the listening server knows. */
function actualPlace(place: Place, server: NetServer): Place {
  const address = server.address();
  if (address === null) return place;
  if (place.kind === "inherited") return { ...place, at: address };
  return place.kind === "port" && typeof address === "object"
    ? { ...place, port: address.port }
    : place;
}

/**
 * Listens with node:http. Workers of node:cluster share the port in any case.
 * @throws ListenError if it cannot listen there
 * @throws TlsError if the certificate cannot be used
 */
export const listen: Listen = async ({ place, tls, maxRequestSeconds }, handler) => {
  const { reject, reply, startBatch } = handler;
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  let isStopping = false;
  let addressless = addresslessPeer(place);
  function onResponseClose(this: ServerResponse): void {
    traffic.flushing--;
    if (!this.req.complete) limitBody(this.req);
  }
  /** A listener takes time, so replies that are sent at once do without one. */
  function follow(response: ServerResponse): void {
    traffic.flushing++;
    response.on("close", onResponseClose);
  }
  const server = createHttpServer(tls, maxRequestSeconds, traffic, handler, (message, response) => {
    // The reply to an earlier request on this connection has closed it.
    if (!message.socket.writable) return;
    if (isStopping) traffic.lastRequestAtMs = Date.now();
    const request = new NodeRequest(message, addressless);
    const hasBody = request.hasBody();
    if (hasBody) follow(response);
    const rejection = reject(request);
    if (rejection) {
      if (!hasBody) follow(response);
      replyRejected(message, response, rejection, request, isStopping);
      return;
    }
    const batch = request.method === "POST" ? startBatch(request) : undefined;
    if (batch !== undefined) {
      if (!hasBody) follow(response);
      setRequestId(response, request);
      replyToBatch(message, response, batch, () => isStopping);
      return;
    }
    const replied = reply(request);
    if (isStopping) response.shouldKeepAlive = false;
    sendReply(response, replied, request.replyId, request.method === "HEAD", isStopping);
    // Nearly all replies have left the process already.
    const bytes = response.writableLength;
    if (bytes === 0) return;
    if (!hasBody) follow(response);
    limitUnread(response, message.socket, bytes);
  });
  const removeFile = await listenAt(server, place);
  // Only the server knows what kind of socket it has inherited.
  addressless = addresslessPeer(actualPlace(place, server));
  return {
    place: actualPlace(place, server),
    reloadTls() {
      if (tls && server instanceof TlsServer) server.setSecureContext(readTls(tls));
    },
    connections: () => traffic.open,
    async stop(limitSeconds) {
      isStopping = true;
      // The function of http.Server would also close connections whose request has not been read yet.
      NetServer.prototype.close.call(server);
      removeFile();
      await untilQuiet(traffic, limitSeconds);
      server.closeAllConnections();
    },
  };
};
