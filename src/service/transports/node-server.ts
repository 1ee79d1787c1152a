/** The server of node:http or node:https. */
import {
  createServer as createPlainServer,
  type IncomingMessage,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Reply } from "../../http/requests.ts";
import { readTls, type TlsFiles } from "../tls.ts";
import {
  IDLE_SECONDS,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type RequestHandler,
  type Traffic,
} from "./transport.ts";

/** How often connections are checked for being too slow. */
const CHECK_CONNECTIONS_MS = 2_000;

/** Replies to a connection that has not sent a request yet, and closes it. */
function rejectConnection(socket: Socket, { status, headers, body }: Reply): void {
  const lines = [...headers, ["Connection", "close"], ["Content-Length", Buffer.byteLength(body)]];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
  socket.end(body, () => socket.destroy());
}

/** Codes of the errors that requests cause: of the parser, and of requests that arrive too slowly. */
const UNPARSABLE = /^(?:HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/** Answers a request. @param isLast whether its connection closes after the reply */
export type OnRequest = (
  message: IncomingMessage,
  response: ServerResponse,
  isLast: boolean,
) => void;

/** Creates the server, which does not listen yet. @throws ServiceError if the certificate cannot be used */
function createServer(tls: TlsFiles | undefined, maxRequestSeconds: number) {
  const options = {
    // Node would reject requests without one before anything could count or log them.
    requireHostHeader: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: IDLE_SECONDS * 1000,
    // Batch requests reach their own limit before this one; limitBody limits all others.
    requestTimeout: (maxRequestSeconds + IDLE_SECONDS) * 1000,
    keepAliveTimeout: IDLE_SECONDS * 1000,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  };
  return tls === undefined
    ? createPlainServer(options)
    : createTlsServer({ ...options, ...readTls(tls), handshakeTimeout: IDLE_SECONDS * 1000 });
}

/**
 * Creates the server with the listeners of its events.
 * @param traffic counts the open connections
 * @throws ServiceError if the certificate cannot be used
 */
export function createHttpServer(
  { tls, maxRequestSeconds }: Pick<ListenOptions, "tls" | "maxRequestSeconds">,
  traffic: Traffic,
  handler: Pick<RequestHandler, "connect" | "rejectUnparsable">,
  onRequest: OnRequest,
): ReturnType<typeof createServer> {
  const answer: OnRequest = (message, response, isLast) => {
    // Every request of HTTP/1.1 must have one (RFC 9112, section 3.2).
    if (message.httpVersion !== "1.1" || message.headers.host !== undefined) {
      onRequest(message, response, isLast);
      return;
    }
    handler.rejectUnparsable("no Host header");
    response.writeHead(400, ["Connection", "close"]).end();
  };
  const server = createServer(tls, maxRequestSeconds);
  // A client that has ended its side after a complete request gets the reply. Without this, Node closes the connection.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("request", (message, response) => answer(message, response, false));
  // Only a batch request is asked to continue with its body; the router rejects other expectations. Node closes the
  // connection unless the client was asked.
  server.on("checkContinue", (message, response) => answer(message, response, true));
  server.on("checkExpectation", (message, response) => answer(message, response, false));
  // There is no tunnel through this service. Without a handler, the connection would close without a reply.
  server.on("connect", (message: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {});
    message.url = "*";
    const response = new ServerResponse(message);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => socket.end());
    onRequest(message, response, true);
  });
  // A handler of "clientError" would have to send the replies that Node sends without one: 400, 408 or 431.
  function onError(this: Socket, { code = "", message }: NodeJS.ErrnoException): void {
    // A connection that ends without having sent a byte had no request.
    if (this.bytesRead > 0 && UNPARSABLE.test(code)) handler.rejectUnparsable(message);
  }
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => {
    socket.on("error", onError);
  });
  server.on("connection", (socket: Socket) => {
    traffic.open++;
    socket.on("close", () => {
      traffic.open--;
    });
    const rejection = handler.connect(traffic.open);
    if (rejection === undefined) return;
    // A client that speaks TLS could not read the reply.
    if (tls) socket.destroy();
    else rejectConnection(socket, rejection);
  });
  return server;
}
