/** Batch requests on Node's own HTTP server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import type { Status } from "../../http/errors.ts";
import type { Headers, Reply } from "../../http/requests.ts";
import { headerList, replyEarly, sendReply, setPersistence } from "./node-messages.ts";
import { LINGER_MS, type ResponseChannel, type StartStream } from "./transport.ts";

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

class NodeResponseChannel implements ResponseChannel {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #requestId: string;
  readonly #isStopping: () => boolean;

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    isStopping: () => boolean,
  ) {
    this.#message = message;
    this.#response = response;
    this.#requestId = requestId;
    this.#isStopping = isStopping;
  }

  pause(): void {
    this.#message.pause();
  }

  resume(): void {
    this.#message.resume();
  }

  reply(reply: Reply): void {
    const [message, response, id] = [this.#message, this.#response, this.#requestId];
    if (message.complete) sendReply(response, reply, id, false, this.#isStopping());
    else replyEarly(message, response, reply, id);
  }

  begin(status: Status, headers: Headers): void {
    setPersistence(this.#response, this.#isStopping());
    this.#response.writeHead(status, headerList(headers, this.#requestId));
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
}

/** Passes the body of a batch request to the sink that `start` returns, and sends the reply. */
export function streamBatch(
  message: IncomingMessage,
  response: ServerResponse,
  start: StartStream,
  requestId: string,
  isStopping: () => boolean,
): void {
  const sink = start(new NodeResponseChannel(message, response, requestId, isStopping));
  message.on("data", (bytes: Buffer) => sink.onData(bytes));
  message.on("end", () => sink.onEnd());
  response.on("drain", () => sink.onDrain());
  response.on("close", () => sink.onDisconnect());
}
