/** The transport on Node's own HTTP server: slower, but there wherever Node is. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Reply, Request } from "../../http/messages.ts";
import { ListenError } from "../errors.ts";
import { answerBatch, refuseBatch } from "./node-batch.ts";
import {
  type Answering,
  BODILESS,
  IDLE_SECONDS,
  type Listen,
  MAX_HEAD_BYTES,
  type Traffic,
  untilQuiet,
} from "./transport.ts";

/** How often Node looks for connections that are too slow. */
const LOOK_FOR_SLOW_MS = 2_000;

/**
 * Bytes of replies that a connection may leave unread. Node queues them without a bound: one that
 * sends requests without reading made the process hold 200 MB.
 */
const MAX_UNREAD_BYTES = 1_000_000;

function asRequest(message: IncomingMessage): Request {
  const target = message.url ?? "";
  const mark = target.indexOf("?");
  return {
    method: message.method ?? "",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    header: (name) => message.headersDistinct[name]?.[0] ?? "",
  };
}

function send(
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
  // It says nothing that HTTP/1.1 does not say without it.
  if (!isStopping) response.removeHeader("Connection");
  // Node sends some bodies later, when the bytes may be another reply's.
  const kept = typeof body === "string" ? body : Buffer.from(body);
  response.end(isHead ? undefined : kept);
}

const unreadBytes = new WeakMap<Socket, number>();

/** Ends a connection whose client lets replies pile up. */
function endUnread(response: ServerResponse, socket: Socket, bytes: number): void {
  const unread = (unreadBytes.get(socket) ?? 0) + bytes;
  unreadBytes.set(socket, unread);
  response.on("close", () => unreadBytes.set(socket, (unreadBytes.get(socket) ?? 0) - bytes));
  if (unread > MAX_UNREAD_BYTES) socket.destroy();
}

/** Ends a connection that sends the rest of a body, which nobody needs, for too long. */
function limitBody(message: IncomingMessage): void {
  const { socket } = message;
  const timer = setTimeout(() => socket.destroy(), IDLE_SECONDS * 1000);
  message.on("close", () => clearTimeout(timer));
}

/** Answers a POST if it is a batch request. @returns whether it is */
function takeBatch(
  message: IncomingMessage,
  response: ServerResponse,
  opened: ReturnType<Answering["openBatch"]>,
  isStopping: () => boolean,
): boolean {
  if (opened === undefined) return false;
  if (typeof opened !== "function") {
    refuseBatch(message, response, opened);
    return true;
  }
  if (message.headers.expect !== undefined) response.writeContinue();
  answerBatch(message, response, opened, isStopping);
  return true;
}

/** Listens with node:http. In a worker of node:cluster, the port is shared in any case. */
export const listen: Listen = async ({ host, port, maxRequestSeconds }, { reply, openBatch }) => {
  const traffic: Traffic = { open: 0, flushing: 0, lastRequestAtMs: 0 };
  let isStopping = false;
  const answer = (message: IncomingMessage, response: ServerResponse) => {
    // What else had come in with the request that ended the connection.
    if (!message.socket.writable) return;
    traffic.lastRequestAtMs = Date.now();
    traffic.flushing++;
    response.on("close", () => {
      traffic.flushing--;
      if (!message.complete) limitBody(message);
    });
    const request = asRequest(message);
    const isPost = request.method === "POST";
    if (isPost && takeBatch(message, response, openBatch(request), () => isStopping)) return;
    const answered = reply(request);
    if (isStopping) response.shouldKeepAlive = false;
    send(response, answered, request.method === "HEAD", isStopping);
    endUnread(response, message.socket, Buffer.byteLength(answered.body));
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: IDLE_SECONDS * 1000,
      // Batch requests have their own limit before this one; see limitBody for all others.
      requestTimeout: (maxRequestSeconds + IDLE_SECONDS) * 1000,
      keepAliveTimeout: IDLE_SECONDS * 1000,
      connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    },
    answer,
  );
  // Whoever asks before it sends a body need not send one that is refused.
  server.on("checkContinue", (message, response) => {
    if (message.method !== "POST") response.writeContinue();
    answer(message, response);
  });
  server.on("connection", (socket) => {
    traffic.open++;
    socket.on("close", () => {
      traffic.open--;
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", () => reject(new ListenError(host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop(limitSeconds) {
      isStopping = true;
      server.close();
      await untilQuiet(traffic, limitSeconds);
      server.closeAllConnections();
    },
  };
};
