/** Reads the bytes that a server has sent on a connection as HTTP/1.1 replies, and says what is wrong with them. */
import { type Chunks, readChunks } from "../../support/chunks.ts";

/** What the connection did after the last byte. */
export type Ending = "closed" | "open";

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+): ?([\x20-\x7e]*)$/;

/** The statuses that no client can cause. */
const FORBIDDEN = new Set([500, 501, 502]);

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** @throws Error for a head that is not well-formed */
function parsedHead(text: string): Head {
  const [first = "", ...lines] = text.split("\r\n");
  const status = Number(STATUS_LINE.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(first)}`);
  if (FORBIDDEN.has(status)) throw new Error(`status ${status}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === "") throw new Error(`no header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    const isFraming = key === "content-length" || key === "transfer-encoding";
    if (isFraming && headers.has(key)) throw new Error(`${name} twice`);
    headers.set(key, value);
  }
  if (headers.has("content-length") && headers.has("transfer-encoding")) {
    throw new Error("Content-Length and Transfer-Encoding");
  }
  return { status, headers };
}

/** The body, and what follows it unless it has not ended. @throws Error if it is not well-formed */
function bodyOf({ status, headers }: Head, bytes: string, ending: Ending): Chunks {
  if (status < 200 || status === 204 || status === 304) return { text: "", rest: bytes };
  if (headers.get("transfer-encoding") === "chunked") return readChunks(bytes);
  const length = headers.get("content-length");
  if (length === undefined) {
    // It ends with the connection, as replies of HTTP/1.0 do.
    return ending === "closed" ? { text: bytes, rest: "" } : { text: bytes };
  }
  if (!/^\d+$/.test(length)) throw new Error(`Content-Length: ${length}`);
  const end = Number(length);
  const text = bytes.slice(0, end);
  return bytes.length < end ? { text } : { text, rest: bytes.slice(end) };
}

function checkText({ status, headers }: Head, text: string): void {
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson || text === "" || headers.has("content-encoding")) return;
  const parsed: unknown = JSON.parse(Buffer.from(text, "latin1").toString());
  const isError = status >= 400 && status < 600;
  const hasMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
  if (isError && !hasMessage) throw new Error(`an error without message: ${text}`);
}

/**
 * Checks replies of a connection.
 * @param bytes what arrived, one character per byte
 * @param ending whether the server has closed the connection; if not, the last reply may be unfinished
 * @param mayBeHead whether a request can be HEAD, whose reply has no body
 * @throws Error with what is wrong
 */
export function checkReplies(bytes: string, ending: Ending, mayBeHead: boolean): void {
  if (bytes === "") return;
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) {
    if (ending === "open" && "HTTP/1.1 ".startsWith(bytes.slice(0, 9))) return;
    throw new Error(`no head of a reply: ${JSON.stringify(bytes.slice(0, 80))}`);
  }
  const head = parsedHead(bytes.slice(0, headEnd));
  const after = bytes.slice(headEnd + 4);
  if (mayBeHead && (after === "" || after.startsWith("HTTP/1.1 "))) {
    checkReplies(after, ending, mayBeHead);
    return;
  }
  const { text, rest } = bodyOf(head, after, ending);
  if (rest === undefined) {
    if (ending === "open") return;
    throw new Error("a reply that was cut");
  }
  checkText(head, text);
  checkReplies(rest, ending, mayBeHead);
}
