import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startServing } from "../cli/command.ts";
import { POINT, REPLY_ROW } from "../service/batch-client.ts";
import { describeTransports } from "../transports.ts";
import { isInstalled, PROXIES, type ProxyName, startProxy } from "./proxy.ts";

const CODE = "NLD 49.4V\n";
const DECODED_ROW = "NLD 49.4V\t52.37651400000124\t4.908543375\n";

/** Batches of 1, 9 and 19 MB. */
const BATCHES = [
  ["/batch/codes", 50_000, POINT, REPLY_ROW],
  ["/batch/coords", 900_000, CODE, DECODED_ROW],
  ["/batch/codes", 1_000_000, POINT, REPLY_ROW],
] as const;
/** A batch of 60 MB, which npm run test:proxies sends. */
const LARGE_BATCH = ["/batch/coords", 6_000_000, CODE, DECODED_ROW] as const;
const HAS_LARGE_BATCHES = process.env.LARGE_BATCHES === "true";
type Batch = (typeof BATCHES)[number] | typeof LARGE_BATCH;

async function expectConverted(address: string, [path, rows, row, replyRow]: Batch): Promise<void> {
  const headers = { "content-type": "text/plain" };
  const reply = await request(address + path, { method: "POST", headers, body: row.repeat(rows) });
  const text = await reply.body.text();
  expect([reply.statusCode, text.length]).toEqual([200, rows * replyRow.length]);
  expect(text === replyRow.repeat(rows)).toBe(true);
}

async function expectPlainReplies(address: string): Promise<void> {
  for (let count = 0; count < 50; count++) {
    const { statusCode, body } = await request(`${address}/coords/NLD%2049.4V?client=${count}`);
    const text = await body.text();
    expect([statusCode, text]).toEqual([200, '{"latDeg":52.37651400000124,"lonDeg":4.908543375}']);
  }
  const missing = await request(`${address}/coords/NLD%2FZZZZ.ZZZZ`);
  expect(missing.statusCode).toBe(400);
  expect(await missing.body.json()).toMatchObject({ value: "NLD/ZZZZ.ZZZZ" });
  const head = await request(`${address}/codes/1,2`, { method: "HEAD" });
  await head.body.dump();
  expect([head.statusCode, head.headers["content-length"]]).toEqual([200, "80"]);
}

const NGINX_SETTINGS = [
  "proxy_request_buffering off;",
  "proxy_buffering off;",
  "proxy_request_buffering off; proxy_buffering off;",
];

describeTransports("a proxy in front of the service on %s", (transport) => {
  let service: RunningService;
  let port: number;
  beforeAll(async () => {
    const limits = ["--batch-rows", `${LARGE_BATCH[1]}`];
    service = await startServing(["--transport", transport, ...limits]);
    port = Number(new URL(service.address).port);
  });
  afterAll(async () => {
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  async function withProxy(
    name: ProxyName,
    check: (address: string) => Promise<void>,
    change?: (config: string) => string,
  ): Promise<void> {
    const proxy = await startProxy(name, port, change);
    try {
      await check(proxy.address);
    } finally {
      await proxy.stop();
    }
  }

  for (const name of PROXIES) {
    // With CI=true, a proxy that is not installed fails its test.
    const isSkipped = !isInstalled(name) && process.env.CI !== "true";
    it.skipIf(isSkipped)(`${name} passes plain requests and batches of up to 19 MB`, () =>
      withProxy(name, async (address) => {
        await expectPlainReplies(address);
        // The largest batch takes seconds, so that it goes through one transport only.
        const batches = transport === "uws" ? BATCHES : BATCHES.slice(0, 2);
        for (const batch of batches) await expectConverted(address, batch);
      }),
    );

    it.skipIf(isSkipped || !HAS_LARGE_BATCHES)(`${name} passes a batch of 60 MB`, () =>
      withProxy(name, (address) => expectConverted(address, LARGE_BATCH)),
    );
  }

  const hasNginx = isInstalled("nginx") || process.env.CI === "true";
  it.runIf(hasNginx).each(NGINX_SETTINGS)("nginx passes 900,000 rows with %s", (setting) =>
    withProxy(
      "nginx",
      (address) => expectConverted(address, BATCHES[1]),
      (config) => config.replace("proxy_pass ", `${setting} proxy_pass `),
    ),
  );
});
