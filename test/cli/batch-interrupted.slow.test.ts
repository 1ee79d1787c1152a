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
  writeFileSync,
} from "node:fs";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { pointLines, runWith, summaryIn } from "./batch-files.ts";
import { listenTo, MAIN, run, start } from "./command.ts";

const folder = createFolder();
/** About twenty tasks. */
const lines = pointLines(400_000);
/** More than pipes and incomplete blocks can hold. */
const PART_BYTES = 1 << 20;
const MAX_PARTS = 100;

function savedTasks(output: string): number {
  const path = `${output}.resume`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { tasks: number }).tasks : 0;
}

/** Feeds the command until it has saved a checkpoint with some tasks, and then sends a signal. */
async function interrupt(args: readonly string[], output: string, signal: NodeJS.Signals) {
  const child = start([...args, "-o", output]);
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
  return { code, by, err: said.err };
}

/** Prints a line when the command listens to signals. Before that, a signal ends it like any program. */
const PRINT_LISTENING = `--import=data:text/javascript,${encodeURIComponent(
  'process.on("newListener", (name) => name === "SIGTERM" && console.error("listens"));',
)}`;

const CASES = [
  ["SIGKILL", "txt"],
  ["SIGKILL", "json.gz"],
  ["SIGINT", "csv"],
  ["SIGTERM", "ndjson.gz"],
] as const;

describe("a batch that is interrupted", () => {
  it.each(
    CASES,
  )("by %s and resumed has the bytes of an uninterrupted one: %s", async (signal, extension) => {
    const output = folder.path(`${signal}.${extension}`);
    const whole = folder.path(`${signal}-whole.${extension}`);
    const args = ["encode", "--workers", "2"];
    const { code, by, err } = await interrupt(args, output, signal);
    if (signal === "SIGKILL") {
      expect({ code, by, err }).toEqual({ code: null, by: signal, err: "" });
    } else {
      const line = `Stopped by ${signal}. The progress is in ${output}.resume. Use --resume to continue.\n`;
      expect({ code, by, err }).toEqual({
        code: signal === "SIGINT" ? 130 : 143,
        by: null,
        err: line,
      });
    }
    expect(statSync(output).size).toBeGreaterThan(0);
    const resumed = await runWith(lines, ["encode", "--resume", "-o", output]);
    expect(resumed).toMatchObject({ code: 0, out: "" });
    expect(summaryIn(resumed.err)).toBe(
      "400000 rows: 400000 converted, 0 failed, N rows/s, local mapcodes: by borders",
    );
    await runWith(lines, ["encode", "--workers", "1", "-o", whole]);
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("by a signal leaves complete rows, compressed or not", async () => {
    const output = folder.path("rows.txt.gz");
    await interrupt(["encode"], output, "SIGINT");
    const text = gunzipSync(readFileSync(output)).toString();
    const rows = text.split("\n");
    expect(rows.pop()).toBe("");
    expect(rows.map((row) => `${row.split("\t")[0]}\n`).join("")).toBe(
      lines.slice(
        0,
        rows.map((row) => row.indexOf("\t") + 1).reduce((sum, length) => sum + length, 0),
      ),
    );
    expect(rows.every((row) => row.split("\t").length === 4)).toBe(true);
  });

  it("is not resumed with other inputs or options, and starts over with --force", async () => {
    const output = folder.path("changed.txt");
    await interrupt(["encode"], output, "SIGINT");
    const written = readFileSync(output);
    const changed = `1${lines.slice(1)}`;
    expect(await runWith(changed, ["encode", "--resume", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The inputs differ from those that '${output}' was started with. Use the same inputs, or --force instead of --resume to start over.\n`,
    });
    expect((await runWith("1 2\n", ["encode", "--resume", "-o", output])).code).toBe(1);
    expect(await runWith(lines, ["encode", "--resume", "-p", "1", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The file '${output}' was started in another way: option --precision was 0 and is 1. Repeat the command as it was, or use --force instead of --resume to start over.\n`,
    });
    expect(readFileSync(output).equals(written)).toBe(true);
    expect((await runWith("1 2\n", ["encode", "--force", "-q", "-o", output])).code).toBe(0);
    expect(readFileSync(output, "utf8")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("is resumed by any name of its output, and says which file and which version differ", async () => {
    const output = folder.path("linked.txt");
    const link = folder.path("link.txt");
    symlinkSync("linked.txt", link);
    const input = folder.write("linked-in.txt", lines);
    await interrupt(["encode"], output, "SIGINT");
    const other = folder.write("other-in.txt", `${lines}1 2\n`);
    const resumed = async (from: string) => run(["encode", from, "-q", "--resume", "-o", link]);
    expect((await resumed(other)).err).toContain(
      `was started in another way: number of bytes of the input was "unknown" and is ${lines.length + 4}.`,
    );
    const checkpoint = readFileSync(`${output}.resume`, "utf8");
    writeFileSync(
      `${output}.resume`,
      checkpoint.replace(/("version of mapcoded":)"[^"]*"/, '$1"0.0.9"'),
    );
    expect((await runWith(lines, ["encode", "--resume", "-o", link])).err).toMatch(
      /another way: version of mapcoded was "0\.0\.9" and is "\d+\.\d+\.\d+"\./,
    );
    writeFileSync(`${output}.resume`, checkpoint);
    expect((await runWith(lines, ["encode", "-q", "--resume", "-o", link])).code).toBe(0);
    const { out } = await run(["encode", input, "--to", "plain"]);
    expect(readFileSync(output, "utf8")).toBe(out);
  });

  it("is not resumed when its output has become shorter", async () => {
    const output = folder.path("gone.txt");
    await interrupt(["encode"], output, "SIGINT");
    const { size } = statSync(output);
    truncateSync(output, 10);
    expect(await runWith(lines, ["encode", "--resume", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The file '${output}' has 10 bytes, but ${size} had been written before the interruption. Use --force instead of --resume to start over.\n`,
    });
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
    expect((await run(["encode", input, "--strict", "-o", output])).code).toBe(1);
    const names = "lat,lon,territory,mapcode,international,error\n";
    expect(readFileSync(output, "utf8")).toBe(`${names}0,-30,,,HDX7Y.F0MG,\n`);
    expect((await run(["encode", input, "--resume", "-o", output])).code).toBe(0);
    expect((await run(["encode", input, "-q"])).out).toBe(readFileSync(output, "utf8"));
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
    expect(await run(["encode", input, "-o", "/dev/full"])).toEqual({
      code: 1,
      out: "",
      err: "The file '/dev/full' cannot be written: no space left on device.\n",
    });
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
