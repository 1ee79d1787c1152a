/** The server of node:http or node:https. */
import { createServer as createPlainServer, ServerResponse, STATUS_CODES } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Reply } from "../../http/messages.ts";
import { readTls, type TlsFiles } from "../tls.ts";
import { CHECK_CONNECTIONS_MS, type IdleConnections } from "./node-limits.ts";
import { NodeMessage } from "./node-request.ts";
import {
  IDLE_SECONDS,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type RequestHandler,
  type Traffic,
} from "./transport.ts";

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

/** Whether a request lacks the header that HTTP/1.1 wants (RFC 9112, section 3.2). */
function lacksHost(message: NodeMessage): boolean {
  return message.httpVersion === "1.1" && message.rawHeader("host") === undefined;
}

/** Answers a request. */
export type OnRequest = (message: NodeMessage, response: ServerResponse) => void;

/** Creates the server, which does not listen yet. @throws TlsError if the certificate cannot be used */
function createServer(tls: TlsFiles | undefined, maxRequestSeconds: number, onRequest: OnRequest) {
  const options = {
    IncomingMessage: NodeMessage,
    // Node would reject requests without one before anything could count or log them.
    requireHostHeader: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: IDLE_SECONDS * 1000,
    // Batch requests reach their own limit before this one; limitBody limits all others.
    requestTimeout: (maxRequestSeconds + IDLE_SECONDS) * 1000,
    // Node would set and clear a timer for every request, 5% of its CPU time. IdleConnections does without.
    keepAliveTimeout: 0,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  };
  return tls === undefined
    ? createPlainServer(options, onRequest)
    : createTlsServer(
        { ...options, ...readTls(tls), handshakeTimeout: IDLE_SECONDS * 1000 },
        onRequest,
      );
}

/**
 * Creates the server with the listeners of its events.
 * @param traffic counts the open connections
 * @throws TlsError if the certificate cannot be used
 */
export function createHttpServer(
  { tls, maxRequestSeconds }: Pick<ListenOptions, "tls" | "maxRequestSeconds">,
  traffic: Traffic,
  idle: IdleConnections,
  { connect, rejectUnparsable }: Pick<RequestHandler, "connect" | "rejectUnparsable">,
  onRequest: OnRequest,
): ReturnType<typeof createServer> {
  const answer: OnRequest = (message, response) => {
    if (!lacksHost(message)) {
      onRequest(message, response);
      return;
    }
    rejectUnparsable("no Host header");
    response.writeHead(400, ["Connection", "close"]).end();
  };
  const server = createServer(tls, maxRequestSeconds, answer);
  // Only a batch request is asked to continue with its body; the router rejects other expectations.
  server.on("checkContinue", (message: NodeMessage, response: ServerResponse) => {
    message.isLast = true;
    answer(message, response);
  });
  server.on("checkExpectation", answer);
  // There is no tunnel through this service. Without a handler, the connection would close without a reply.
  server.on("connect", (message: NodeMessage, socket: Socket) => {
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
    idle.add(socket);
  });
  server.on("connection", (socket: Socket) => {
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
