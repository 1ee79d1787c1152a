import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, request } from "undici";
import { afterEach, expect, it } from "vitest";
import { type RunningService, startServing } from "../cli/command.ts";
import { HOST } from "../http/both-transports.ts";
import { childrenOf, isAlive } from "../support/linux-processes.ts";
import { describeTransports } from "../support/transports.ts";
import { until } from "../support/until.ts";

const WORKERS = 3;

let service: RunningService | undefined;

afterEach(async () => {
  if (service?.child.exitCode === null) await service.stop("SIGKILL");
});

/** Replacements that are killed before the pause between them is long. */
const FAILED_STARTS = 2;

/** A module that kills workers while they start, as long as there is a file. */
function killer(folder: string) {
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

interface Metrics {
  readonly service: { readonly workers: number };
  readonly process: { readonly rssBytes: number };
  readonly requests: {
    readonly sinceStart: { readonly operations: Readonly<Record<string, { total: number }>> };
  };
}

async function metricsOf({ address }: RunningService): Promise<Metrics> {
  const { body } = await request(`${address}/metrics`, { headers: { connection: "close" } });
  return (await body.json()) as Metrics;
}

/** Returns a value of the metrics for Prometheus. @param reader asks on one connection */
async function sampleOf(
  { address }: RunningService,
  name: string,
  reader?: Client,
): Promise<number> {
  const { origin } = new URL(address);
  const { body } = await (reader?.request({ method: "GET", path: "/metrics" }) ??
    request(`${origin}/metrics`, { headers: { connection: "close" } }));
  const sample = new RegExp(`^${name} (\\d+)$`, "m").exec(await body.text());
  return Number(sample?.[1]);
}

/** Sends a request on a new connection, which any of the workers may accept. */
async function getCodes({ address }: RunningService, lat: number): Promise<number> {
  const { statusCode, body } = await request(`${address}/codes/${lat},5`, {
    headers: { connection: "close" },
  });
  await body.dump();
  return statusCode;
}

/** Waits until ten replies in a row, from any of the workers, report this total of codes. */
async function untilAllReport(running: RunningService, total: number): Promise<void> {
  await until(async () => {
    for (let times = 0; times < 10; times++) {
      const { requests } = await metricsOf(running);
      const reported = requests.sinceStart.operations.codes?.total ?? 0;
      expect(reported).toBeLessThanOrEqual(total);
      if (reported < total) return false;
    }
    return true;
  });
}

describeTransports("workers on %s", (transport) => {
  const start = async () => {
    service = await startServing(["--workers", `${WORKERS}`, "--transport", transport]);
    return service;
  };

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
    const { service, process } = await metricsOf(running);
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
    const folder = mkdtempSync(join(tmpdir(), "mapcoded-workers-"));
    const kill = killer(folder);
    const args = ["--workers", `${WORKERS}`, "--transport", transport];
    const running = await startServing(args, kill.env);
    service = running;
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
    rmSync(folder, { recursive: true });
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
    const sockets = Array.from({ length: 20 }, () =>
      connect(Number(new URL(running.address).port), HOST),
    );
    const ends = sockets.map((socket) => {
      socket.on("error", () => {});
      socket.resume();
      socket.write("GET /mapcode/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return new Promise((resolve) => socket.once("close", resolve));
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    process.kill(victim, "SIGKILL");
    let open = sockets.length;
    for (const end of ends) end.then(() => open--);
    await expect.poll(() => open).toBe(0);
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("report connections without a request, also those of workers that are idle", async () => {
    const running = await start();
    const CONNECTIONS = 30;
    for (let count = 0; count < CONNECTIONS; count++) {
      const socket = connect(Number(new URL(running.address).port), HOST);
      await once(socket, "connect");
      socket.end();
      await once(socket.resume(), "close");
    }
    const reader = new Client(new URL(running.address).origin);
    await until(async () => {
      const accepted = await sampleOf(running, "mapcoded_connections_accepted_total", reader);
      return accepted === CONNECTIONS + 1;
    });
    await reader.close();
    expect(await running.stop("SIGTERM")).toEqual([0, null]);
  });

  it("end when the primary process is killed", async () => {
    const running = await start();
    const workers = childrenOf(running.child.pid as number);
    await running.stop("SIGKILL");
    await until(() => !workers.some(isAlive));
  });
});
