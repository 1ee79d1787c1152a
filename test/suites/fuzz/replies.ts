/** Reads the bytes that a server has sent on a connection as HTTP/1.1 replies, and says what is wrong with them. */
import { readChunks } from "../../support/chunks.ts";

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+): ?([\x20-\x7e]*)$/;

/** The statuses that no client can cause. */
const FORBIDDEN = [500, 501, 502];

/** @throws Error for a head that is not well-formed */
function parsedHead(text: string) {
  const [first = "", ...lines] = text.split("\r\n");
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  if (Number.isNaN(status) || FORBIDDEN.includes(status)) throw new Error(`status line: ${first}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === "") throw new Error(`no header: ${JSON.stringify(line)}`);
    const key = /^(content-length|transfer-encoding)$/i.test(name) ? "framing" : name.toLowerCase();
    if (key === "framing" && headers.has(key)) throw new Error("two lengths or codings");
    headers.set(key, value);
  }
  return { status, headers };
}

/** A body, and what follows it unless it has not ended. @throws Error if it is not well-formed */
function bodyOf(status: number, framing: string | undefined, bytes: string, isClosed: boolean) {
  if (status < 200 || status === 204 || status === 304) return { text: "", rest: bytes };
  if (framing === "chunked") return readChunks(bytes);
  // Without a length, it ends with the connection, as replies of HTTP/1.0 do.
  if (framing === undefined) return isClosed ? { text: bytes, rest: "" } : { text: bytes };
  if (!/^\d+$/.test(framing)) throw new Error(`Content-Length: ${framing}`);
  const text = bytes.slice(0, Number(framing));
  return text.length < Number(framing) ? { text } : { text, rest: bytes.slice(text.length) };
}

/** @throws Error unless a body in JSON is valid, and the body of an error has a message */
function checkText(status: number, text: string): void {
  const parsed: unknown = JSON.parse(Buffer.from(text, "latin1").toString());
  const hasMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
  if (status >= 400 && !hasMessage) throw new Error(`an error without message: ${text}`);
}

/**
 * Checks replies of a connection.
 * @param bytes what arrived, one character per byte
 * @param isClosed whether the server has closed the connection; if not, the last reply may be unfinished
 * @param mayBeHead whether a request can be HEAD, whose reply has no body
 * @throws Error with what is wrong
 */
export function checkReplies(bytes: string, isClosed: boolean, mayBeHead: boolean): void {
  if (bytes === "") return;
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) {
    if (!isClosed && "HTTP/1.1 ".startsWith(bytes.slice(0, 9))) return;
    throw new Error(`no head of a reply: ${JSON.stringify(bytes.slice(0, 80))}`);
  }
  const { status, headers } = parsedHead(bytes.slice(0, headEnd));
  const after = bytes.slice(headEnd + 4);
  const isHead = mayBeHead && /^(HTTP\/1\.1 |$)/.test(after);
  const framing = isHead ? "0" : headers.get("framing");
  const { text, rest } = bodyOf(status, framing, after, isClosed);
  if (rest === undefined) {
    if (isClosed) throw new Error("a reply that was cut");
    return;
  }
  const isJson = headers.get("content-type")?.startsWith("application/json");
  if (isJson && text !== "" && !headers.has("content-encoding")) checkText(status, text);
  checkReplies(rest, isClosed, mayBeHead);
}
