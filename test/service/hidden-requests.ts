/** Requests that hide another one: a program that finds their ends elsewhere answers it. */
export const HEAD = "Host: x\r\n\r\n";
export const LAST = `Connection: close\r\n${HEAD}`;
export const STATUS = "GET /mapcode/status HTTP/1.1\r\n";
export const POST = "POST /mapcode/batch/codes HTTP/1.1\r\nContent-Type: text/csv\r\n";
export const CHUNKED = "Transfer-Encoding: chunked\r\n";
export const get = (target: string, end = LAST) => `GET ${target} HTTP/1.1\r\n${end}`;
export const unneeded = (body: string, end = HEAD) =>
  `POST /mapcode/status HTTP/1.1\r\nContent-Length: ${body.length}\r\n${end}${body}`;

/** Packets, and the statuses or the text of the replies: on uWebSockets.js, and on node:http unless they are the same. */
export type Exchange = readonly [
  packets: string | readonly string[],
  uws: Expected,
  node?: Expected,
];
type Expected = string | RegExp;

const HIDDEN = get("/mapcode/version", HEAD);
/** Heads and bodies that hide a request: who reads them otherwise takes it for a part of the body. */
const HIDING: readonly (readonly [head: string, body: string])[] = [
  [`${STATUS}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n`, ""],
  [`${STATUS}Content-Length: ${HIDDEN.length}\r\nContent-Length: 0\r\n`, ""],
  [`${STATUS}Transfer-Encoding: frogs\r\n`, ""],
  [`${STATUS}${CHUNKED}Transfer-Encoding: frogs\r\n`, "0\r\n\r\n"],
  [`${STATUS}${CHUNKED}Content-Length: 5\r\n`, "0\r\n\r\n"],
  [`${POST}Content-Length: 4\r\nContent-Length: 99\r\n`, "1,2\n"],
  [`${POST}Content-Length: -1\r\n`, ""],
  [`${POST}Content-Length:\r\n`, ""],
  [`${POST}Transfer-Encoding: gzip\r\n`, "4\r\n1,2\n\r\n0\r\n\r\n"],
  [`${POST}${CHUNKED}Transfer-Encoding: x\r\n`, "4\r\n1,2\n\r\n0\r\n\r\n"],
];
/** The same with empty headers, which hide others from those who read the first one. */
const HIDING_EMPTY: typeof HIDING = [STATUS, POST].flatMap((start) => [
  [`${start}Transfer-Encoding:\r\n${CHUNKED}`, "0\r\n\r\n"],
  [`${start}Transfer-Encoding:\r\n${CHUNKED}`, `${HIDDEN.length.toString(16)}\r\n`],
  [`${start}Content-Length:\r\nContent-Length: ${HIDDEN.length}\r\n`, ""],
  [`${start}Content-Length: ${HIDDEN.length}\r\nContent-Length:\r\n`, ""],
  [`${start}Content-Length:\r\n${CHUNKED}`, "0\r\n\r\n"],
]);
/** Chunks that RFC 9112 does not allow: their ends, sizes and lines. */
const WRONG_CHUNKS = ["1\r\nXYZ0\r\n\r\n", "1\r\nX\n0\r\n\r\n", "1\r\nX\r\n0\r\nXY"];
const LINE_FEEDS = [
  "1\nX\r\n0\r\n\r\n",
  "1\r\nX\r\n0\n\r\n",
  "1\nX\n0\n\n",
  "1 \t\0\nX\r\n0\r\n\r\n",
];
const WRONG_SIZES = [
  "g\r\n1234567890123456\r\n0\r\n\r\n",
  "@\r\n\r\n",
  "\r\n\r\n",
  ":\r\n1234567890\r\n0\r\n\r\n",
];

const inBodies = (bodies: readonly string[]) =>
  [POST, STATUS].flatMap((start) => bodies.map((body) => start + CHUNKED + HEAD + body));
const together = ([head, body]: (typeof HIDING)[number]) => head + HEAD + body;

/** The requests that hide another one, by the way they do. */
const HIDING_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  "hidden requests": HIDING.map(together),
  "hidden requests after empty headers": HIDING_EMPTY.map(together),
  "hidden requests in bodies that nobody reads": [
    `${STATUS}Content-Length: 5\r\n${HEAD}1,2\r\n`,
    `${STATUS.replace("GET", "HEAD")}Content-Length: 5\r\n${HEAD}lat,l`,
    unneeded("abc"),
    `${STATUS}${CHUNKED}${HEAD}1\r\nX\r\n0\r\n\r\n`,
    `${POST}Content-Length: 5000000\r\n${HEAD}`.replace("text/csv", "text/html"),
  ],
  "wrong ends of chunks": inBodies(WRONG_CHUNKS),
  "line feeds in chunks": inBodies(LINE_FEEDS),
  "wrong sizes of chunks": inBodies(WRONG_SIZES),
  "lengths that are not numbers": [
    ...["+5", "0x5", "5, 5", "5,5", "18446744073709551617", "99999999999999999999999", "-0", "5 5"],
  ].map((length) => `${POST}Content-Length: ${length}\r\n${HEAD}`),
};

/** At most one reply, and not to the hidden request. */
const NOT_FOUND = /^(?:HTTP\/1\.1 [24]\d\d (?!.*(?:HTTP\/1\.1 |apiVersion)).*)?$/s;

/** Each request with the hidden one in the same packet, and in the next one. */
export const HIDDEN_REQUESTS: Readonly<Record<string, readonly Exchange[]>> = Object.fromEntries(
  Object.entries(HIDING_REQUESTS).map(([name, requests]) => [
    name,
    requests.flatMap((outer): Exchange[] => [
      [outer + HIDDEN, NOT_FOUND],
      [[outer, HIDDEN], NOT_FOUND],
    ]),
  ]),
);
