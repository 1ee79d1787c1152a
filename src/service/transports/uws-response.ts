/** Writes replies with uWebSockets.js: status line, headers and body. */
import type { HttpResponse } from "uWebSockets.js";
import { NO_BYTES } from "../../batch/chunks.ts";
import { STATUS_TEXTS, type Status } from "../../http/errors.ts";
import type { Headers, Reply } from "../../http/requests.ts";
import { BODILESS, Linger, REQUEST_ID_HEADER, type Traffic } from "./transport.ts";

const encoder = new TextEncoder();

const statusLines = new Map<Status, string>();

function statusLine(status: Status): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_TEXTS[status]}`;
    statusLines.set(status, line);
  }
  return line;
}

/**
 * Headers as one, since each call into the binary takes 0.1 microseconds. This is safe because no header contains
 * anything that a client has sent. Bytes are passed to the binary in two thirds of the time of a text.
 */
interface HeaderBlock {
  /** The name of the first header. */
  readonly name: string;
  /** Its value, and the lines of all others. */
  readonly value: Uint8Array;
  /** All lines, as they follow the value of another header. */
  readonly lines: string;
  /** An id of a request, the last one with its length, and all lines. */
  idAndLines: Uint8Array;
}

const headerBlocks = new WeakMap<Headers, HeaderBlock>();

function headerBlock(headers: Headers): HeaderBlock | undefined {
  let block = headerBlocks.get(headers);
  const [first, ...others] = block ? [] : headers;
  if (first) {
    const [name, value] = first;
    const lines = others.map(([name, value]) => `\r\n${name}: ${value}`).join("");
    block = {
      name,
      value: encoder.encode(value + lines),
      lines: `\r\n${name}: ${value}${lines}`,
      idAndLines: NO_BYTES,
    };
    headerBlocks.set(headers, block);
  }
  return block;
}

/** Returns an id with all lines. Ids have the same length as a rule, so that only the id has to be written. */
function idAndLines(block: HeaderBlock, id: string): Uint8Array {
  const { lines } = block;
  if (block.idAndLines.length !== id.length + lines.length) {
    block.idAndLines = encoder.encode(id + lines);
    return block.idAndLines;
  }
  for (let index = 0; index < id.length; index++) block.idAndLines[index] = id.charCodeAt(index);
  return block.idAndLines;
}

/**
 * Writes headers in one call.
 * @param before is put in front of the name of the first one
 * @param requestId well-formed, which means that it is ASCII; empty for none
 */
function writeHeaders(
  response: HttpResponse,
  before: string,
  headers: Headers,
  requestId: string,
): void {
  const block = headerBlock(headers);
  if (requestId === "") {
    if (block) response.writeHeader(before + block.name, block.value);
    return;
  }
  response.writeHeader(
    before + REQUEST_ID_HEADER,
    block ? idAndLines(block, requestId) : requestId,
  );
}

/** Writes the status line and the headers. @param requestId empty for none */
export function writeHead(
  response: HttpResponse,
  status: Status,
  headers: Headers,
  requestId = "",
): void {
  // The binary writes 200 by itself.
  if (status !== 200) response.writeStatus(statusLine(status));
  writeHeaders(response, "", headers, requestId);
}

/** Asks a client to send the body that it holds back. The binary does that for `100-continue` in lower case only. */
export function writeContinue(response: HttpResponse): void {
  response.cork(() => {
    response.writeStatus("100 Continue\r\n");
  });
}

/** Writes the status line and the headers of a reply after `writeContinue`. */
export function writeHeadAfterContinue(
  response: HttpResponse,
  status: Status,
  headers: Headers,
  requestId = "",
): void {
  // For the binary, a status is written already, so this one becomes part of the first header.
  writeHeaders(response, `HTTP/1.1 ${statusLine(status)}\r\n`, headers, requestId);
}

/** Ends a reply that has no body: to HEAD, or with a status that never has one. */
export function endWithoutBody(response: HttpResponse, { status, body }: Reply): void {
  // If the function of the binary got the length, it would wait for a body.
  if (!BODILESS.includes(status)) {
    response.writeHeader("Content-Length", `${Buffer.byteLength(body)}`);
  }
  response.endWithoutBody();
}

/** Sends the rest of a body when there is room again. This is rare, so it is kept out of `sendBody`. */
function finishLater(response: HttpResponse, body: string | Uint8Array, traffic: Traffic): void {
  const bytes = Buffer.from(body);
  traffic.flushing++;
  response.onAborted(() => {
    traffic.flushing--;
  });
  response.onWritable((offset) => {
    const [isTaken, isDone] = response.tryEnd(bytes.subarray(offset), bytes.length);
    if (isDone) traffic.flushing--;
    return isTaken;
  });
}

/** Bodies of conversions are shorter; replies with longer ones are rare, and each of them is checked. */
const MAX_UNCHECKED_BYTES = 4_096;
const CHECKED_SHARE = 1 / 16;

/**
 * Sends a body as fast as the client reads it. `end` buffers what a client does not read, without a limit: one that
 * sent requests without reading made the process use 1.8 GB. `tryEnd` takes 0.7 microseconds more, and shows that a
 * client does not read: its connection ends when it sends another request. One in 16 short bodies is therefore sent by
 * `tryEnd`, and all long ones. They are chosen at random, so that no client can have others checked in its place: it
 * gets 16 replies of at most 4 kB into memory on average, and 300 once in 250 million times.
 */
export function sendBody(
  response: HttpResponse,
  body: string | Uint8Array,
  traffic: Traffic,
): void {
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  if (length <= MAX_UNCHECKED_BYTES && Math.random() >= CHECKED_SHARE) {
    response.end(body);
    return;
  }
  const [, isDone] = response.tryEnd(body, length);
  if (!isDone) finishLater(response, body, traffic);
}

/**
 * Follows a reply that is sent after the handler of its request.
 * @param onEnd called once, when the reply is sent or the client has disconnected
 * @returns a function that ends this; false if the client has disconnected
 */
function followReply(response: HttpResponse, traffic: Traffic, onEnd = () => {}): () => boolean {
  let isOpen = true;
  const end = () => {
    if (!isOpen) return false;
    isOpen = false;
    traffic.flushing--;
    onEnd();
    return true;
  };
  traffic.flushing++;
  response.onAborted(end);
  return end;
}

/** Returns the function that sends the reply to a request without a body after the handler of the request. */
export function laterReply(
  response: HttpResponse,
  isHead: boolean,
  traffic: Traffic,
  requestId: string,
): (reply: Reply) => void {
  const end = followReply(response, traffic);
  return (reply) => {
    if (!end()) return;
    response.cork(() => {
      writeHead(response, reply.status, reply.headers, requestId);
      if (isHead || BODILESS.includes(reply.status)) endWithoutBody(response, reply);
      else sendBody(response, reply.body, traffic);
    });
  };
}

/**
 * Returns a reply that stays valid, to a request whose connection will close. Without a body its Content-Length
 * will be 0: the binary cannot send another one and close the connection afterwards.
 */
function lastReply(reply: Reply, isHead: boolean): Reply {
  const { status, body } = reply;
  if (isHead || BODILESS.includes(status)) return { ...reply, body: "" };
  return typeof body === "string" ? reply : { ...reply, body: body.slice() };
}

/**
 * Sends a reply when the rest of the body has arrived and been discarded, as Linger waits for it, and closes the
 * connection. Bytes that arrive after that would make the system discard what the client has not read. The reply
 * cannot be sent earlier: once it has ended, the binary has no function that closes its connection.
 *
 * The reply is sent in the next turn of the event loop. What follows the body in the same packet therefore
 * arrives while the reply is pending, and the binary closes the connection instead of answering it.
 * @param requestId empty for none
 * @param head writes the status line and the headers
 */
export function replyAfterBody(
  response: HttpResponse,
  reply: Reply | Promise<Reply>,
  isHead: boolean,
  traffic: Traffic,
  requestId = "",
  head = writeHead,
): void {
  const last =
    reply instanceof Promise
      ? reply.then((ready) => lastReply(ready, isHead))
      : lastReply(reply, isHead);
  const end = followReply(response, traffic, () => linger.stop());
  const send = ({ status, headers, body }: Reply) => {
    if (!end()) return;
    response.cork(() => {
      head(response, status, headers, requestId);
      response.end(body, true);
    });
  };
  const linger = new Linger(() => {
    if (last instanceof Promise) void last.then(send);
    else send(last);
  });
  response.onData((chunk, isLast) => {
    linger.receive(chunk.byteLength);
    if (isLast) setImmediate(() => linger.end());
  });
}
