/** Two services behind a proxy, restarted one after the other, and the limits that the proxies set to clients. */
import { describe, expect, it } from "vitest";
import { type RunningService, startServing } from "../../cli/command.ts";
import { statusOf } from "../../service/running-services.ts";
import { freePort } from "../../support/free-port.ts";
import { PREFERRED } from "../../support/transports.ts";
import { isSkipped, type ProxyName, type RunningProxy, withProxy } from "./proxy.ts";

const NAMES: readonly ProxyName[] = ["nginx", "haproxy"];
const CLIENTS = 8;
const BATCH = { method: "POST", headers: { "content-type": "text/plain" }, body: "1,2\n" } as const;

/** What the files in deploy/ limit clients to is less than these clients ask for. */
function withoutLimits(config: string): string {
  return config.replace("rate=100r/s", "rate=1000000r/s").replace("gt 100 ", "gt 1000000 ");
}

function withLowLimits(config: string): string {
  return config
    .replace("rate=100r/s", "rate=1r/s")
    .replace("burst=200", "burst=5")
    .replace("gt 100 ", "gt 5 ");
}

function serveOn(port: number): Promise<RunningService> {
  const place = ["--port", `${port}`, "--drain-seconds", "3"];
  return startServing(["--transport", PREFERRED, ...place]);
}

/** Sends requests, each fourth of them a batch, until it is stopped. @returns how many replies had each status */
async function load(proxy: RunningProxy, isStopped: () => boolean): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  async function client(): Promise<void> {
    for (let count = 0; !isStopped(); count++) {
      const status =
        count % 4 === 0
          ? await statusOf(`${proxy.address}/batch/codes`, BATCH)
          : await statusOf(`${proxy.address}/codes/1,2`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return statuses;
}

/** Runs two services and a proxy in front of them. */
async function withTwo(
  name: ProxyName,
  change: (config: string) => string,
  check: (proxy: RunningProxy, services: RunningService[], ports: number[]) => Promise<void>,
): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const services = await Promise.all(ports.map(serveOn));
  try {
    const inFront = (proxy: RunningProxy) => check(proxy, services, [...ports]);
    await withProxy(name, { kind: "two", ports }, inFront, { change });
  } finally {
    await Promise.all(services.map((service) => service.stop("SIGTERM")));
  }
}

for (const name of NAMES) {
  describe.skipIf(isSkipped(name))(`two behind ${name}`, () => {
    it("are restarted one after the other without a lost request", () =>
      withTwo(name, withoutLimits, async (proxy, services, ports) => {
        let isStopped = false;
        const statuses = load(proxy, () => isStopped);
        try {
          for (const [index, port] of ports.entries()) {
            expect(await services[index].stop("SIGTERM")).toEqual([0, null]);
            services[index] = await serveOn(port);
            // As orchestrators do, wait until the new one has been checked.
            if (name === "haproxy") await new Promise((resolve) => setTimeout(resolve, 2_500));
          }
        } finally {
          isStopped = true;
        }
        const counts = await statuses;
        expect([...counts.keys()]).toEqual([200]);
        expect(counts.get(200)).toBeGreaterThan(100);
      }));

    it("answer a client that asks too often with 429", () =>
      withTwo(name, withLowLimits, async (proxy) => {
        const statuses = new Set<number>();
        for (let count = 0; count < 100; count++) {
          statuses.add(await statusOf(`${proxy.address}/codes/1,2`));
        }
        expect([...statuses].toSorted()).toEqual([200, 429]);
      }));
  });
}
