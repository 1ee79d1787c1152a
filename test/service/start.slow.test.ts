import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { MAIN, untilServing } from "../cli/command.ts";
import { isAvailable } from "../support/transports.ts";
import { statusOf } from "./running-services.ts";

/** Writes on standard error what a service has loaded, and the committed bytes of V8's young generation. */
const TELL_AT_EXIT = `data:text/javascript,
  import { getHeapSpaceStatistics } from "node:v8";
  process.on("exit", () => {
    const modules = process.moduleLoadList;
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.error("at exit: " + JSON.stringify({ modules, youngBytes: young.space_size }));
  });`;

/** Starts a service on uWebSockets.js, requests codes, and stops it. */
async function serveOnce(flags: readonly string[], count: number) {
  const args = ["--import", TELL_AT_EXIT, ...flags, MAIN, "serve", "--port", "0"];
  const service = await untilServing(spawn(process.execPath, args));
  // Clients at the same time, as V8 shrinks the heap of an idle process.
  const clients = Array.from({ length: Math.min(count, 20) }, async (_, index) => {
    for (let sent = index; sent < count; sent += 20) {
      expect(await statusOf(`${service.address}/codes/52.376514,4.9?include=offset`)).toBe(200);
    }
  });
  await Promise.all(clients);
  await service.stop("SIGTERM");
  const [, told = ""] = /^at exit: (.*)$/m.exec(service.output()) ?? [];
  return JSON.parse(told) as { readonly modules: readonly string[]; readonly youngBytes: number };
}

const MIB = 2 ** 20;

it.skipIf(!isAvailable("uws"))(
  "a service loads nothing of Node for HTTP, TLS, compression and threads before it is needed",
  async () => {
    const { modules } = await serveOnce([], 1);
    expect(modules).toContain("NativeModule net");
    for (const name of ["http", "https", "tls", "crypto", "zlib", "cluster", "worker_threads"]) {
      expect(modules, name).not.toContain(`NativeModule ${name}`);
    }
  },
);

it.skipIf(!isAvailable("uws"))(
  "a service keeps the young generation at the size of its start, unless Node is told another one",
  async () => {
    // The start has it grow to 1 or 2 MB twice.
    expect((await serveOnce([], 2_000)).youngBytes).toBeLessThanOrEqual(4 * MIB);
    const growing = await serveOnce(["--semi-space-growth-factor=2"], 2_000);
    expect(growing.youngBytes).toBeGreaterThan(4 * MIB);
  },
);
