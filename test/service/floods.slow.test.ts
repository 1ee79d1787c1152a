/** Clients that take connections, memory or time from others. */
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection.ts";
import { AttackedService, describeAttacked, GOOD, HEAD } from "./attacked-service.ts";
import { reportOf } from "./running-services.ts";

/**
 * How long slow connections may take to be closed on a busy machine. Nothing but IDLE_SECONDS closes them as soon: Node checks its own limits every 30 seconds, and those and that of uWebSockets.js are a minute or longer.
 */
const MAX_SLOW_SECONDS = 25;

/** Memory is flat when it has gained less than this in so many seconds. A leak of 6 MB a second gains more. */
const FLAT_BYTES = 40e6;
const FLAT_SECONDS = 16;
/** How long memory may take to become flat. */
const MAX_SETTLING_SECONDS = 45;
/** Memory that a service may gain during an attack. It gains 50 MB; replies that were buffered without a limit took 1.8 GB. */
const MAX_BURST_BYTES = 200e6;

async function rssBytes(service: AttackedService): Promise<number> {
  return (await reportOf(service)).process.rssBytes;
}

describeAttacked("the service on %s", (service, transport) => {
  /** A service that is not flooded meanwhile, which would only make it late. */
  const calm = new AttackedService(transport);
  /** Seconds until slow connections are closed. Started first and awaited last, as they take longest. */
  let slowEnds: Promise<readonly number[]>;

  /** Sends a start, and possibly more each second, until the connection is closed. */
  async function secondsUntilClosed(start: string, drip = ""): Promise<number> {
    const beganAtMs = Date.now();
    const { socket, closed } = new RawConnection(calm.port, start);
    const timer = setInterval(() => drip !== "" && socket.write(drip), 1000);
    await closed;
    clearInterval(timer);
    return (Date.now() - beganAtMs) / 1000;
  }

  beforeAll(async () => {
    slowEnds = Promise.all([
      secondsUntilClosed("GET /mapcode/status HTTP/1.1\r\nHo"),
      secondsUntilClosed("GET /mapcode/status HTTP/1.1\r\nA: ", "a"),
      secondsUntilClosed(GOOD),
    ]);
    await calm.expectHealthy();
  });

  it("keeps its memory flat for clients that send requests and never read", async () => {
    const before = await rssBytes(service);
    const sockets = new Set<Socket>();
    let isOver = false;
    /** Sends requests until the connection is closed, then connects again. */
    const attack = (many: string) => {
      const { socket } = new RawConnection(service.port);
      sockets.add(socket);
      socket.pause();
      const timer = setInterval(() => {
        if (socket.writableLength < 1e6) socket.write(many);
      }, 2);
      socket.on("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
        if (!isOver) setTimeout(() => attack(many), 50);
      });
    };
    for (const target of ["territories", "codes/1,2", "xml/territories?count=50", "nowhere"]) {
      const many = `GET /mapcode/${target} HTTP/1.1\r\n${HEAD}`.repeat(500);
      for (let client = 0; client < 4; client++) attack(many);
    }
    const gauges: number[] = [];
    let isFlat = false;
    while (!isFlat && gauges.length < MAX_SETTLING_SECONDS) {
      await wait(1000);
      await service.expectHealthy();
      gauges.push(await rssBytes(service));
      const window = gauges.slice(-FLAT_SECONDS);
      const growth = Math.min(...window.slice(-5)) - Math.max(...window.slice(0, 5));
      isFlat = window.length === FLAT_SECONDS && growth < FLAT_BYTES;
    }
    isOver = true;
    for (const socket of sockets) socket.destroy();
    expect(isFlat, `resident bytes, second by second: ${gauges.join(" ")}`).toBe(true);
    expect(Math.max(...gauges) - before).toBeLessThan(MAX_BURST_BYTES);
    await service.expectHealthy();
  });

  it("is not slowed down by 1,000 connections that send nothing or half a head", async () => {
    const before = await rssBytes(service);
    const connections = Array.from({ length: 1000 }, (_, index) => {
      const half = index % 2 === 1 ? "GET /mapcode/status HTTP/1.1\r\nHo" : "";
      return new RawConnection(service.port, half);
    });
    await wait(300);
    await service.expectHealthy();
    expect((await rssBytes(service)) - before).toBeLessThan(FLAT_BYTES);
    for (const { socket } of connections) socket.destroy();
  });

  it("closes connections that are idle, half open or too slow", async () => {
    for (const seconds of await slowEnds) {
      expect(seconds).toBeLessThan(MAX_SLOW_SECONDS);
    }
    await calm.expectHealthy();
  });
});
