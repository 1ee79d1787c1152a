/** Broken requests, made of valid ones of all kinds as they go over the wire. The same seed makes the same request. */
import { seededRandom } from "../../support/seeded-random.ts";

const HOST = "Host: localhost";

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, HOST, ...headers, "", ""].join("\r\n");
const get = (target: string, ...headers: string[]) => request(`GET ${target}`, ...headers);

function post(target: string, type: string, body: string, ...headers: string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return (
    request(`POST /mapcode/batch/${target}`, `Content-Type: ${type}`, length, ...headers) + body
  );
}

function chunked(target: string, type: string, ...chunks: string[]): string {
  const body = [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  const headers = [`Content-Type: ${type}`, "Transfer-Encoding: chunked"];
  return request(`POST /mapcode/batch/${target}`, ...headers) + body.join("");
}

const CSV = "name,lat,lon\nAmsterdam,52.376514,4.908543\nBonn,50.73,7.1\n";

const VALID = [
  get("/mapcode/codes/52.376514,4.908543"),
  get("/mapcode/codes/52.376514,4.908543?precision=8&include=offset,territory,alphabet,rectangle"),
  get("/mapcode/codes/-33.9,151.2/local?territory=AUS", "Accept: application/xml"),
  get("/mapcode/xml/codes/39.730846,-79.954163/mapcodes?country=US&alphabet=greek"),
  get("/mapcode/coords/NLD%2049.4V?include=rectangle", "Connection: keep-alive"),
  get("/mapcode/coords/49.4V?context=NLD", "Accept: application/json;q=0.5,*/*"),
  get("/mapcode/territories?offset=-5&count=3", 'If-None-Match: "abc"'),
  get("/mapcode/territories/IN?context=USA"),
  get("/mapcode/alphabets/greek", "Origin: https://example.org", "X-Request-Id: 17"),
  get("/mapcode/openapi.json", "Accept-Encoding: gzip, br"),
  get("/mapcode/status", "Connection: close"),
  get("/livez"),
  get("/metrics", "Accept: application/openmetrics-text"),
  get("http://localhost/mapcode/version"),
  request("HEAD /mapcode/version"),
  request("OPTIONS /mapcode/codes/1,2", "Access-Control-Request-Method: GET"),
  request("DELETE /mapcode/codes/1,2", "Content-Length: 0"),
  get("/mapcode/version") + get("/mapcode/codes/1,2") + get("/mapcode/coords/VHXGB.1J9J"),
  post("codes", "text/csv", CSV),
  post("codes?all=true", "text/csv", CSV, "Expect: 100-continue"),
  post("codes", "application/json", '[{"lat":52.376514,"lon":4.908543}]'),
  post("coords", "text/plain;charset=utf-8", "NLD 49.4V\nVHXGB.1J9J\n"),
  chunked("coords?context=NLD", "text/plain", "49.", "4V\nNLD 49.4V", "\n"),
  chunked("codes?include=alphabet", "application/x-ndjson", '{"lat":1,"lon":2}\n', "{}"),
];

/** Texts that parsers of HTTP treat differently from what surrounds them. */
const TOKENS = [
  ..."\r\n\0\xff\t :%?#/",
  ...["\r\n", "\r\n\r\n", "%00", "//", "0\r\n\r\n", "ffffffffffffffff\r\n", "HTTP/1.0"],
  ...["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "GET / HTTP/1.1\r\n"],
  ...["Transfer-Encoding: gzip, chunked\r\n", "Expect: 100-continue\r\n"],
  ...["Content-Encoding: gzip\r\n", "Upgrade: websocket\r\nConnection: Upgrade\r\n"],
];

const NUMBERS = "0|1|-1|+5|0x10|1e3|5, 5|99999|4294967296|999999999999999999999999999999".split(
  "|",
);

/** Returns numbers from 0 up to and without a limit. */
type Random = (limit: number) => number;

const one = (list: readonly string[], random: Random) => list[random(list.length)] ?? "";

/** Changes a request, at a place or in a part of it. */
type Mutation = (text: string, random: Random, start: number, end: number) => string;

const put = (text: string, start: number, end: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(end);

const onLines =
  (change: (lines: string[], random: Random) => void): Mutation =>
  (text, random) => {
    const lines = text.split("\r\n");
    change(lines, random);
    return lines.join("\r\n");
  };

const MUTATIONS: readonly Mutation[] = [
  // A bit, a byte, a part.
  (text, random, at) =>
    put(text, at, at + 1, String.fromCharCode((text.charCodeAt(at) ^ (1 << random(8))) & 255)),
  (text, random, at) => put(text, at, at + 1, String.fromCharCode(random(256))),
  (text, _, start, end) => put(text, start, end, ""),
  (text, random, start, end) => put(text, end, end, text.slice(start, end).repeat(1 + random(40))),
  (text, _, at) => text.slice(0, at),
  (text, random, at) => put(text, at, at, one(TOKENS, random)),
  // A number, the length.
  (text, random) => {
    const found = Array.from(text.matchAll(/\d+/g));
    const { index = 0, 0: number = "" } = found[random(found.length)] ?? { 0: "" };
    return put(text, index, index + number.length, one(NUMBERS, random));
  },
  (text, random) => text.replace(/(?<=Content-Length: )\d+/, one(NUMBERS, random)),
  onLines((lines, random) => lines.splice(random(lines.length), 0, one(lines, random))),
  onLines((lines, random) => lines.push(...lines.splice(random(lines.length), 1))),
  onLines((lines, random) => lines.splice(1, 0, `X-Long: ${"x".repeat(random(20_000))}`)),
];

/** Returns a valid request with one to four mutations. */
export function brokenRequest(seed: number): string {
  const next = seededRandom(seed);
  const random: Random = (limit) => Math.floor(next() * limit);
  let text = one(VALID, random);
  for (let times = 1 + random(4); times > 0; times--) {
    const start = random(text.length + 1);
    const end = Math.min(text.length, start + 1 + random(20));
    text = MUTATIONS[random(MUTATIONS.length)]?.(text, random, start, end) ?? text;
  }
  return text;
}
