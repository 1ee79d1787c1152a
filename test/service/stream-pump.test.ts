import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "../../src/loaders/disk.ts";
import { BatchExchange } from "../../src/http/batch/exchange.ts";
import { DEFAULT_INTERFACE_OPTIONS } from "../../src/http/options.ts";
import { PostRoutes } from "../../src/http/post-routes.ts";
import { BatchMemory, BatchShare } from "../../src/service/batch/batch-memory.ts";
import { type StreamResult, startStream } from "../../src/service/batch/stream-pump.ts";
import { POINT } from "./batch-client.ts";

const ROUTES = new PostRoutes(DEFAULT_INTERFACE_OPTIONS);
/** A batch request whose client is this test. */
class Client {
  /** Whether the reply can be written, as the client reads it. */
  isReading = true;
  result: StreamResult | undefined;
  readonly #sink: ReturnType<typeof startStream>;

  constructor(query: string, contentLength = "") {
    const headers: Readonly<Record<string, string>> = {
      "content-type": "text/plain",
      "content-length": contentLength,
    };
    const request = {
      method: "POST",
      path: "/mapcode/batch/codes",
      query,
      header: (name: string) => headers[name] ?? "",
    };
    const exchange = ROUTES.start(request, (text) => expect.fail(text));
    if (!(exchange instanceof BatchExchange)) throw new Error("The request was rejected.");
    const memory = new BatchMemory(100e6, 10);
    const share = memory.start(exchange.bodyBytes);
    if (!(share instanceof BatchShare)) throw new Error("There is no memory.");
    const channel = {
      pause() {},
      resume() {},
      reply() {},
      begin() {},
      write: () => this.isReading,
      end() {},
      cut() {},
      drop() {},
    };
    this.#sink = startStream(exchange, channel, share, (result) => {
      this.result = result;
    });
  }

  send(bytes: number): void {
    if (bytes > 0) this.#sink.onData(Buffer.alloc(bytes, POINT));
  }

  /** Reads what waits for it. */
  read(): void {
    this.#sink.onDrain();
  }
}

/** @param bytesOf what a client sends in each second @returns why it was ended, and after how many seconds */
function endOf(client: Client, bytesOf: (second: number) => number): readonly unknown[] {
  let second = 0;
  for (; second < 58 && client.result === undefined; second++) {
    client.send(bytesOf(second));
    vi.advanceTimersByTime(1_000);
  }
  return client.result ? [client.result.timeout, second] : ["goes on"];
}

describe("the body of a batch request", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    "",
    "stream=true",
  ])("may arrive at its minimum rate, and 20 seconds late %s", (query) => {
    expect(endOf(new Client(query), () => 500)).toEqual(["goes on"]);
    expect(endOf(new Client(query), (second) => (second < 19 ? 0 : 800))).toEqual(["goes on"]);
    expect(
      endOf(new Client(query), (second) => (second === 0 ? 30_000 : second % 19 === 0 ? 1 : 0)),
    ).toEqual(["goes on"]);
    expect(endOf(new Client(query), () => 200)).toEqual(["slowBodies", 34]);
    expect(endOf(new Client(query), (second) => (second === 20 ? 0 : 1))).toEqual([
      "slowBodies",
      21,
    ]);
  });

  it("has to go on arriving if it is held, but not if it is streamed", () => {
    const begin = (second: number) => (second === 0 ? 30_000 : 0);
    expect(endOf(new Client(""), begin)).toEqual(["stalledBodies", 20]);
    expect(endOf(new Client("stream=true"), begin)).toEqual(["goes on"]);
  });

  it("has to be able to arrive in time if its length is known", () => {
    const perSecond = Math.ceil(40_000_000 / 60);
    expect(endOf(new Client("", "40000000"), () => perSecond)).toEqual(["goes on"]);
    expect(endOf(new Client("", "40000000"), () => perSecond / 2)).toEqual(["slowBodies", 30]);
  });

  it("is not late while its client does not read", () => {
    const client = new Client("stream=true");
    client.isReading = false;
    const send = (second: number) => {
      if (second === 15) client.read();
      return second === 0 ? POINT.length : 0;
    };
    expect(endOf(client, send)).toEqual(["slowBodies", 36]);
    const deaf = new Client("stream=true");
    deaf.isReading = false;
    expect(endOf(deaf, () => 1_000)).toEqual(["unreadReplies", 20]);
  });
});
