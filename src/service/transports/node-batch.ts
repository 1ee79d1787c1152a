/** Batch requests on Node's own HTTP server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Headers, Reply } from "../../http/messages.ts";
import { type Inlet, LINGER_MS, type Wire } from "../batch/wire.ts";

/** Ends a connection so that the client can read what it was sent while it still sends itself. */
function endHalf({ socket }: IncomingMessage): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on("close", () => clearTimeout(timer));
  socket.on("end", () => socket.destroy());
}

/**
 * Refuses a request whose body has not ended: the connection does, but not before the client has had
 * the time to read why. Node would end it with the reply, and what still comes in then makes the
 * system throw away what the client has not read.
 */
export function refuseBatch(
  message: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  const body = Buffer.from(reply.body);
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) response.setHeader(name, value);
  // As the other transport: a client that has said so itself is not told.
  if (response.shouldKeepAlive) response.setHeader("Connection", "close");
  else response.removeHeader("Connection");
  // Told here for the order of the other transport.
  response.setHeader("Date", new Date().toUTCString());
  response.setHeader("Content-Length", body.length);
  response.write(body);
  message.resume();
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  message.on("end", end);
  message.on("close", end);
}

class NodeWire implements Wire {
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
      refuseBatch(this.#message, this.#response, reply);
      return;
    }
    this.#writeHead(reply.status, reply.headers);
    this.#response.end(reply.body);
  }

  begin(status: number, headers: Headers): void {
    this.#writeHead(status, headers);
    this.#response.flushHeaders();
  }

  write(bytes: Uint8Array): boolean {
    return this.#response.write(bytes);
  }

  end(): void {
    const isWhole = this.#message.complete;
    this.#response.end(() => {
      if (!isWhole) endHalf(this.#message);
    });
    if (isWhole) return;
    this.#message.resume();
    // For a client that does not read even this.
    const { socket } = this.#message;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    this.#response.on("close", () => clearTimeout(timer));
  }

  #writeHead(status: number, headers: Headers): void {
    const response = this.#response;
    response.statusCode = status;
    for (const [name, value] of headers) response.setHeader(name, value);
    if (this.#isStopping()) response.shouldKeepAlive = false;
    // It says nothing that HTTP/1.1 does not say without it.
    else response.removeHeader("Connection");
  }
}

/**
 * Answers a batch request.
 * @param start makes what the body is moved into
 */
export function answerBatch(
  message: IncomingMessage,
  response: ServerResponse,
  start: (wire: Wire) => Inlet,
  isStopping: () => boolean,
): void {
  const inlet = start(new NodeWire(message, response, isStopping));
  message.on("data", (bytes: Buffer) => inlet.data(bytes));
  message.on("end", () => inlet.ended());
  response.on("drain", () => inlet.drained());
  response.on("close", () => inlet.gone());
}
