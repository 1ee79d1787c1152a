/** The transport on Node's own HTTP server: slower than uWebSockets.js, but available everywhere. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { Batch } from "../../http/batch/receive.ts";
import type { Reply } from "../../http/requests.ts";
import { listenOn, readTls } from "../listening.ts";
import { Clients } from "./node-clients.ts";
import * as transport from "./transport.ts";

/** A connection that has not sent a complete request is closed after 10 seconds; Node waits two minutes for a handshake. */
const OPTIONS = {
  handshakeTimeout: 10_000,
  maxHeaderSize: transport.MAX_HEAD_BYTES,
  headersTimeout: 10_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
};

/** A connection on which nothing happens for this time is closed: a client that neither sends a body nor reads. */
const TIMEOUT_MS = 60_000;

/** Ends a connection with a body that nobody reads if the body does not end soon. */
function endSoon(message: IncomingMessage): void {
  const timer = setTimeout(() => message.socket.destroy(), OPTIONS.headersTimeout);
  message.on("close", () => clearTimeout(timer));
}

/** Scheme and authority of a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

function requestOf(message: IncomingMessage): transport.ReceivedRequest {
  const { method = "", url = "", headers, httpVersion, socket } = message;
  const target = url.startsWith("/") ? url : url.replace(ORIGIN, "") || "/";
  const [path, ...query] = target.split("?");
  return {
    method,
    path,
    query: query.join("?"),
    protocol: `HTTP/${httpVersion}`,
    header: (name) => `${headers[name] ?? ""}`,
    // Node ignores a coding after an empty one.
    hasAmbiguousFraming: (headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked",
    peerAddress: () => socket.remoteAddress ?? "",
  };
}

/** A client that reads 16 kB a second makes room for 1.4 MB at once, every 90 seconds. */
const SLOW_SECONDS = 128;

function sendParts(response: ServerResponse, parts: readonly Uint8Array[]): void {
  const { socket } = response.req;
  const sentBytes = () => socket.bytesWritten - socket.writableLength;
  const end = () => response.destroy();
  response.on("close", transport.watchSpeed(sentBytes, SLOW_SECONDS, end));
  // In place of TIMEOUT_MS.
  response.setTimeout(0);
  Readable.from(parts).pipe(response);
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = transport.lengthOf(body);
  const isBodiless = transport.BODILESS.includes(status);
  response.writeHead(status, [
    ...headers.flat(),
    ...(isBodiless ? [] : ["Content-Length", `${length}`]),
  ]);
  if (isBodiless || length === 0 || response.req.method === "HEAD") response.end();
  else if (!Array.isArray(body)) response.end(transport.copyOf(body));
  else if (body.length > 1) sendParts(response, body);
  else response.end(body[0]);
}

/** Creates the function that answers requests. */
function createAnswer(handler: transport.Handler, traffic: transport.Traffic, clients: Clients) {
  function answer(message: IncomingMessage, response: ServerResponse): void {
    if (traffic.hold(() => answer(message, response))) return;
    const client = clients.begin(response);
    if (client === undefined) return;
    const reply = (ready: Reply) => {
      if (traffic.isStopping || ready.status === 408) response.shouldKeepAlive = false;
      send(response, ready);
      if (!message.complete) endSoon(message);
    };
    const replied = handler.handle(requestOf(message));
    if (replied instanceof Batch) {
      replied.onReply = reply;
      response.on("close", () => replied.close(response.writableFinished));
      message.on("data", (bytes) => replied.add(bytes)).on("end", () => replied.finish());
      return;
    }
    const { "content-length": length = "", "transfer-encoding": coding } = message.headers;
    if (coding === undefined && Number(length) === 0) {
      reply(replied);
      const ownBytes = Array.isArray(replied.body) ? 0 : response.writableLength;
      clients.countUnread(client, response, ownBytes);
      return;
    }
    // Nobody reads the body.
    response.shouldKeepAlive = false;
    if (!transport.isReadToEnd(length, replied.body)) {
      reply(replied);
      return;
    }
    endSoon(message);
    const body = transport.copyOf(replied.body);
    message.resume().on("end", () => reply({ ...replied, body }));
  }
  return answer;
}

export const listen: transport.Listen = async ({ host, port, tlsCert, tlsKey }, handler) => {
  const traffic = new transport.Traffic(handler.admit);
  const clients = new Clients(traffic);
  const answer = createAnswer(handler, traffic, clients);
  const server =
    tlsCert === ""
      ? createServer(OPTIONS)
      : createTlsServer({ ...OPTIONS, ...readTls(tlsCert, tlsKey) });
  server.timeout = TIMEOUT_MS;
  // A client that has ended its side after a complete request gets the reply.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Without a handler of expectations, Node would reply without a body.
  server.on("request", answer).on("checkExpectation", answer);
  server.on("connection", (socket: Socket) => {
    socket.on("close", () => traffic.count(-1));
    if (!traffic.count(1)) socket.destroy();
  });
  server.on(tlsCert === "" ? "connection" : "secureConnection", (socket: Socket) => {
    // If it is destroyed, the handler has not admitted it.
    if (!socket.destroyed) clients.add(socket, handler.onUnusedEnd);
  });
  return {
    port: await listenOn(server, host, port),
    async renewCertificate() {
      (server as TlsServer).setSecureContext(readTls(tlsCert, tlsKey));
    },
    async stop(limitSeconds) {
      // The function of http.Server would also close connections whose request has not been read yet.
      await traffic.stop(() => NetServer.prototype.close.call(server), limitSeconds);
      server.closeAllConnections();
    },
  };
};
