import { request } from "undici";
import { afterAll, expect, it } from "vitest";
import { portOf } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { isSkipped, PROXIES, serviceForTests, withProxy } from "./proxy.ts";
import { attack } from "./smuggling.ts";

describeTransports("requests that hide others, to a service on %s", (transport) => {
  const service = serviceForTests(() => ["--transport", transport]);
  // Hooks that are declared later run earlier: the service runs still.
  afterAll(async () => {
    const { statusCode, body } = await request(`${service().address}/status`);
    await body.dump();
    expect(statusCode).toBe(200);
  });

  it.concurrent("leave the replies to other clients alone", async () => {
    expect(await attack(portOf(service()))).toEqual([]);
  });

  for (const name of PROXIES) {
    it.skipIf(isSkipped(name)).concurrent(`leave them alone through ${name}`, () =>
      withProxy(name, service(), async (proxy) => {
        expect(await attack(portOf(proxy))).toEqual([]);
      }),
    );
  }
});
