/** Broken requests, made of valid ones of all kinds as they go over the wire. The same seed makes the same request. */
import { seededRandom } from "../../support/seeded-random.ts";

const CRLF = "\r\n";

/** Requests whose parts are between ` | `: line, further headers; behind ` || ` the body. `~` ends a line, `^` is a line feed. */
const VALID = `
GET /mapcode/codes/52.376514,4.908543
GET /mapcode/codes/52.376514,4.908543?precision=8&include=offset,territory,alphabet,rectangle
GET /mapcode/codes/-33.9,151.2/local?territory=AUS | Accept: application/xml
GET /mapcode/xml/codes/39.730846,-79.954163/mapcodes?country=US&alphabet=greek
GET /mapcode/coords/NLD%2049.4V?include=rectangle | Connection: keep-alive
GET /mapcode/coords/49.4V?context=NLD | Accept: application/json;q=0.5,*/*
GET /mapcode/territories?offset=-5&count=3 | If-None-Match: "abc"
GET /mapcode/territories/IN?context=USA
GET /mapcode/alphabets/greek | Origin: https://example.org | X-Request-Id: 17
GET /mapcode/openapi.json | Accept-Encoding: gzip, br
GET /mapcode/status | Connection: close
GET /livez
GET /metrics | Accept: application/openmetrics-text
GET http://localhost/mapcode/version
HEAD /mapcode/version
OPTIONS /mapcode/codes/1,2 | Access-Control-Request-Method: GET
DELETE /mapcode/codes/1,2 | Content-Length: 0
POST /mapcode/batch/codes | Content-Type: text/csv || name,lat,lon^Amsterdam,52.376514,4.908543^Bonn,50.73,7.1^
POST /mapcode/batch/codes?all=true | Content-Type: text/csv | Expect: 100-continue || lat,lon^52.376514,4.908543^
POST /mapcode/batch/codes | Content-Type: application/json || [{"lat":52.376514,"lon":4.908543}]
POST /mapcode/batch/coords | Content-Type: text/plain;charset=utf-8 || NLD 49.4V^VHXGB.1J9J^
POST /mapcode/batch/coords?context=NLD | Content-Type: text/plain | Transfer-Encoding: chunked || 3~49.~c~4V^NLD 49.4V~1~^~0~~
POST /mapcode/batch/codes?include=alphabet | Content-Type: application/x-ndjson | Transfer-Encoding: chunked || 12~{"lat":1,"lon":2}^~2~{}~0~~
`
  .trim()
  .split("\n")
  .map((row) => {
    const [head, body = ""] = row.replaceAll("~", CRLF).replaceAll("^", "\n").split(" || ");
    const [line, ...headers] = head.split(" | ");
    const isCounted = body !== "" && !head.includes("chunked");
    if (isCounted) headers.push(`Content-Length: ${body.length}`);
    return [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", body].join(CRLF);
  });
VALID.push(VALID.slice(0, 3).join(""));

/** Texts that parsers of HTTP treat differently from what surrounds them. */
const TOKENS = [
  ..."\r\n\0\xff\t :%?#/",
  ...[CRLF, "\r\n\r\n", "%00", "//", "0\r\n\r\n", "ffffffffffffffff\r\n", "HTTP/1.0"],
  ...["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "GET / HTTP/1.1\r\n"],
  ...["Transfer-Encoding: gzip, chunked\r\n", "Expect: 100-continue\r\n"],
  ...["Content-Encoding: gzip\r\n", "Upgrade: websocket\r\nConnection: Upgrade\r\n"],
];

const NUMBERS = `0|1|-1|+5|0x10|1e3|5, 5|99999|4294967296|${"9".repeat(30)}`.split("|");

/** Returns a valid request with one to four mutations. */
export function brokenRequest(seed: number): string {
  const next = seededRandom(seed);
  const random = (limit: number) => Math.floor(next() * limit);
  const one = (list: readonly string[]) => list[random(list.length)] ?? "";
  let text = one(VALID);
  for (let times = 1 + random(4); times > 0; times--) {
    const start = random(text.length + 1);
    const end = Math.min(text.length, start + 1 + random(20));
    const put = (inserted: string, from = start, to = from) =>
      text.slice(0, from) + inserted + text.slice(to);
    const putByte = (byte: number) => put(String.fromCharCode(byte & 255), start, start + 1);
    const lines = text.split(CRLF);
    const line = random(lines.length);
    const numbers = Array.from(text.matchAll(/\d+/g));
    const number = numbers[random(numbers.length)] ?? { 0: "", index: 0 };
    const mutations = [
      // A bit, a byte, a part.
      () => putByte(text.charCodeAt(start) ^ (1 << random(8))),
      () => putByte(random(256)),
      () => put("", start, end),
      () => put(text.slice(start, end).repeat(1 + random(40)), end),
      () => text.slice(0, start),
      () => put(one(TOKENS)),
      // A number, the length.
      () => put(one(NUMBERS), number.index, number.index + number[0].length),
      () => text.replace(/(?<=Content-Length: )\d+/, one(NUMBERS)),
      // A line twice, at the end, and a long one.
      () => lines.toSpliced(line, 0, one(lines)).join(CRLF),
      () => [...lines.toSpliced(line, 1), lines[line]].join(CRLF),
      () => lines.toSpliced(1, 0, `X-Long: ${"x".repeat(random(20_000))}`).join(CRLF),
    ];
    text = mutations[random(mutations.length)]?.() ?? text;
  }
  return text;
}
