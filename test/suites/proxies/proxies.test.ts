import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { describeTransports } from "../../support/transports.ts";
import { BATCHES, expectConverted, expectPlainReplies, LARGE_BATCH } from "./expectations.ts";
import { isInstalled, PROXIES, type ProxyName, startProxy } from "./proxy.ts";

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

    it.skipIf(isSkipped)(`${name} passes a batch of 60 MB`, () =>
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
