/**
 * Requests whose end two programs may find in different places, so that one of them takes what follows for another
 * request (request smuggling). In the lists, `{T}: {c}` is a coding in chunks, `{L}` a length; `~` ends a line, `^` is a
 * bare line feed. `{hidden}` is the part behind what one program takes for the end, `{length}` its length.
 */
const SHORT: Readonly<Record<string, string>> = {
  "~": "\r\n",
  "^": "\n",
  "{T}": "Transfer-Encoding",
  "{L}": "Content-Length",
  "{c}": "chunked",
  "{get}": "GET /mapcode/status HTTP/1.1\r\nHost: x\r\n",
  "{post}": "POST /mapcode/batch/codes HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n",
  "{row}": "4\r\n1,2\n\r\n",
  "{last}": "0\r\n\r\n",
};

/** @param list shapes between `|` and line feeds */
const listOf = (list: string): string[] => list.slice(1, -1).split(/[|\n]/);

/** Headers beside a length that counts the last chunk and the hidden part. */
const CODINGS = listOf(`
{T}: {c}|{T}: x{c}|{T} : {c}|{T}: {c}~{T}: {c}|{T}: {c}~{T}: x|{T}:\t{c}|{T}:\x0b{c}| {T}: {c}|X: x^{T}: {c}
X: x\r{T}: {c}|{T}:~ {c}|{T}~ : {c}|{T}: identity|{T}: {c}, identity|{T}: identity, {c}|tRANSFER-eNCODING: cHUNKED
{T}: "{c}"|{T}: {c};q=1|{T}:|Transfer_Encoding: {c}|{T}: {c}\0|{T}: {c}~Connection: {T}
`);

/** Headers of a request whose body is the hidden part for some. */
const LENGTHS = listOf(`
{L}: 0~{L}: {length}|{L}: {length}~{L}: 0|{L}: 0, {length}|{L}: +{length}|{L}: -{length}|{L}: 0x{length}
{L}: 0 {length}|{L}: 0.{length}|{L}: {length}e0|{L}: 184467440737095516{length}|{L} : {length}|{L}:\x0b{length}
X: x^{L}: {length}|{L}:~ {length}|Content_Length: {length}|: x~{L}: {length}|x~{L}: {length}
{L}: {length}~Connection: {L}|{L}: {length}~Expect: frogs
`);

/** Bodies whose chunks are malformed. */
const CHUNKS = listOf(`
4;^1,2^~{last}{hidden}|4;${"x".repeat(9000)}~1,2^~{last}{hidden}|0x{row}{last}{hidden}|+{row}{last}{hidden}
{row}-1~{hidden}~{last}|1000000000000000{row}{last}{hidden}|4~1,2^XX{last}{hidden}|4^1,2^^0^^{hidden}
{row}~{hidden}~{last}|{row}0~{L}: {length}~~{hidden}
`);

/** Requests that never have a body, or whose head is malformed. */
const REQUESTS = listOf(`
{get}{L}: {length}~~{hidden}|HEAD /mapcode/status HTTP/1.1~Host: x~{L}: {length}~~{hidden}|{get}{T}: {c}~~{last}{hidden}
{get}{L}: {length}~Expect: 100-continue~~{hidden}|GET http://other.example/mapcode/status HTTP/1.1~Host: x~~{hidden}
{get}Host: other.example~~{hidden}|GET /mapcode/status~{hidden}|~~{get}~{hidden}|{get}~{hidden}
POST /mapcode/batch/codes HTTP/1.0~Host: x~Content-Type: text/plain~{T}: {c}~Connection: keep-alive~~{last}{hidden}
GET /mapcode/status HTTP/1.1^Host: x^{L}: {length}^^{hidden}|{get}Connection: Upgrade~Upgrade: websocket~~{hidden}
{post}{L}: 4~{T}: {c}~~{hex}~{hidden}~{last}
`);

const SHAPES = [
  ...CODINGS.map((lines) => `{post}{L}: {all}~${lines}~~{last}{hidden}`),
  ...LENGTHS.map((lines) => `{post}${lines}~~{hidden}`),
  ...CHUNKS.map((body) => `{post}{T}: {c}~~${body}`),
  ...REQUESTS,
];

const ATTACKED = "GET /mapcode/codes/-33.9,18.4 HTTP/1.1\r\nHost: x\r\n";

/** A whole request, and the start of one that would take the victim's request line as a header. */
const HIDDEN_PARTS = [`${ATTACKED}\r\n`, `${ATTACKED}X: `];

/** What an attacker sends, as Latin-1. */
export const ATTACKS: readonly string[] = SHAPES.flatMap((shape) =>
  HIDDEN_PARTS.map((hidden) => {
    const { length } = hidden;
    const parts = {
      ...SHORT,
      "{length}": `${length}`,
      "{hex}": length.toString(16),
      "{all}": `${length + 5}`,
      "{hidden}": hidden,
    };
    return shape.replace(/[~^]|\{\w+\}/g, (part) => parts[part as keyof typeof parts] ?? part);
  }),
);
