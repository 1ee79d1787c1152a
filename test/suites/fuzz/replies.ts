/** Reads the bytes that a server has sent on a connection as HTTP/1.1 replies, and says what is wrong with them. */

const HEAD = /^HTTP\/1\.1 (\d{3}) [ -~]*\r\n((?:[!#$%&'*+.^_`|~\w-]+: ?[ -~]*\r\n)*)\r\n/;
const FRAMING = /^(?:content-length|transfer-encoding): *(.*)\r$/gim;

const LAST_CHUNK = "0\r\n\r\n";

/** The statuses that no client can cause. */
const FORBIDDEN = ["500", "501", "502"];

/** @throws Error unless a body in JSON is valid, and the body of an error has a message */
function checkJson(status: string, text: string): void {
  const parsed: unknown = JSON.parse(Buffer.from(text, "latin1").toString());
  const hasMessage = typeof parsed === "object" && parsed !== null && "message" in parsed;
  if (status >= "400" && !hasMessage) throw new Error(`an error without message: ${text}`);
}

/**
 * Checks replies of a connection.
 * @param bytes what arrived, one character per byte
 * @param isClosed whether the server has closed the connection; if not, the last reply may be unfinished
 * @param mayBeHead whether a request can be HEAD, whose reply has no body
 * @throws Error with what is wrong
 */
export function checkReplies(bytes: string, isClosed: boolean, mayBeHead: boolean): void {
  for (let rest = bytes; rest !== ""; ) {
    const [head, status = "", headers = ""] = HEAD.exec(rest) ?? [];
    if (head === undefined) {
      if (
        !isClosed &&
        !rest.includes("\r\n\r\n") &&
        rest.startsWith("HTTP/1.1 ".slice(0, rest.length))
      )
        return;
      throw new Error(`no head of a reply: ${JSON.stringify(rest.slice(0, 200))}`);
    }
    if (FORBIDDEN.includes(status)) throw new Error(`status ${status}`);
    rest = rest.slice(head.length);
    const lengths = Array.from(headers.matchAll(FRAMING), ([, value = ""]) => value);
    // All bodies have a length, but those of errors that end the connection.
    const [length = isClosed ? `${rest.length}` : "unknown"] = lengths;
    if (lengths.length > 1 || !/^(\d+|chunked|unknown)$/.test(length))
      throw new Error(`lengths: ${lengths}`);
    const isBodiless = status < "200" || status === "204" || status === "304";
    if (isBodiless || (mayBeHead && /^(HTTP\/1\.1 |$)/.test(rest))) continue;
    if (length === "unknown") return;
    // Node's own errors have no body, in chunks.
    const size = length === "chunked" ? LAST_CHUNK.length : Number(length);
    const text = rest.slice(0, size);
    if (length === "chunked" && !LAST_CHUNK.startsWith(text)) throw new Error("chunks");
    if (text.length < size) {
      if (isClosed) throw new Error("a reply that was cut");
      return;
    }
    if (/^content-type: application\/json/im.test(headers) && text !== "") checkJson(status, text);
    rest = rest.slice(text.length);
  }
}
