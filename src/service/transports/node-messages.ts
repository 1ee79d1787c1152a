/** Requests and complete replies of Node's own HTTP server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Headers, Reply } from "../../http/requests.ts";
import { plainAddress } from "../trusted-proxies.ts";
import {
  BODILESS,
  IDLE_SECONDS,
  Linger,
  REQUEST_ID_HEADER,
  type ReceivedRequest,
} from "./transport.ts";

/** Scheme and authority of a target in absolute form, which clients send to proxies (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The values of all headers with a name in lower case, as they were sent. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent.length === name.length && sent.toLowerCase() === name) {
      values.push(rawHeaders[index + 1]);
    }
  }
  return values;
}

/** A request. */
export class NodeRequest implements ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  replyId = "";
  readonly #message: IncomingMessage;
  readonly #addressless: string;

  /** @param addressless the address of a peer that has none */
  constructor(message: IncomingMessage, addressless: string) {
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
    return headerValues(this.#message, name)[0] ?? "";
  }

  allValues(name: string): string {
    return headerValues(this.#message, name).join(", ");
  }

  peerAddress(): string {
    return plainAddress(this.#message.socket.remoteAddress ?? this.#addressless);
  }
}

/** Returns names and values as Node writes them. @param requestId empty for none */
export function headerList(headers: Headers, requestId: string): string[] {
  return requestId === "" ? headers.flat() : [REQUEST_ID_HEADER, requestId, ...headers.flat()];
}

/**
 * Says whether the connection stays open after a reply. HTTP/1.1 keeps connections by default, and the other transport
 * sends no header either. A client that speaks HTTP/1.0 has to be told: `ab -k` would wait for the end of the connection.
 * @param isLast whether it closes even if the client asks for more
 */
export function setPersistence(response: ServerResponse, isLast: boolean): void {
  if (isLast) response.shouldKeepAlive = false;
  else if (response.req.httpVersionMinor > 0) response.removeHeader("Connection");
}

/**
 * Sends a complete reply.
 * @param requestId empty for none
 * @param isLast whether the connection closes after the reply
 */
export function sendReply(
  response: ServerResponse,
  { status, headers, body }: Reply,
  requestId: string,
  isHead: boolean,
  isLast: boolean,
): void {
  setPersistence(response, isLast);
  const list = headerList(headers, requestId);
  // As on the other transport, the date stands behind the length only where no body follows.
  const hasBody = !isHead && !BODILESS.includes(status);
  if (hasBody) list.push("Date", new Date().toUTCString());
  if (!BODILESS.includes(status)) list.push("Content-Length", `${Buffer.byteLength(body)}`);
  response.writeHead(status, list);
  if (!hasBody) response.end();
  else if (typeof body === "string") response.end(body);
  else response.end(asLatin1(body), "latin1");
}

/**
 * Returns bytes as a text with one character for each. Node joins the text with the head to one write. It is also a
 * copy: some bodies are sent later, when the next reply may have overwritten the memory.
 */
function asLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

/** A connection with a longer body that is not needed closes; a shorter one is read for the sake of the next request. */
const MAX_DISCARDED_BYTES = 1_000_000;

/** Whether the body of a request, if it has one, is not read to its end. @param isLast whether it is the last request */
export function isBodyLost({ headers }: IncomingMessage, isLast: boolean): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > (isLast ? 0 : MAX_DISCARDED_BYTES);
}

/**
 * Replies to a request whose body is still arriving. The connection closes, but only after the client
 * has had time to read the reply. Node would close it together with the reply; bytes that arrive after
 * that make the system discard what the client has not read.
 */
export function replyEarly(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
  requestId: string,
): void {
  const bytes = Buffer.from(body);
  const list = headerList(headers, requestId);
  // As on the other transport, no Connection header if the client has sent "Connection: close".
  if (response.shouldKeepAlive) list.push("Connection", "close");
  else response.removeHeader("Connection");
  // Set here for the header order of the other transport.
  list.push("Date", new Date().toUTCString());
  if (!BODILESS.includes(status)) list.push("Content-Length", `${bytes.length}`);
  response.writeHead(status, list).write(bytes);
  const linger = new Linger(() => response.end());
  message.on("data", ({ length }: Buffer) => linger.receive(length));
  message.on("end", () => linger.end());
  message.on("close", () => linger.end());
}

/**
 * Limit of the bytes of replies that a connection leaves unread. Node buffers them without a limit:
 * a client that sent requests without reading made the process use 200 MB.
 */
const MAX_UNREAD_BYTES = 1_000_000;

const unreadBytes = new WeakMap<Socket, number>();

/** Closes the connection of a complete reply if its client leaves too many bytes of replies unread. */
export function limitUnread(response: ServerResponse, socket: Socket): void {
  const bytes = response.writableLength;
  // Nearly all replies have left the process already.
  if (bytes === 0) return;
  const unread = (unreadBytes.get(socket) ?? 0) + bytes;
  unreadBytes.set(socket, unread);
  response.on("close", () => unreadBytes.set(socket, (unreadBytes.get(socket) ?? 0) - bytes));
  if (unread > MAX_UNREAD_BYTES) socket.destroy();
}

/** Closes a connection that takes too long to send the rest of an unneeded body. */
export function limitBody(message: IncomingMessage): void {
  const { socket } = message;
  const timer = setTimeout(() => socket.destroy(), IDLE_SECONDS * 1000);
  message.on("close", () => clearTimeout(timer));
}
