/** A log that nobody reads. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MAIN } from "../cli/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { isAvailable } from "../support/transports.ts";
import { until } from "../support/until.ts";
import { sampleOf, statusOf } from "./running-services.ts";

const root = temporaryFolder();

/** Starts a service whose log is a pipe that is read only when the test reads it. */
async function startWithPipe(transport: string, workers: number) {
  const path = join(mkdtempSync(join(root, "log-")), "pipe");
  execFileSync("mkfifo", [path]);
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  const options = ["--transport", transport, "--workers", `${workers}`, "--access-log", "combined"];
  const child = spawn(process.execPath, [MAIN, "serve", "--port", "0", ...options], {
    stdio: ["ignore", writeEnd, "inherit"],
  });
  closeSync(writeEnd);
  const bytes = Buffer.alloc(1 << 16);
  let output = "";
  /** Reads until the output has so many lines with a text. */
  async function says(count: number, text: string): Promise<string> {
    await until(() => {
      try {
        for (let length = 1; length > 0; ) {
          length = readSync(readEnd, bytes);
          output += bytes.toString("utf8", 0, length);
        }
      } catch {
        // Nothing to read yet.
      }
      return output.split(text).length > count;
    });
    return output;
  }
  const started = await says(1, "Stop: ctrl-C");
  const address = /http:\/\/[^\s"]+(?= \()/.exec(started)?.[0] ?? "";
  return { readEnd, child, says, address };
}

/** More long lines than pipe and buffers hold. */
const REQUESTS = 2_500;
const PATH = `status?${"long".repeat(300)}`;
const LINE = /^[\d.]+ - - \[.*\] "GET \/mapcode\/status\?(long){300} HTTP\/1\.1" .{5,}$/;

it.each([
  ["uws", 1],
  ["uws", 2],
  ["node", 1],
] as const)("a service on %s with %i workers whose log nobody reads answers and stops, counts the lines that are lost, and mixes no lines", async (transport, workers) => {
  if (!isAvailable(transport)) return;
  const { readEnd, child, says, address } = await startWithPipe(transport, workers);
  let left = REQUESTS;
  const clients = Array.from({ length: 32 }, async () => {
    while (left-- > 0) expect(await statusOf(`${address}/${PATH}`)).toBe(200);
  });
  await Promise.all(clients);
  const lost = () => sampleOf({ address }, "mapcoded_log_lines_dropped_total");
  await until(async () => (await lost()) > 0);
  const output = await says(500, "GET /mapcode/status");
  const lines = output.split("\n").slice(0, -1);
  for (const line of lines.filter((one) => one.includes("long"))) expect(line).toMatch(LINE);
  // The reader ends.
  closeSync(readEnd);
  expect(await statusOf(`${address}/status`)).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
