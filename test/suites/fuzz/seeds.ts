/** Valid requests of all kinds, which the fuzzer mutates. Each is written as it goes over the wire. */

const HOST = "Host: localhost";

function get(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, HOST, ...headers, "", ""].join("\r\n");
}

function post(target: string, type: string, body: string, ...headers: string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [`POST ${target} HTTP/1.1`, HOST, `Content-Type: ${type}`, length, ...headers];
  return [...head, "", body].join("\r\n");
}

function chunked(target: string, type: string, chunks: readonly string[]): string {
  const head = [`POST ${target} HTTP/1.1`, HOST, `Content-Type: ${type}`];
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  return [...head, "Transfer-Encoding: chunked", "", `${body.join("")}0\r\n\r\n`].join("\r\n");
}

const CSV = "name,lat,lon\nAmsterdam,52.376514,4.908543\nBonn,50.73,7.1\n";

export const SEEDS: readonly string[] = [
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
  `HEAD /mapcode/version HTTP/1.1\r\n${HOST}\r\n\r\n`,
  `OPTIONS /mapcode/codes/1,2 HTTP/1.1\r\n${HOST}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
  `DELETE /mapcode/codes/1,2 HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\n\r\n`,
  get("/mapcode/version") + get("/mapcode/codes/1,2") + get("/mapcode/coords/VHXGB.1J9J"),
  post("/mapcode/batch/codes", "text/csv", CSV),
  post("/mapcode/batch/codes?all=true", "text/csv", CSV, "Expect: 100-continue"),
  post("/mapcode/batch/codes", "application/json", '[{"lat":52.376514,"lon":4.908543}]'),
  post("/mapcode/batch/coords", "text/plain;charset=utf-8", "NLD 49.4V\nVHXGB.1J9J\n"),
  chunked("/mapcode/batch/coords?context=NLD", "text/plain", ["49.", "4V\nNLD 49.4V", "\n"]),
  chunked("/mapcode/batch/codes?include=alphabet", "application/x-ndjson", [
    '{"lat":1,"lon":2}\n',
    "{}",
  ]),
];
