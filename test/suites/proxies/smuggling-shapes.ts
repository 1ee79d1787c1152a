/**
 * Requests whose end two programs may find in different places, so that one of them takes what follows for another
 * request (request smuggling). `{hidden}` stands for the part behind what one program takes for the end, `{length}` for
 * its length.
 */
const expanded = (shape: string) =>
  shape
    .replaceAll("{T}", "Transfer-Encoding")
    .replaceAll("{L}", "Content-Length")
    .replaceAll("{c}", "chunked")
    .replaceAll("~", "\r\n");

const GET = "GET /mapcode/status HTTP/1.1\r\nHost: x\r\n";
const BATCH = "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/** Headers beside a length that counts the last chunk and the hidden part; `{T}` and `{c}` stand for a coding in chunks. */
const CODINGS = [
  ..."{T}: {c}|{T}: x{c}|{T} : {c}|{T}: {c}~{T}: {c}|{T}: {c}~{T}: x|{T}:\t{c}|{T}:\x0b{c}| {T}: {c}".split(
    "|",
  ),
  ..."X: x\n{T}: {c}|X: x\r{T}: {c}|{T}:~ {c}|{T}~ : {c}|{T}: identity|{T}: {c}, identity".split(
    "|",
  ),
  ...'{T}: identity, {c}|tRANSFER-eNCODING: cHUNKED|{T}: "{c}"|{T}: {c};q=1|{T}:'.split("|"),
  ..."Transfer_Encoding: {c}|{T}: {c}\0|{T}: {c}~Connection: {T}".split("|"),
].map(expanded);

/** Headers of a request whose body is the hidden part for some. */
const LENGTHS = [
  ..."{L}: 0~{L}: {length}|{L}: {length}~{L}: 0|{L}: 0, {length}|{L}: +{length}|{L}: -{length}".split(
    "|",
  ),
  ..."{L}: 0x{length}|{L}: 0 {length}|{L}: 0.{length}|{L}: {length}e0|{L}: 184467440737095516{length}".split(
    "|",
  ),
  ..."{L} : {length}|{L}:\x0b{length}|X: x\n{L}: {length}|{L}:~ {length}|Content_Length: {length}".split(
    "|",
  ),
  ...": x~{L}: {length}|x~{L}: {length}|{L}: {length}~Connection: {L}|{L}: {length}~Expect: frogs".split(
    "|",
  ),
].map(expanded);

/** Bodies whose chunks are malformed. */
const CHUNKS = [
  `4;\n1,2\n\r\n${LAST_CHUNK}{hidden}`,
  `4;${"x".repeat(9000)}\r\n1,2\n\r\n${LAST_CHUNK}{hidden}`,
  `0x4\r\n1,2\n\r\n${LAST_CHUNK}{hidden}`,
  `+4\r\n1,2\n\r\n${LAST_CHUNK}{hidden}`,
  `4\r\n1,2\n\r\n-1\r\n{hidden}\r\n${LAST_CHUNK}`,
  `10000000000000004\r\n1,2\n\r\n${LAST_CHUNK}{hidden}`,
  `4\r\n1,2\nXX${LAST_CHUNK}{hidden}`,
  "4\n1,2\n\n0\n\n{hidden}",
  `4\r\n1,2\n\r\n\r\n{hidden}\r\n${LAST_CHUNK}`,
  "4\r\n1,2\n\r\n0\r\nContent-Length: {length}\r\n\r\n{hidden}",
];

/** Requests that never have a body, or whose head is malformed. */
const REQUESTS = [
  `${GET}Content-Length: {length}\r\n\r\n{hidden}`,
  `${GET.replace("GET", "HEAD")}Content-Length: {length}\r\n\r\n{hidden}`,
  `${GET}${CHUNKED}\r\n${LAST_CHUNK}{hidden}`,
  `${GET}Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n{hidden}`,
  `${GET.replace("/", "http://other.example/")}\r\n{hidden}`,
  `${GET}Host: other.example\r\n\r\n{hidden}`,
  `${BATCH.replace("1.1", "1.0")}${CHUNKED}Connection: keep-alive\r\n\r\n${LAST_CHUNK}{hidden}`,
  "GET /mapcode/status\r\n{hidden}",
  "GET /mapcode/status HTTP/1.1\nHost: x\nContent-Length: {length}\n\n{hidden}",
  `\r\n\r\n${GET}\r\n{hidden}`,
  `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n{hidden}`,
  `${GET}\r\n{hidden}`,
  `${BATCH}Content-Length: 4\r\n${CHUNKED}\r\n{hex}\r\n{hidden}\r\n${LAST_CHUNK}`,
];

const SHAPES = [
  ...CODINGS.map(
    (lines) => `${BATCH}Content-Length: {all}\r\n${lines}\r\n\r\n${LAST_CHUNK}{hidden}`,
  ),
  ...LENGTHS.map((lines) => `${BATCH}${lines}\r\n\r\n{hidden}`),
  ...CHUNKS.map((body) => `${BATCH}${CHUNKED}\r\n${body}`),
  ...REQUESTS,
];

const ATTACKED = "GET /mapcode/codes/-33.9,18.4 HTTP/1.1\r\nHost: x\r\n";

/** A whole request, and the start of one that would take the victim's request line as a header. */
const HIDDEN_PARTS = [`${ATTACKED}\r\n`, `${ATTACKED}X: `];

/** What an attacker sends, as Latin-1. */
export const ATTACKS: readonly string[] = SHAPES.flatMap((shape) =>
  HIDDEN_PARTS.map((hidden) =>
    shape
      .replace("{length}", `${hidden.length}`)
      .replace("{hex}", hidden.length.toString(16))
      .replace("{all}", `${LAST_CHUNK.length + hidden.length}`)
      .replace("{hidden}", hidden),
  ),
);
