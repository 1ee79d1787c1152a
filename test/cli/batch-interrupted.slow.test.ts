import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { pointLines, savedTasks, summaryIn } from "./batch-files.ts";
import { listenTo, MAIN, start } from "./command.ts";
import { failureOf, mapcoded, outputOf, piped } from "./command-lines.ts";

const folder = createFolder();
/** About twenty tasks. */
const lines = pointLines(400_000);
/** More than pipes and incomplete blocks can hold. */
const PART_BYTES = 1 << 20;
const MAX_PARTS = 100;

/** Feeds the command until it has saved a checkpoint with some tasks, and then sends a signal. */
async function interrupt(
  output: string,
  signal: NodeJS.Signals = "SIGINT",
  ...args: readonly string[]
) {
  const child = start(["encode", "-o", output, ...args]);
  const said = listenTo(child);
  child.stdin?.on("error", () => {});
  const closed = once(child, "close");
  for (let at = 0; savedTasks(output) === 0; at += PART_BYTES) {
    // Input is never ended here, so that a busy machine only waits longer.
    if (at >= MAX_PARTS * PART_BYTES) throw new Error("No checkpoint was saved.");
    if (at < lines.length) child.stdin?.write(lines.slice(at, at + PART_BYTES));
    // Checkpoints are saved at most twice a second, after a task.
    await setTimeout(300);
  }
  child.kill(signal);
  const [code, by] = await closed;
  return [code, by, said.err];
}

/** Prints a line when the command listens to signals. Before that, a signal ends it like any program. */
const PRINT_LISTENING = `--import=data:text/javascript,${encodeURIComponent(
  'process.on("newListener", (name) => name === "SIGTERM" && console.error("listens"));',
)}`;

/** What a signal ends the command with; none can handle SIGKILL. */
const EXIT_CODES = { SIGKILL: null, SIGINT: 130, SIGTERM: 143 } as const;

