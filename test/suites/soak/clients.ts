/** The clients of the soak. Each does one thing and throws an Error if the reply to it is wrong. */
import { randomInt } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { type Dispatcher, request } from "undici";
import { DIALECTS } from "../../../src/http/options.ts";
import { encode } from "../../../src/index.ts";
import { expectedCodes, expectedCoords } from "../../http/expected-replies.ts";
import { POINT, REPLY_ROW } from "../../service/batch-client.ts";
import { readChunks } from "../../support/chunks.ts";

export type Client = (address: string) => Promise<void>;

/** What a wrong reply is reported as, so that resets by a killed worker stay apart from it. */
export class WrongReply extends Error {}

function check(isRight: boolean, what: string, received: unknown): void {
  if (!isRight) throw new WrongReply(`${what}: ${String(received).slice(0, 300)}`);
}

type Options = Omit<Dispatcher.RequestOptions, "origin" | "path" | "method"> & {
  readonly method?: Dispatcher.HttpMethod;
};

async function textOf(url: string, status: number, options: Options = {}): Promise<string> {
  const { statusCode, body } = await request(url, options);
  const text = await body.text();
  check(statusCode === status, `status ${statusCode} of ${url}`, text);
  return text;
}

function randomPoint(): { readonly latDeg: number; readonly lonDeg: number } {
  return {
    latDeg: randomInt(-900_000, 900_001) / 1e4,
    lonDeg: randomInt(-1_800_000, 1_800_000) / 1e4,
  };
}

const plainRequest: Client = async (address) => {
  const { latDeg, lonDeg } = randomPoint();
  const text = await textOf(`${address}/codes/${latDeg},${lonDeg}`, 200);
  const expected = expectedCodes(latDeg, lonDeg, {}, "", "json", DIALECTS.spec);
  check(text === expected, `codes of ${latDeg},${lonDeg}`, text);
};

const parameterisedRequest: Client = async (address) => {
  const { latDeg, lonDeg } = randomPoint();
  const precision = randomInt(0, 9);
  const query = `precision=${precision}&include=offset,territory`;
  const text = await textOf(`${address}/xml/codes/${latDeg},${lonDeg}/mapcodes?${query}`, 200);
  const options = { precision, include: ["offset", "territory"] as const };
  const expected = expectedCodes(latDeg, lonDeg, options, "mapcodes", "xml", DIALECTS.spec);
  check(text === expected, `codes of ${latDeg},${lonDeg} with ${query}`, text);
};

const decodingRequest: Client = async (address) => {
  const { latDeg, lonDeg } = randomPoint();
  const mapcode = String(encode(latDeg, lonDeg).at(-1));
  const target = `${address}/coords/${encodeURIComponent(mapcode)}?include=rectangle`;
  const text = await textOf(target, 200);
  const expected = expectedCoords(mapcode, undefined, true, "json", DIALECTS.spec);
  check(text === expected, `place of ${mapcode}`, text);
};

const badRequest: Client = async (address) => {
  for (const [path, status] of [
    ["codes/91,x", 400],
    ["coords/NLD%20ZZZZ.ZZZZ", 404],
    ["nothing", 404],
  ] as const) {
    const text = await textOf(`${address}/${path}`, status);
    const error: unknown = JSON.parse(text);
    const isError = typeof error === "object" && error !== null && "message" in error;
    check(isError, `error of ${path}`, text);
  }
};

function postRows(address: string, body: string | Buffer, coding?: string) {
  const headers = {
    "content-type": "text/plain",
    ...(coding === undefined ? {} : { "content-encoding": coding }),
  };
  return request(`${address}/batch/codes`, { method: "POST", headers, body });
}

const batch: Client = async (address) => {
  const rows = randomInt(1, 20_000);
  const { statusCode, body } = await postRows(address, POINT.repeat(rows));
  const text = await body.text();
  check(statusCode === 200, `status ${statusCode} of a batch`, text);
  const isRight = text === REPLY_ROW.repeat(rows);
  check(isRight, `batch of ${rows} rows, ${text.length} characters`, text.slice(-300));
};

/** 80 MB of one row that never ends, in 80 kB; a body may have 64 MiB. */
const BOMB = gzipSync(Buffer.alloc(80_000_000, "1"));

const gzipBomb: Client = async (address) => {
  const { statusCode, body } = await postRows(address, BOMB, "gzip");
  const text = await body.text();
  check(statusCode === 413, `status ${statusCode} of a gzip bomb`, text);
};

/** A bomb that hides its size behind a small one. The reply has begun when that is noticed: its end must be missing. */
const hiddenBomb: Client = async (address) => {
  const bytes = Buffer.concat([BOMB, gzipSync(POINT)]);
  const { statusCode, body } = await postRows(address, bytes, "gzip");
  try {
    for await (const _ of body);
  } catch {
    return;
  }
  throw new WrongReply(`A hidden gzip bomb had a complete reply with status ${statusCode}.`);
};

function batchHead(address: string, length: number): string {
  const lines = ["Host: localhost", "Content-Type: text/plain", `Content-Length: ${length}`];
  const target = `${new URL(address).pathname}/batch/codes`;
  return [`POST ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** Sends a part of a batch, or reads a part of its reply, and resets the connection. */
const abort: Client = (address) =>
  new Promise((resolve, reject) => {
    const body = POINT.repeat(50_000);
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    socket.on("error", reject).on("close", () => resolve());
    const isWhole = randomInt(2) === 0;
    socket.write(batchHead(address, body.length));
    socket.write(isWhole ? body : body.slice(0, randomInt(body.length)));
    if (isWhole) socket.once("data", () => socket.resetAndDestroy());
    setTimeout(() => socket.resetAndDestroy(), randomInt(200, 2000)).unref();
  });

/** Reads the reply of a batch in steps with pauses, which takes a second or two. */
const slowReader: Client = (address) =>
  new Promise((resolve, reject) => {
    const rows = 40_000;
    const body = POINT.repeat(rows);
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("error", reject);
    socket.on("data", (data) => {
      received += data;
      socket.pause();
      setTimeout(() => socket.resume(), 20);
      if (!received.endsWith("\r\n0\r\n\r\n")) return;
      socket.destroy();
      const head = received.indexOf("\r\n\r\n");
      const { text } = readChunks(received.slice(head + 4));
      if (received.startsWith("HTTP/1.1 200 ") && text === REPLY_ROW.repeat(rows)) resolve();
      else reject(new WrongReply(`${text.length} characters to a slow reader`));
    });
    socket.on("end", () => reject(new Error("The connection ended within a reply.")));
    socket.write(batchHead(address, body.length) + body);
  });

/** Each client with the number of them that run at the same time. */
export const CLIENTS: Readonly<Record<string, readonly [client: Client, count: number]>> = {
  "plain requests": [plainRequest, 4],
  "with parameters": [parameterisedRequest, 2],
  decoding: [decodingRequest, 2],
  "bad requests": [badRequest, 1],
  batches: [batch, 1],
  "gzip bombs": [gzipBomb, 1],
  "hidden bombs": [hiddenBomb, 1],
  aborts: [abort, 1],
  "slow readers": [slowReader, 2],
};
