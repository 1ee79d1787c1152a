import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { describeTransports } from "../../support/transports.ts";
import { isInstalled, PROXIES, startProxy } from "./proxy.ts";
import { attack } from "./smuggling.ts";

describeTransports("requests that hide others, to a service on %s", (transport) => {
  let service: RunningService;
  let port: number;
  beforeAll(async () => {
    service = await startServing(["--transport", transport]);
    port = Number(new URL(service.address).port);
  });
  afterAll(async () => {
    const { statusCode, body } = await request(`${service.address}/status`);
    await body.dump();
    expect(statusCode).toBe(200);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  it.concurrent("leave the replies to other clients alone", async () => {
    expect(await attack(port)).toEqual([]);
  });

  for (const name of PROXIES) {
    const isSkipped = !isInstalled(name) && process.env.CI !== "true";
    it.skipIf(isSkipped).concurrent(`leave them alone through ${name}`, async () => {
      const proxy = await startProxy(name, port);
      try {
        expect(await attack(Number(new URL(proxy.address).port))).toEqual([]);
      } finally {
        await proxy.stop();
      }
    });
  }
});
