/** The transport on Node's own HTTP server: slower than uWebSockets.js, but available everywhere. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import type { Reply, Request } from "../../http/messages.ts";
import { ListenError } from "../options.ts";
import { replyEarly, streamBatch } from "./node-batch.ts";
import {
  BODILESS,
  IDLE_SECONDS,
  type Listen,
  MAX_HEAD_BYTES,
  type RequestHandler,
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

/** Returns the first header of a name. The objects that Node makes of all headers take time that few requests need. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent.length === name.length && sent.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return "";
}

function requestOf(message: IncomingMessage): Request {
  const { method = "", url = "" } = message;
  const target = url.startsWith("/") ? url : url.replace(ORIGIN, "") || "/";
  const mark = target.indexOf("?");
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    header: (name) => headerOf(message, name),
  };
}

function sendReply(
  response: ServerResponse,
  { status, headers, body }: Reply,
  isHead: boolean,
  isStopping: boolean,
): void {
  response.statusCode = status;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (isHead && !BODILESS.includes(status)) {
    response.setHeader("Content-Length", Buffer.byteLength(body));
  }
  // HTTP/1.1 keeps connections alive by default, and the other transport sends no header either.
  if (!isStopping) response.removeHeader("Connection");
  if (isHead) response.end();
  else if (typeof body === "string") response.end(body);
  else response.end(asLatin1(body), "latin1");
}

/**
 * Returns bytes as a text with one character for each. Node joins the text with the head, which saves a buffer.
 * The text is also a copy: some bodies are sent later, when the next reply may have overwritten the memory.
 */
function asLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

const unreadBytes = new WeakMap<Socket, number>();

/** Closes a connection whose client leaves too many bytes of replies unread. */
function limitUnread(response: ServerResponse, socket: Socket): void {
  // Nearly all replies have left the process already.
  const bytes = response.writableLength;
  if (bytes === 0) return;
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

/** Replies to a batch request. @returns false if the request is not one */
function replyToBatch(
  message: IncomingMessage,
  response: ServerResponse,
  started: ReturnType<RequestHandler["startBatch"]>,
  isStopping: () => boolean,
): boolean {
  if (started === undefined) return false;
  if (typeof started !== "function") {
    replyEarly(message, response, started);
    return true;
  }
  if (message.headers.expect !== undefined) response.writeContinue();
  streamBatch(message, response, started, isStopping);
  return true;
}

/** Replies to a connection that has not sent a request yet, and closes it. */
function rejectConnection(socket: Socket, { status, headers, body }: Reply): void {
  const lines = [...headers, ["Connection", "close"], ["Content-Length", Buffer.byteLength(body)]];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
  socket.end(body, () => socket.destroy());
}

function createHttpServer(
  maxRequestSeconds: number,
  traffic: Traffic,
  connect: RequestHandler["connect"],
  onRequest: RequestListener,
): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: IDLE_SECONDS * 1000,
      // Batch requests reach their own limit before this one; limitBody limits all others.
      requestTimeout: (maxRequestSeconds + IDLE_SECONDS) * 1000,
      keepAliveTimeout: IDLE_SECONDS * 1000,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
    },
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
  server.on("connection", (socket) => {
    traffic.open++;
    socket.on("close", () => {
      traffic.open--;
    });
    const rejection = connect(traffic.open);
    if (rejection) rejectConnection(socket, rejection);
  });
  return server;
}

/**
 * Listens with node:http. Workers of node:cluster share the port in any case.
 * @throws ListenError if the service cannot listen on its address
 */
export const listen: Listen = async (
  { host, port, maxRequestSeconds },
  { connect, reply, startBatch },
) => {
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  let isStopping = false;
  // One function for all replies: a closure for each would take time.
  function onResponseClose(this: ServerResponse): void {
    traffic.flushing--;
    if (!this.req.complete) limitBody(this.req);
  }
  const server = createHttpServer(maxRequestSeconds, traffic, connect, (message, response) => {
    // The reply to an earlier request on this connection has closed it.
    if (!message.socket.writable) return;
    traffic.lastRequestAtMs = Date.now();
    traffic.flushing++;
    response.on("close", onResponseClose);
    const request = requestOf(message);
    const isPost = request.method === "POST";
    if (isPost && replyToBatch(message, response, startBatch(request), () => isStopping)) return;
    const replied = reply(request);
    if (isStopping) response.shouldKeepAlive = false;
    sendReply(response, replied, request.method === "HEAD", isStopping);
    limitUnread(response, message.socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", () => reject(new ListenError(host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => traffic.open,
    async stop(limitSeconds) {
      isStopping = true;
      // The function of http.Server would also close connections whose request has not been read yet.
      NetServer.prototype.close.call(server);
      await untilQuiet(traffic, limitSeconds);
      server.closeAllConnections();
    },
  };
};
