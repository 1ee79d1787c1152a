import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { expectHealthy, processesOfTests, sampleOf } from "./running-services.ts";

const GET = "GET /mapcode/codes/52.376514,4.908543/local HTTP/1.1\r\nHost: x\r\n\r\n";
const LIMIT_LINE = /There are (\d+) open connections, as many as the limit of open files/g;

const startServing = processesOfTests();

/** Seconds of CPU time that a process has used. */
function cpuSeconds(pid: number | undefined): number {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ");
  const [user, system] = fields.join().split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}

async function cpuSecondsOfNextSecond(pid: number | undefined): Promise<number> {
  const before = cpuSeconds(pid);
  await setTimeout(1000);
  return cpuSeconds(pid) - before;
}

describe.skipIf(process.platform !== "linux")("with few open files", () => {
  describeTransports("the service on %s", (transport) => {
    it("closes connections before files run out, and answers afterwards", async () => {
      const service = await startServing(["--transport", transport], {}, 64);
      const port = portOf(service);
      const clients = Array.from({ length: 200 }, () => new RawConnection(port));
      await expect
        .poll(() => clients.filter(({ isClosed }) => isClosed).length)
        .toBeGreaterThan(150);
      // It rests: a process that asks again and again for connections that it cannot accept never does.
      await expect.poll(() => cpuSecondsOfNextSecond(service.child.pid)).toBeLessThan(0.4);

      // Those that were accepted are answered.
      const open = clients.filter(({ isClosed }) => !isClosed);
      expect(open.length).toBeGreaterThan(5);
      for (const { socket } of open) socket.write(GET);
      for (const client of open) await expect.poll(() => client.received).toContain("49.4V");
      const limits = Array.from(service.output().matchAll(LIMIT_LINE), ([, limit]) =>
        Number(limit),
      );
      expect(limits).toEqual([open.length]);

      for (const { socket } of clients) socket.destroy();
      await expect.poll(() => expectHealthy(service).then(() => true)).toBe(true);
      const count = await sampleOf(service, "mapcoded_connections_rejected_total");
      expect(count).toBeGreaterThan(150);
      expect(await service.stop("SIGTERM")).toEqual([0, null]);
    });
  });
});
