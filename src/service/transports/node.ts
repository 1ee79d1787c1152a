/** The transport on Node's own HTTP server: slower than uWebSockets.js, but available everywhere. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { Reply } from "../../http/requests.ts";
import { listenError } from "../start-errors.ts";
import { readTls } from "../tls.ts";
import {
  BODILESS,
  type BodyReader,
  IDLE_SECONDS,
  type Listen,
  MAX_HEAD_BYTES,
  type ReceivedRequest,
  type Traffic,
  untilQuiet,
} from "./transport.ts";

const OPTIONS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: IDLE_SECONDS * 1000,
  keepAliveTimeout: IDLE_SECONDS * 1000,
  connectionsCheckingInterval: 2_000,
};

/** A connection on which nothing happens for this time is closed: a client that neither sends a body nor reads. */
const TIMEOUT_MS = 60_000;

/** Scheme and authority of a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

function requestOf(message: IncomingMessage): ReceivedRequest {
  const { method = "", url = "", headers, httpVersion, socket } = message;
  const target = url.startsWith("/") ? url : url.replace(ORIGIN, "") || "/";
  const mark = target.indexOf("?");
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    protocol: `HTTP/${httpVersion}`,
    header: (name) => `${headers[name] ?? ""}`,
    peerAddress: () => socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "") ?? "",
  };
}

/** Sends a reply. Bytes are copied, as the next reply may overwrite them. */
function send(response: ServerResponse, reply: Reply, isStopping: boolean): void {
  const { status, headers, body } = reply;
  const parts = typeof body === "string" || body instanceof Uint8Array ? [Buffer.from(body)] : body;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const isBodiless = BODILESS.includes(status);
  if (isStopping) response.shouldKeepAlive = false;
  const ofBody = isBodiless ? [] : ["Content-Length", `${length}`];
  response.writeHead(status, [...headers.flat(), ...ofBody]);
  if (isBodiless || length === 0 || response.req.method === "HEAD") response.end();
  else if (parts.length === 1) response.end(parts[0]);
  else Readable.from(parts).pipe(response);
}

/**
 * Limit of the bytes of replies that a connection leaves unread. Node buffers them without a limit: a client that sent
 * requests without reading made the process use 200 MB.
 */
const MAX_UNREAD_BYTES = 1_000_000;

const unreadBytes = new WeakMap<Socket, number>();

/** Closes the connection of a complete reply if its client leaves too many bytes of replies unread. */
function limitUnread(response: ServerResponse, socket: Socket): void {
  const bytes = response.writableLength;
  // Nearly all replies have left the process already.
  if (bytes === 0) return;
  const unread = (unreadBytes.get(socket) ?? 0) + bytes;
  unreadBytes.set(socket, unread);
  response.on("close", () => unreadBytes.set(socket, (unreadBytes.get(socket) ?? 0) - bytes));
  if (unread > MAX_UNREAD_BYTES) socket.destroy();
}

/** Passes the body of a batch to its reader, and sends the reply. */
function receive(
  message: IncomingMessage,
  reader: BodyReader,
  reply: (reply: Reply) => void,
): void {
  let isPending = true;
  const replyOnce = (ready: Reply) => {
    if (isPending) reply(ready);
    isPending = false;
  };
  message.on("data", (bytes: Buffer) => {
    const rejection = isPending ? reader.add(bytes) : undefined;
    if (rejection) replyOnce(rejection);
  });
  message.on("end", () => {
    if (isPending) void reader.finish().then(replyOnce);
  });
}

/** Listens with node:http. */
export const listen: Listen = async ({ host, port, tlsCert, tlsKey }, handler) => {
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  let isStopping = false;

  function answer(message: IncomingMessage, response: ServerResponse): void {
    // What follows in a packet whose client did not read.
    if (message.socket.destroyed) return;
    if (isStopping) traffic.lastRequestAtMs = Date.now();
    traffic.flushing++;
    const replied = handler.handle(requestOf(message));
    response.on("close", () => {
      traffic.flushing--;
      if (!("status" in replied)) replied.close();
    });
    if ("status" in replied) {
      send(response, replied, isStopping);
      limitUnread(response, message.socket);
    } else {
      receive(message, replied, (reply) => send(response, reply, isStopping));
    }
  }

  const server =
    tlsCert === ""
      ? createServer(OPTIONS)
      : createTlsServer({ ...OPTIONS, ...readTls({ tlsCert, tlsKey }) });
  server.timeout = TIMEOUT_MS;
  // A client that has ended its side after a complete request gets the reply.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("request", answer);
  // Without this handler, Node would reply without a body.
  server.on("checkExpectation", answer);
  server.on("connection", (socket: Socket) => {
    traffic.open++;
    socket.on("close", () => {
      traffic.open--;
      handler.admit(traffic.open);
    });
    if (!handler.admit(traffic.open)) socket.destroy();
  });
  server.listen(port, host);
  await once(server, "listening").catch(() => {
    throw listenError(host, port);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(limitSeconds) {
      isStopping = true;
      // The function of http.Server would also close connections whose request has not been read yet.
      NetServer.prototype.close.call(server);
      await untilQuiet(traffic, limitSeconds);
      server.closeAllConnections();
    },
  };
};
