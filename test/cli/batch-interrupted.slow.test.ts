/** Batches that are killed, stopped, or out of space: the output file is complete, or unchanged. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { listenTo, MAIN, start } from "./command.ts";
import { failureOf, mapcoded, outputOf, piped, pointLines, words } from "./command-lines.ts";

const folder = createFolder();
const lines = pointLines(150_000);
const input = folder.write("points.txt", lines);

/** The sizes of the temporary files of an output. */
function temporarySizes(output: string): readonly number[] {
  const names = readdirSync(dirname(output)).filter((name) => {
    return name.startsWith(`.${basename(output)}.`) && name.endsWith(".tmp");
  });
  return names.map((name) => statSync(`${dirname(output)}/${name}`).size);
}

/** Starts a batch, and returns when it has written rows and waits for more input. */
async function startedOn(output: string, ...args: readonly string[]): Promise<ChildProcess> {
  const child = start(["encode", "-o", output, ...args]);
  child.stdin?.on("error", () => {});
  child.stdin?.write(lines);
  await until(
    () => temporarySizes(output).some((size) => size > 0),
    () => "No rows were written.",
  );
  return child;
}

/** Whether a text is a prefix of the rows of all points, and ends with a complete row. */
function isBeginning(text: string): boolean {
  const points = text.replace(/\t.*/g, "");
  return text.endsWith("\n") && lines.startsWith(points);
}

describe("a batch that is killed", () => {
  it("leaves the old file, or none, or all rows, at whatever moment", async () => {
    const whole = await outputOf(mapcoded`encode ${input} -q`);
    for (let run = 0; run < 18; run++) {
      const hasOld = run % 2 === 0;
      const output = folder.path(`killed-${run}.txt`);
      if (hasOld) folder.write(`killed-${run}.txt`, "old\n");
      const child = start(words`encode ${input} --workers ${1 + (run % 3)} -q -f -o ${output}`);
      const closed = once(child, "close");
      // Most of these moments are within the run of about 1 s.
      await Promise.race([closed, setTimeout(Math.random() * 1200)]);
      child.kill("SIGKILL");
      await closed;
      const found = existsSync(output) ? readFileSync(output, "utf8") : undefined;
      const isRight = found === whole || found === (hasOld ? "old\n" : undefined);
      expect(isRight, `run ${run}: ${found?.length} bytes`).toBe(true);
    }
  });
});

/** Prints a line when the command listens to signals: before, a signal would end it like any program. */
const PRINT_LISTENING = `--import=data:text/javascript,${encodeURIComponent(
  'process.on("newListener", (name) => name === "SIGTERM" && console.error("listens"));',
)}`;

