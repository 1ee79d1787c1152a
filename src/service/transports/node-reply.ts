/** Complete replies on Node's own HTTP server. */
import type { ServerResponse } from "node:http";
import type { Headers, Reply } from "../../http/messages.ts";
import { REQUEST_ID_HEADER } from "../access-log/request-id.ts";
import { BODILESS, type ReceivedRequest } from "./transport.ts";

export function setRequestId(response: ServerResponse, { replyId }: ReceivedRequest): void {
  if (replyId !== "") response.setHeader(REQUEST_ID_HEADER, replyId);
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

/** The value of the header Date, which changes once a second. */
let date: string | undefined;

function httpDate(): string {
  if (date === undefined) {
    const nowMs = Date.now();
    date = new Date(nowMs).toUTCString();
    setTimeout(
      () => {
        date = undefined;
      },
      1000 - (nowMs % 1000),
    ).unref();
  }
  return date;
}

/**
 * Names and values of headers in alternation, which node:http takes as they are. The last two are the date and the length
 * of the body, as on the other transport; node:http would put the date behind it.
 */
interface HeaderList {
  readonly ofReply: string[];
  /** With the id of a request as the first header. */
  readonly withId: string[];
}

const headerLists = new WeakMap<Headers, HeaderList>();

function headerList(headers: Headers): HeaderList {
  let list = headerLists.get(headers);
  if (list === undefined) {
    const ofReply = [...headers.flat(), "Date", "", "Content-Length", ""];
    list = { ofReply, withId: [REQUEST_ID_HEADER, "", ...ofReply] };
    headerLists.set(headers, list);
  }
  return list;
}

/**
 * The headers of a reply without a body, which is rare. The date that node:http adds comes last, as on the other
 * transport.
 */
function headersWithoutBody({ status, headers, body }: Reply, requestId: string): string[] {
  const id = requestId === "" ? [] : [REQUEST_ID_HEADER, requestId];
  const hasLength = !BODILESS.includes(status);
  const length = hasLength ? ["Content-Length", `${Buffer.byteLength(body)}`] : [];
  return [...id, ...headers.flat(), ...length];
}

/**
 * The headers of a reply in one list. A call of `setHeader` for each of them takes a microsecond in all. The list is
 * reused for every reply with these headers, as node:http copies it to a text at once.
 */
function headersWithBody({ headers, body }: Reply, requestId: string): string[] {
  const { ofReply, withId } = headerList(headers);
  const list = requestId === "" ? ofReply : withId;
  if (requestId !== "") list[1] = requestId;
  list[list.length - 3] = httpDate();
  list[list.length - 1] = `${typeof body === "string" ? Buffer.byteLength(body) : body.length}`;
  return list;
}

/**
 * @param requestId empty for none
 * @param isLast whether the connection closes after the reply
 */
export function sendReply(
  response: ServerResponse,
  reply: Reply,
  requestId: string,
  isHead: boolean,
  isLast: boolean,
): void {
  const { body } = reply;
  setPersistence(response, isLast);
  if (isHead || BODILESS.includes(reply.status)) {
    response.writeHead(reply.status, headersWithoutBody(reply, requestId)).end();
    return;
  }
  response.writeHead(reply.status, headersWithBody(reply, requestId));
  if (typeof body === "string") response.end(body);
  else response.end(asLatin1(body), "latin1");
}

/** The memory of the last body. Nearly all bodies are in the same one, and another view of it for each takes time. */
let memory: Buffer = Buffer.alloc(0);

/**
 * Returns bytes as a text with one character for each. Node joins the text with the head, which saves a buffer.
 * The text is also a copy: some bodies are sent later, when the next reply may have overwritten the memory.
 */
function asLatin1({ buffer, byteOffset, length }: Uint8Array): string {
  if (memory.buffer !== buffer) memory = Buffer.from(buffer);
  return memory.toString("latin1", byteOffset, byteOffset + length);
}
