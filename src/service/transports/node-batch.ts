/** Batch requests on Node's own HTTP server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { Status } from "../../http/http-error.ts";
import type { Headers, Reply } from "../../http/requests.ts";
import { setPersistence } from "./node-messages.ts";
import { LINGER_MS, Linger, type ResponseChannel, type StartStream } from "./transport.ts";

/** Half-closes a connection, so that a client that is still sending can read the reply. */
function halfClose({ socket }: IncomingMessage): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("close", () => clearTimeout(timer));
  socket.on("end", () => socket.destroy());
}

/**
 * Breaks a connection off when the client has had time to read. A reply in HTTP/1.0 has no chunks: if its connection
 * ended in order, it would look complete.
 */
function breakOff({ socket }: IncomingMessage): void {
  // Only a connection of TCP can be reset. One with TLS ends without the message that ends it in order.
  const canReset = !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined;
  const close = () => (canReset ? socket.resetAndDestroy() : socket.destroy());
  const timer = setTimeout(close, LINGER_MS);
  socket.on("close", () => clearTimeout(timer));
}

/**
 * Replies to a request whose body is still arriving. The connection closes, but only after the client
 * has had time to read the reply. Node would close it together with the reply; bytes that arrive after
 * that make the system discard what the client has not read.
 */
export function replyEarly(message: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const body = Buffer.from(reply.body);
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) response.setHeader(name, value);
  // As on the other transport, no Connection header if the client has sent "Connection: close".
  if (response.shouldKeepAlive) response.setHeader("Connection", "close");
  else response.removeHeader("Connection");
  // Set here for the header order of the other transport.
  response.setHeader("Date", new Date().toUTCString());
  response.setHeader("Content-Length", body.length);
  response.write(body);
  const linger = new Linger(() => response.end());
  message.on("data", ({ length }: Buffer) => linger.receive(length));
  message.on("end", () => linger.end());
  message.on("close", () => linger.end());
}

class NodeResponseChannel implements ResponseChannel {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #isStopping: () => boolean;

  constructor(message: IncomingMessage, response: ServerResponse, isStopping: () => boolean) {
    this.#message = message;
    this.#response = response;
    this.#isStopping = isStopping;
  }

  pause(): void {
    this.#message.pause();
  }

  resume(): void {
    this.#message.resume();
  }

  reply(reply: Reply): void {
    if (!this.#message.complete) {
      replyEarly(this.#message, this.#response, reply);
      return;
    }
    this.#writeHead(reply.status, reply.headers);
    this.#response.end(reply.body);
  }

  begin(status: Status, headers: Headers): void {
    this.#writeHead(status, headers);
    this.#response.flushHeaders();
  }

  write(bytes: Uint8Array): boolean {
    return this.#response.write(bytes);
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    this.#message.resume();
    if (this.#message.httpVersionMinor > 0) halfClose(this.#message);
    else breakOff(this.#message);
  }

  drop(): void {
    this.#message.socket.destroy();
  }

  #writeHead(status: Status, headers: Headers): void {
    const response = this.#response;
    response.statusCode = status;
    for (const [name, value] of headers) response.setHeader(name, value);
    setPersistence(response, this.#isStopping());
  }
}

/** Passes the body of a batch request to the sink that `start` returns, and sends the reply. */
export function streamBatch(
  message: IncomingMessage,
  response: ServerResponse,
  start: StartStream,
  isStopping: () => boolean,
): void {
  const sink = start(new NodeResponseChannel(message, response, isStopping));
  message.on("data", (bytes: Buffer) => sink.onData(bytes));
  message.on("end", () => sink.onEnd());
  response.on("drain", () => sink.onDrain());
  response.on("close", () => sink.onDisconnect());
}
