/** Two services behind the proxies of deploy/ are restarted one after the other, as operations.md says, under load. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { ROOT } from "../../../scripts/paths.js";
import { type RunningService, startServing } from "../../cli/command.ts";
import { HOST } from "../../http/both-transports.ts";
import { ask } from "../../service/running-services.ts";
import { freePort } from "../../support/free-port.ts";
import { describeTransports } from "../../support/transports.ts";
import { until } from "../../support/until.ts";
import { PROXIES, proxyOfGroup } from "./proxy.ts";

const CLIENTS = 32;
const ROWS = "52.376514,4.908543\n".repeat(20);
const BATCH = { method: "POST", headers: { "content-type": "text/plain" }, body: ROWS } as const;

/** The unit for systemd: the variables of services behind a proxy, and the pause after their start. */
const UNIT = readFileSync(join(ROOT, "deploy/mapcoded@.service"), "utf8");
const [, VARIABLES = ""] = /^Environment=(.*)$/m.exec(UNIT) ?? [];
const [, PAUSE_SECONDS] = /^ExecStartPost=\/bin\/sleep (\d+)$/m.exec(UNIT) ?? [];

/** Sends requests until it is stopped; half of the clients open a new connection for each. */
function startLoad(address: string) {
  const counts = { requests: 0 };
  const lost: string[] = [];
  let isStopping = false;
  const client = async (_: unknown, index: number) => {
    const connection = index % 2 === 0 ? "keep-alive" : "close";
    const dispatcher = new Agent({ connections: 1 });
    while (!isStopping) {
      const isBatch = counts.requests++ % 4 === 0;
      const options = isBatch ? BATCH : { headers: {} };
      const headers = { ...options.headers, connection };
      const url = address + (isBatch ? "/batch/codes" : "/codes/52.376514,4.908543");
      const reply = await ask(url, { ...options, headers, dispatcher }).catch((error) => {
        return { status: 0, text: `${error.code} ${error}` };
      });
      const isRight = reply.status === 200 && reply.text.includes("VHXGB.1J9J");
      if (!isRight) lost.push(`${isBatch ? "batch" : "codes"} ${reply.status} ${reply.text}`);
    }
    await dispatcher.close();
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return async () => {
    isStopping = true;
    await Promise.all(clients);
    return { ...counts, lost };
  };
}

describeTransports("services on %s", (transport) => {
  const services: RunningService[] = [];

  /** Starts a service, and waits for `/readyz` and proxies as the unit does. */
  async function start(port: number): Promise<RunningService> {
    const variables = VARIABLES.split(" ").map((variable) => variable.split("="));
    const env = { ...Object.fromEntries(variables), PORT: `${port}` };
    const service = await startServing(["--transport", transport], env);
    await until(async () => (await ask(`http://${HOST}:${port}/readyz`)).status === 200);
    await wait(Number(PAUSE_SECONDS) * 1000);
    return service;
  }

  const ports: [number, number] = [0, 0];
  beforeAll(async () => {
    for (const index of [0, 1]) {
      ports[index] = await freePort();
      services[index] = await start(ports[index] as number);
    }
  });
  afterAll(() => Promise.all(services.map((service) => service.stop("SIGKILL"))));

  describe.for(PROXIES)("behind %s", (proxy) => {
    const { test, address } = proxyOfGroup(proxy, () => ports);

    test("are restarted without a lost request", async () => {
      const stopLoad = startLoad(address());
      for (const [index, service] of services.entries()) {
        expect(await service.stop("SIGTERM")).toEqual([0, null]);
        services[index] = await start(ports[index] as number);
      }
      const { requests, lost } = await stopLoad();
      expect(requests).toBeGreaterThan(1_000);
      expect([lost.length, ...lost.slice(0, 20)]).toEqual([0]);
    });
  });
});
