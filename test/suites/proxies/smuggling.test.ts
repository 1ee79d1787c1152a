import { afterAll, expect, it } from "vitest";
import { processOfGroup, statusOf } from "../../service/running-services.ts";
import { portOf } from "../../support/raw-connection.ts";
import { describeTransports } from "../../support/transports.ts";
import { isSkipped, PROXIES, withProxy } from "./proxy.ts";
import { attack } from "./smuggling.ts";

describeTransports("requests that hide others, to a service on %s", (transport) => {
  const service = processOfGroup(() => ["--transport", transport]);
  // Hooks that are declared later run earlier: the service runs still.
  afterAll(async () => {
    expect(await statusOf(`${service().address}/status`)).toBe(200);
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
