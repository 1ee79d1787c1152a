import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAIN } from "../cli/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sampleOf, statusOf } from "./running-services.ts";

const root = temporaryFolder();

/** A pipe that is read only when the test reads it. */
function createPipe() {
  const path = join(mkdtempSync(join(root, "log-")), "pipe");
  execFileSync("mkfifo", [path]);
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  const bytes = Buffer.alloc(1 << 16);
  return {
    writeEnd,
    /** Returns what is in the pipe. */
    read(): string {
      let text = "";
      try {
        for (;;) {
          const length = readSync(readEnd, bytes);
          if (length === 0) return text;
          text += bytes.toString("utf8", 0, length);
        }
      } catch {
        return text;
      }
    },
    close: () => closeSync(readEnd),
  };
}

async function startWithPipe(args: readonly string[]) {
  const pipe = createPipe();
  const child = spawn(process.execPath, [MAIN, "serve", "--port", "0", ...args], {
    stdio: ["ignore", pipe.writeEnd, "inherit"],
  });
  closeSync(pipe.writeEnd);
  let output = "";
  /** Reads until the output has this pattern. */
  const says = async (pattern: RegExp) => {
    await expect
      .poll(() => {
        output += pipe.read();
        return output;
      })
      .toMatch(pattern);
    return output;
  };
  const started = await says(/Stop: ctrl-C/);
  const address = /http:\/\/[^\s"]+(?= \()/.exec(started)?.[0] ?? "";
  return { pipe, child, says, address };
}

/** More long lines than pipe and buffers hold. */
const REQUESTS = 2_500;
const PATH = `status?${"long".repeat(300)}`;

async function flood(address: string): Promise<void> {
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) {
      expect(await statusOf(`${address}/${PATH}`)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
}

describe.each([
  ["uws", 1],
  ["uws", 2],
  ["node", 1],
] as const)("a service on %s with %i workers whose log nobody reads", (transport, workers) => {
  const args = [
    "--transport",
    `${transport}`,
    "--workers",
    `${workers}`,
    "--access-log",
    "combined",
  ];

  it("answers and stops, counts the lines that are lost, and mixes no lines", async () => {
    const { pipe, child, says, address } = await startWithPipe(args);
    await flood(address);
    const lost = () => sampleOf({ address }, "mapcoded_log_lines_dropped_total");
    await expect.poll(lost).toBeGreaterThan(0);
    const output = await says(/(?:[^\n]*GET \/mapcode\/status[^\n]*\n){500}/);
    const lines = output
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.includes("long"));
    expect(lines.length).toBeGreaterThan(500);
    for (const line of lines) {
      expect(line).toMatch(
        /^[\d.]+ - - \[.*\] "GET \/mapcode\/status\?(long){300} HTTP\/1\.1" .{5,}$/,
      );
    }
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    pipe.close();
  });

  it("answers when the reader has ended", async () => {
    const { pipe, child, address } = await startWithPipe(args);
    pipe.close();
    expect(await statusOf(`${address}/status`)).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
