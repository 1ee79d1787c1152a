import { it } from "vitest";
import { processOfGroup } from "../../service/running-services.ts";
import { describeTransports } from "../../support/transports.ts";
import { BATCHES, expectConverted, expectPlainReplies, LARGE_BATCH } from "./expectations.ts";
import { isSkipped, PROXIES, withProxy } from "./proxy.ts";

const NGINX_SETTINGS = [
  "proxy_request_buffering off;",
  "proxy_buffering off;",
  "proxy_request_buffering off; proxy_buffering off;",
];

describeTransports("a proxy in front of the service on %s", (transport) => {
  const limits = ["--batch-rows", `${LARGE_BATCH[1]}`];
  const service = processOfGroup(() => ["--transport", transport, ...limits]);

  for (const name of PROXIES) {
    it.skipIf(isSkipped(name))(`${name} passes plain requests and batches of up to 19 MB`, () =>
      withProxy(name, service(), async ({ address }) => {
        await expectPlainReplies(address);
        // The largest batch takes seconds, so that it goes through one transport only.
        const batches = transport === "uws" ? BATCHES : BATCHES.slice(0, 2);
        for (const batch of batches) await expectConverted(address, batch);
      }),
    );

    it.skipIf(isSkipped(name))(`${name} passes a batch of 60 MB`, () =>
      withProxy(name, service(), ({ address }) => expectConverted(address, LARGE_BATCH)),
    );
  }

  it.skipIf(isSkipped("nginx")).each(NGINX_SETTINGS)(
    "nginx passes 900,000 rows with %s",
    (setting) =>
      withProxy("nginx", service(), ({ address }) => expectConverted(address, BATCHES[1]), {
        change: (config) => config.replace("proxy_pass ", `${setting} proxy_pass `),
      }),
  );
});
