import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RunningService } from "../cli/command.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { describeTransports } from "../support/transports.ts";
import { type OpenLoopResult, sendLoad } from "./open-loop.ts";
import { processesOfTests, sampleOf } from "./running-services.ts";

const startServing = processesOfTests();

/** A request that takes much longer to answer than to send. */
const TARGET =
  "/mapcode/codes/52.376514,4.908543?precision=8&include=offset,territory,alphabet,rectangle&alphabet=devanagari";

/** Without compiled code, the service is slower than its clients on any machine, as on a small one. */
const SLOW_MACHINE = { NODE_OPTIONS: "--jitless" };

/** So few that a process with full load answers each of them in time. */
const FEW = 50;
/** More than any machine answers. */
const MAX_PER_SECOND = 20_000;
const MANY = 600;

function shownLoad(name: string, { statuses, unsent, ...result }: OpenLoopResult): string {
  const { medianMs, p99Ms, answeredPerSecond } = result;
  const times = `median ${medianMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  return `${name}: ${times}, ${answeredPerSecond.toFixed(0)}/s, ${JSON.stringify(statuses)}, ${unsent} unsent`;
}

/** Attempts at a load: the speed of a busy machine may change between a measurement and the load that it is the measure of. */
const MAX_ATTEMPTS = 3;

/** Returns the number of requests that were rejected because of overload. */
function shedRequests(service: RunningService): Promise<number> {
  return sampleOf(service, 'mapcoded_requests_rejected_total{reason="overload"}');
}

describeTransports("under more load than it can take, the service on %s", (transport) => {
  it("rejects some requests with 503 and Retry-After, and answers the others in time", async () => {
    const args = ["--transport", transport, "--max-wait-ms", "5"];
    const service = await startServing(args, SLOW_MACHINE);
    const port = portOf(service);
    const load = { port, target: TARGET, warmUpSeconds: 1, seconds: 2 };
    /** Sends a third of the load that the service can take; if that was too much, of what it can take now. */
    const expectAllAnswered = async () => {
      let shed = Number.NaN;
      let statuses: readonly string[] = [];
      for (let attempt = 0; attempt < MAX_ATTEMPTS && shed !== 0; attempt++) {
        const before = await shedRequests(service);
        const full = await sendLoad({ ...load, connections: FEW, perSecond: MAX_PER_SECOND });
        console.log(shownLoad(`${transport}, full load`, full));
        const perSecond = full.answeredPerSecond / 3;
        const light = await sendLoad({ ...load, connections: MANY, perSecond });
        console.log(shownLoad(`${transport}, a third of it`, light));
        shed = (await shedRequests(service)) - before;
        statuses = Object.keys(light.statuses);
      }
      expect([statuses, shed]).toEqual([["200"], 0]);
    };
    await expectAllAnswered();

    // Each connection sends a request as soon as it is answered. Overload is noticed after half a second, or when each
    // connection has sent a second request.
    const heavy = { ...load, connections: MANY, perSecond: MAX_PER_SECOND };
    let share = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && share > 1 / 2; attempt++) {
      const before = await shedRequests(service);
      const over = await sendLoad({ ...heavy, warmUpSeconds: 3, seconds: 3 });
      console.log(shownLoad(`${transport}, as much as comes`, over));
      expect(Object.keys(over.statuses)).toEqual(["200", "503"]);
      expect(over.retryAfters).toBe(over.statuses[503]);
      expect((await shedRequests(service)) - before).toBeGreaterThanOrEqual(over.retryAfters);
      // If none were rejected, each would wait for those on all other connections. Both figures are of the same seconds:
      // on a busy machine, the capacity of earlier ones does not hold.
      const unprotectedMs = (1000 * MANY) / over.answeredPerSecond;
      share = over.medianMs / unprotectedMs;
    }
    expect(share).toBeLessThan(1 / 2);

    await setTimeout(4500);
    await expectAllAnswered();
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });
});

describeTransports(
  "with 1,000 connections that are mostly idle, the service on %s",
  (transport) => {
    it("rejects no requests, even if all come at once", async () => {
      const service = await startServing(["--transport", transport, "--max-wait-ms", "5"]);
      const port = portOf(service);
      const replies: string[] = [];
      const sockets = Array.from({ length: 1000 }, () => {
        const { socket } = new RawConnection(port);
        socket.on("data", (reply) => replies.push(`${reply}`.slice(0, "HTTP/1.1 200".length)));
        return socket;
      });
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      for (let round = 1; round <= 4; round++) {
        for (const socket of sockets) socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\n\r\n`);
        await expect.poll(() => replies.length).toBe(round * sockets.length);
        await setTimeout(500);
      }
      expect(new Set(replies)).toEqual(new Set(["HTTP/1.1 200"]));
      expect(await shedRequests(service)).toBe(0);
      for (const socket of sockets) socket.destroy();
      expect(await service.stop("SIGTERM")).toEqual([0, null]);
    });
  },
);
