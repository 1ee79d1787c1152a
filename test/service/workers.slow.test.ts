import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Client } from "undici";
import { expect, it } from "vitest";
import type { RunningService } from "../cli/command.ts";
import { childrenOf, isAlive } from "../support/linux-processes.ts";
import { portOf, RawConnection } from "../support/raw-connection.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { countOf, processesOfTests, reportOf, sampleOf, statusOf } from "./running-services.ts";

const WORKERS = 3;

const root = temporaryFolder();
const startServing = processesOfTests();

/** Replacements that are killed before the pause between them is long. */
const FAILED_STARTS = 2;

/** A module that kills workers while they start, as long as there is a file. */
function killer() {
  const folder = mkdtempSync(join(root, "killer-"));
  const module = join(folder, "killer.mjs");
  const mark = join(folder, "mark");
  const text = `import { existsSync } from "node:fs";
    const isWorker = process.argv[1].endsWith("worker.js");
    if (isWorker && existsSync(${JSON.stringify(mark)})) process.kill(process.pid, "SIGKILL");`;
  writeFileSync(module, text);
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(module)}` },
    on: () => writeFileSync(mark, ""),
    off: () => rmSync(mark),
  };
}

/** Sends a request on a new connection, which any of the workers may accept. */
function getCodes({ address }: RunningService, lat: number): Promise<number> {
  return statusOf(`${address}/codes/${lat},5`);
}

/** Waits until ten replies in a row, from any of the workers, report this total of codes. */
async function untilAllReport(running: RunningService, total: number): Promise<void> {
  await until(async () => {
    for (let times = 0; times < 10; times++) {
      const reported = await countOf(running, "codes");
      expect(reported).toBeLessThanOrEqual(total);
      if (reported < total) return false;
    }
    return true;
  });
}

describeTransports("workers on %s", (transport) => {
  const args = ["--workers", `${WORKERS}`, "--transport", transport];
  const start = () => startServing(args);

  it("are as many processes as requested and answer on one port", async () => {
    const running = await start();
    expect(running.output()).toContain(`(${transport}, ${WORKERS} workers)`);
    expect(childrenOf(running.child.pid as number)).toHaveLength(WORKERS);
    for (let lat = 0; lat < 30; lat++) expect(await getCodes(running, lat)).toBe(200);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("report the sum of their metrics", async () => {
    const running = await start();
    for (let lat = 0; lat < 40; lat++) await getCodes(running, lat);
    // Counts reach the other workers a few times a second.
    await untilAllReport(running, 40);
    const { service, process } = await reportOf(running);
    expect(service.workers).toBe(WORKERS);
    expect(process.rssBytes).toBeGreaterThan(WORKERS * 30e6);
    await running.stop("SIGTERM");
  });

  it("are replaced when killed, while the others answer and keep their counts", async () => {
    const running = await start();
    const pid = running.child.pid as number;
    for (let lat = 0; lat < 20; lat++) await getCodes(running, lat);
    await untilAllReport(running, 20);
    const [victim] = childrenOf(pid) as [number];
    process.kill(victim, "SIGKILL");
    await running.says(`Worker ${victim} ended (SIGKILL). Starting another.`);
    for (let lat = 0; lat < 20; lat++) expect(await getCodes(running, lat)).toBe(200);
    await until(() => childrenOf(pid).length === WORKERS);
    expect(childrenOf(pid)).not.toContain(victim);
    await untilAllReport(running, 40);
    expect(await running.stop("SIGINT")).toEqual([0, null]);
  });

  it("are counted as replaced, too, when they are killed before they listen", async () => {
    const kill = killer();
    const running = await startServing(args, kill.env);
    const pid = running.child.pid as number;
    const [victim] = childrenOf(pid) as [number];
    kill.on();
    process.kill(victim, "SIGKILL");
    const failures = () =>
      running.output().split("ended before it could listen (SIGKILL)").length - 1;
    await until(() => failures() >= FAILED_STARTS);
    kill.off();
    await until(async () => {
      return (await sampleOf(running, "mapcoded_workers_replaced_total")) === 1 + failures();
    });
    await until(() => childrenOf(pid).length === WORKERS);
    for (let lat = 0; lat < 20; lat++) expect(await getCodes(running, lat)).toBe(200);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("are killed and replaced when one hangs", async () => {
    const running = await start();
    const pid = running.child.pid as number;
    const [victim] = childrenOf(pid) as [number];
    process.kill(victim, "SIGSTOP");
    await running.says(new RegExp(`Worker ${victim} has not responded for \\d+ s. Killing it.`));
    await running.says(`Worker ${victim} ended (SIGKILL). Starting another.`);
    await until(() => childrenOf(pid).length === WORKERS);
    expect(childrenOf(pid)).not.toContain(victim);
    for (let lat = 0; lat < 20; lat++) expect(await getCodes(running, lat)).toBe(200);
    // Workers that are idle, and nevertheless alive, stay.
    expect(running.output().match(/has not responded/g)).toHaveLength(1);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("take all their connections with them when killed, also those that they had not accepted", async () => {
    const running = await start();
    const [victim] = childrenOf(running.child.pid as number) as [number];
    process.kill(victim, "SIGSTOP");
    const last = "GET /mapcode/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const connections = Array.from({ length: 20 }, () => new RawConnection(portOf(running), last));
    await wait(500);
    process.kill(victim, "SIGKILL");
    await expect.poll(() => connections.every(({ isClosed }) => isClosed)).toBe(true);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("report connections without a request, also those of workers that are idle", async () => {
    const running = await start();
    const CONNECTIONS = 30;
    for (let count = 0; count < CONNECTIONS; count++) {
      const { socket, closed } = new RawConnection(portOf(running));
      await once(socket, "connect");
      socket.end();
      await closed;
    }
    // All on one connection.
    const dispatcher = new Client(new URL(running.address).origin);
    const accepted = () => sampleOf(running, "mapcoded_connections_accepted_total", { dispatcher });
    await until(async () => (await accepted()) === CONNECTIONS + 1);
    await dispatcher.close();
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("end when the primary process is killed", async () => {
    const running = await start();
    const workers = childrenOf(running.child.pid as number);
    await running.stop("SIGKILL");
    await until(() => !workers.some(isAlive));
  });
});