describe("a batch that is stopped", () => {
  it.each([
    ["SIGINT", 130, "csv"],
    ["SIGTERM", 143, "ndjson.gz"],
  ] as const)("by %s exits with %i, leaves its rows beside the output, and keeps an old file", async (signal, code, extension) => {
    const name = `${signal}.${extension}`;
    const output = folder.write(name, "old\n");
    const rejects = folder.path(`${signal}-rejects.csv`);
    const child = await startedOn(output, ...words`--to plain --force --rejects ${rejects}`);
    const said = listenTo(child);
    child.kill(signal);
    expect(await once(child, "close")).toEqual([code, null]);
    const partial = `${output}.partial`;
    expect(said.err).toBe(`Stopped by ${signal}. The rows so far are in ${partial}.\n`);
    const bytes = readFileSync(partial);
    expect(isBeginning(`${name.endsWith(".gz") ? gunzipSync(bytes) : bytes}`)).toBe(true);
    expect(folder.read(name)).toBe("old\n");
    // No row has failed.
    expect([rejects, `${rejects}.partial`].filter(existsSync)).toEqual([]);
    expect(temporarySizes(output)).toEqual([]);
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

  it("by a bad row leaves the rows before it, of the output and of the rejects", async () => {
    const bad = folder.write("bad.csv", "lat,lon\n0,-30\nx,1\n1,2\n");
    const output = folder.path("bad-coded.csv");
    const { code, err } = await mapcoded`encode ${bad} --strict -o ${output}`;
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(`degrees. The rows so far are in ${output}.partial.\n`),
    });
    const names = "lat,lon,territory,mapcode,international,error\n";
    expect(folder.read("bad-coded.csv.partial")).toBe(`${names}0,-30,,,HDX7Y.F0MG,\n`);
    const broken = folder.write("broken.csv", `lat,lon\nx,1\n0,-30\n"${"9,9\n".repeat(600_000)}`);
    const rejects = folder.path("broken-rejects.csv");
    const failed = await mapcoded`encode ${broken} -q -o ${output} --rejects ${rejects}`;
    expect(failed.code).not.toBe(0);
    expect(folder.read("broken-rejects.csv.partial")).toContain("x,1");
    expect([output, rejects].filter(existsSync)).toEqual([]);
  });

  it("by another one that was faster leaves its rows beside the output", async () => {
    const output = folder.path("both.txt");
    const rejects = folder.path("both-rejects.csv");
    const slow = await startedOn(output, ...words`-q --rejects ${rejects}`);
    const said = listenTo(slow);
    expect(await outputOf(piped("1 2\n")`encode -q -o ${output}`)).toBe("");
    slow.stdin?.end("x\n");
    expect(await once(slow, "close")).toEqual([1, null]);
    expect(said.err).toBe(
      `The file '${output}' now exists. Use --force to overwrite it. The rows so far are in ${output}.partial.\n`,
    );
    expect(folder.read("both.txt")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(folder.read("both.txt.partial").replace(/\t.*/g, "")).toBe(lines);
    // They were complete before.
    expect(folder.read("both-rejects.csv")).toMatch(/^standard input,150001,.*,"x"$/m);
  });
});

describe("an output", () => {
  it("that its reader closes, as head does, ends the batch silently, like SIGPIPE", async () => {
    const command = `set -o pipefail; "${process.execPath}" "${MAIN}" encode "${input}" | head -1`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command]);
    expect([status, `${stderr}`]).toEqual([141, ""]);
    expect(`${stdout}`.startsWith(`${lines.split("\n")[0]}\t`)).toBe(true);
  });

  it("that cannot become FILE.partial keeps its rows, and says where", async () => {
    const output = folder.path("strict.txt");
    mkdirSync(`${output}.partial`);
    const { code, err } = await piped("1 2\nx\n")`encode --strict -q -o ${output}`;
    const [, kept = ""] = /The rows so far are in (.*\.tmp)\.\n$/.exec(err) ?? [];
    expect([code, readFileSync(kept, "utf8")]).toEqual([1, "1 2\t\t\tHHNFC.7V5X\n"]);
  });

  it("that is a link leads to its file, and keeps its rights", async () => {
    const target = folder.write("linked.txt", "old\n");
    const link = folder.path("link.txt");
    symlinkSync("linked.txt", link);
    spawnSync("chmod", ["640", target]);
    expect(await outputOf(piped("1 2\n")`encode -q -f -o ${link}`)).toBe("");
    expect(folder.read("linked.txt")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(statSync(target).mode & 0o777).toBe(0o640);
  });

  it.runIf(existsSync("/dev/full"))("on a full disk is reported in one line", async () => {
    const few = folder.write("few.txt", "1 2\n");
    expect(await failureOf(mapcoded`encode ${few} -o /dev/full`)).toBe(
      "1: The file '/dev/full' cannot be written: no space left on device.",
    );
    for (const args of [few, "1 2"]) {
      const line = words`${process.execPath} ${MAIN} encode ${args.split(" ")}`;
      const { status, stderr } = spawnSync("sh", ["-c", 'exec "$@" > /dev/full', "sh", ...line]);
      const message = "Standard output cannot be written: no space left on device.\n";
      expect([status, `${stderr}`]).toEqual([1, message]);
    }
  });

  it("that finds no more space leaves the old file, and complete rows beside it", async () => {
    const output = folder.write("no-space.txt", "old\n");
    const line = words`${process.execPath} ${MAIN} encode ${input} -q -f --workers 2 -o ${output}`;
    const limited = ["-c", 'ulimit -f 4000; exec "$@"', "sh", ...line];
    const { status, stderr } = spawnSync("sh", limited);
    expect([status, `${stderr}`]).toEqual([
      1,
      `The file '${output}' cannot be written: file too large. The rows so far are in ${output}.partial.\n`,
    ]);
    expect(folder.read("no-space.txt")).toBe("old\n");
    const rows = folder.read("no-space.txt.partial");
    expect(rows.length).toBeGreaterThan(0);
    expect(isBeginning(rows)).toBe(true);
  });
});
