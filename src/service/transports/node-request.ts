/** Requests as Node's own HTTP server receives them. */
import { IncomingMessage } from "node:http";
import { plainAddress } from "../access-log/trusted-proxies.ts";
import type { ReceivedRequest } from "./transport.ts";

/** Whether a header that was sent has a name in lower case. */
function isNamed(sent: string, name: string): boolean {
  return sent.length === name.length && sent.toLowerCase() === name;
}

/**
 * A message that Node need not read to its end. Node does that after the reply to every request, in several ticks and
 * with several events, even when no body follows: a tenth of the CPU time of a request.
 */
export class NodeMessage extends IncomingMessage {
  /** Set for a request without a body that nobody reads. */
  isEmpty = false;
  /** Set for a request with `Expect: 100-continue`, unless it is told to continue: node:http closes its connection. */
  isLast = false;

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    return !this.isEmpty && super.push(chunk, encoding);
  }

  override resume(): this {
    return this.isEmpty ? this : super.resume();
  }

  /** The value of the first header with a name in lower case, as it was sent. */
  rawHeader(name: string): string | undefined {
    const { rawHeaders } = this;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (isNamed(rawHeaders[index], name)) return rawHeaders[index + 1];
    }
    return undefined;
  }
}

/** The headers that node:http itself reads. All others are read by `rawHeader`. */
class NodeHeaders {
  readonly #message: NodeMessage;

  constructor(message: NodeMessage) {
    this.#message = message;
  }

  get expect(): string | undefined {
    return this.#message.rawHeader("expect");
  }

  /** Only read for HTTP/1.0. */
  get te(): string | undefined {
    return this.#message.rawHeader("te");
  }
}

// For every request, node:http would make an object of all headers to look for one of them.
Object.defineProperty(NodeMessage.prototype, "headers", {
  get(this: NodeMessage) {
    return new NodeHeaders(this);
  },
});

/** Scheme and authority of a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** A request. */
export class NodeRequest implements ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  replyId = "";
  readonly #message: NodeMessage;
  readonly #addressless: string;

  /** @param addressless the address of a peer that has none */
  constructor(message: NodeMessage, addressless: string) {
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
    return this.#message.rawHeader(name) ?? "";
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