describe("a batch that is interrupted", () => {
  it.each([
    ["SIGKILL", "txt"],
    ["SIGKILL", "json.gz"],
    ["SIGINT", "csv"],
    ["SIGTERM", "ndjson.gz"],
  ] as const)("by %s and resumed has the bytes of another: %s", async (signal, extension) => {
    const output = folder.path(`${signal}.${extension}`);
    const whole = folder.path(`${signal}-whole.${extension}`);
    const code = EXIT_CODES[signal];
    const line = `Stopped by ${signal}. The progress is in ${output}.resume. Use --resume to continue.\n`;
    expect(await interrupt(output, signal, "--workers", "2")).toEqual(
      code === null ? [null, signal, ""] : [code, null, line],
    );
    expect(statSync(output).size).toBeGreaterThan(0);
    const resumed = await piped(lines)`encode --resume -o ${output}`;
    expect(resumed).toMatchObject({ code: 0, out: "" });
    expect(summaryIn(resumed.err)).toBe(
      "400000 rows: 400000 converted, 0 failed, N rows/s, local mapcodes: by borders",
    );
    await piped(lines)`encode --workers 1 -o ${whole}`;
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("by a signal leaves complete rows, compressed or not", async () => {
    const output = folder.path("rows.txt.gz");
    await interrupt(output);
    const rows = gunzipSync(readFileSync(output)).toString().split("\n");
    expect(rows.pop()).toBe("");
    expect(rows.every((row) => row.split("\t").length === 4)).toBe(true);
    const points = rows.map((row) => `${row.split("\t")[0]}\n`).join("");
    expect(lines.startsWith(points)).toBe(true);
  });

  it("is not resumed with other inputs or options, and starts over with --force", async () => {
    const output = folder.path("changed.txt");
    await interrupt(output);
    const written = readFileSync(output);
    const changed = `1${lines.slice(1)}`;
    expect(await failureOf(piped(changed)`encode --resume -o ${output}`)).toBe(
      `1: The inputs differ from those that '${output}' was started with. Use the same inputs, or --force instead of --resume to start over.`,
    );
    expect((await piped("1 2\n")`encode --resume -o ${output}`).code).toBe(1);
    expect(await failureOf(piped(lines)`encode --resume -p 1 -o ${output}`)).toBe(
      `1: The file '${output}' was started in another way: option --precision was 0 and is 1. Repeat the command as it was, or use --force instead of --resume to start over.`,
    );
    expect(readFileSync(output).equals(written)).toBe(true);
    expect((await piped("1 2\n")`encode --force -q -o ${output}`).code).toBe(0);
    expect(folder.read("changed.txt")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("is resumed by any name of its output, and says which file and which version differ", async () => {
    const output = folder.path("linked.txt");
    const link = folder.path("link.txt");
    symlinkSync("linked.txt", link);
    const input = folder.write("linked-in.txt", lines);
    await interrupt(output);
    const other = folder.write("other-in.txt", `${lines}1 2\n`);
    const resumed = async (from: string) => mapcoded`encode ${from} -q --resume -o ${link}`;
    expect((await resumed(other)).err).toContain(
      `was started in another way: number of bytes of the input was "unknown" and is ${lines.length + 4}.`,
    );
    const checkpoint = folder.read("linked.txt.resume");
    const version = /("version of mapcoded":)"[^"]*"/;
    folder.write("linked.txt.resume", checkpoint.replace(version, '$1"0.0.9"'));
    expect((await piped(lines)`encode --resume -o ${link}`).err).toMatch(
      /another way: version of mapcoded was "0\.0\.9" and is "\d+\.\d+\.\d+"\./,
    );
    folder.write("linked.txt.resume", checkpoint);
    expect((await piped(lines)`encode -q --resume -o ${link}`).code).toBe(0);
    expect(folder.read("linked.txt")).toBe((await mapcoded`encode ${input} --to plain`).out);
  });

  it("is not resumed when its output has become shorter", async () => {
    const output = folder.path("gone.txt");
    await interrupt(output);
    const { size } = statSync(output);
    truncateSync(output, 10);
    expect(await failureOf(piped(lines)`encode --resume -o ${output}`)).toBe(
      `1: The file '${output}' has 10 bytes, but ${size} had been written before the interruption. Use --force instead of --resume to start over.`,
    );
  });

  it("before its first row has arrived ends at once", async () => {
    const child = start(["encode", "--from", "csv"], { NODE_OPTIONS: PRINT_LISTENING });
    let err = "";
    child.stderr?.on("data", (data) => {
      err += data;
      if (err === "listens\n") child.kill("SIGINT");
    });
    expect(await once(child, "close")).toEqual([130, null]);
    expect(err).toBe("listens\nStopped by SIGINT.\n");
  });

  it("by an error does not wait for the rest of its input", async () => {
    const output = folder.write("there.txt", "");
    const child = start(["encode", "-o", output]);
    const closed = once(child, "close");
    child.stdin?.write("1 2\n");
    expect(await closed).toEqual([1, null]);
    child.stdin?.destroy();
  });

  it("by a bad row is resumed without --strict", async () => {
    const input = folder.write("bad.csv", "lat,lon\n0,-30\nx,1\n1,2\n");
    const output = folder.path("bad-coded.csv");
    expect((await mapcoded`encode ${input} --strict -o ${output}`).code).toBe(1);
    const names = "lat,lon,territory,mapcode,international,error\n";
    expect(folder.read("bad-coded.csv")).toBe(`${names}0,-30,,,HDX7Y.F0MG,\n`);
    expect((await mapcoded`encode ${input} --resume -o ${output}`).code).toBe(0);
    expect(await outputOf(mapcoded`encode ${input} -q`)).toBe(folder.read("bad-coded.csv"));
  });
});

describe("an output", () => {
  it("that its reader closes, as head does, ends the batch silently, like SIGPIPE", async () => {
    const input = folder.write("many.txt", lines);
    const command = `set -o pipefail; "${process.execPath}" "${MAIN}" encode "${input}" | head -1`;
    const child = spawn("bash", ["-c", command]);
    const said = listenTo(child);
    const [code] = await once(child, "close");
    const [first = ""] = lines.split("\n");
    expect({ code, err: said.err }).toEqual({ code: 141, err: "" });
    expect(said.out.startsWith(`${first}\t`)).toBe(true);
  });

  it.runIf(existsSync("/dev/full"))("on a full disk is reported in one line", async () => {
    const input = folder.write("few.txt", "1 2\n");
    expect(await failureOf(mapcoded`encode ${input} -o /dev/full`)).toBe(
      "1: The file '/dev/full' cannot be written: no space left on device.",
    );
    for (const args of [
      ["encode", input],
      ["encode", "1", "2"],
    ]) {
      const full = openSync("/dev/full", "w");
      const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", full, "pipe"] });
      closeSync(full);
      const said = listenTo(child);
      const [code] = await once(child, "close");
      const line = "Standard output cannot be written: no space left on device.\n";
      expect({ code, err: said.err }).toEqual({ code: 1, err: line });
    }
  });
});
