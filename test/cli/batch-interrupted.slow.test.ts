import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createFolder, pointLines, runWith } from "./batch-files.ts";
import { MAIN, run, start } from "./command.ts";

const folder = createFolder();
/** Some twenty pieces. */
const lines = pointLines(400_000);
/** More than what waits in pipes and in pieces that are not full. */
const PART_BYTES = 1 << 20;

function piecesSaved(output: string): number {
  const path = `${output}.resume`;
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as { pieces: number }).pieces
    : 0;
}

/** Feeds the command until it has noted some pieces as written, and then sends a signal. */
async function interrupt(args: readonly string[], output: string, signal: NodeJS.Signals) {
  const child = start([...args, "-o", output]);
  let err = "";
  child.stderr?.on("data", (data) => {
    err += data;
  });
  child.stdin?.on("error", () => {});
  const closed = once(child, "close");
  for (let at = 0; piecesSaved(output) === 0; at += PART_BYTES) {
    if (at >= lines.length) throw new Error("Nothing was noted as written.");
    child.stdin?.write(lines.slice(at, at + PART_BYTES));
    // Progress is noted now and then, with the next piece.
    await setTimeout(300);
  }
  child.kill(signal);
  const [code, by] = await closed;
  return { code, by, err };
}

/** Tells when the command heeds signals; before that one ends it as any other program. */
const TELL_LISTENING = `--import=data:text/javascript,${encodeURIComponent(
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
  )("by %s ends, resumed, with the bytes of an uninterrupted one: %s", async (signal, extension) => {
    const output = folder.path(`${signal}.${extension}`);
    const whole = folder.path(`${signal}-whole.${extension}`);
    const args = ["encode", "--workers", "2"];
    const { code, by, err } = await interrupt(args, output, signal);
    if (signal === "SIGKILL") {
      expect({ code, by, err }).toEqual({ code: null, by: signal, err: "" });
    } else {
      const line = `Stopped by ${signal}. ${output}.resume says how far it is; --resume goes on.\n`;
      expect({ code, by, err }).toEqual({
        code: signal === "SIGINT" ? 130 : 143,
        by: null,
        err: line,
      });
    }
    expect(statSync(output).size).toBeGreaterThan(0);
    const resumed = await runWith(lines, ["encode", "--resume", "-o", output]);
    expect(resumed).toMatchObject({ code: 0, out: "" });
    expect(resumed.err).toMatch(/^400000 rows: 400000 answered, 0 refused, \d+ rows\/s\n$/);
    await runWith(lines, ["encode", "--workers", "1", "-o", whole]);
    expect(readFileSync(output).equals(readFileSync(whole))).toBe(true);
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("by a signal leaves complete rows, also compressed ones", async () => {
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

  it("is not resumed with another input or other options, and begun anew when forced", async () => {
    const output = folder.path("changed.txt");
    await interrupt(["encode"], output, "SIGINT");
    const written = readFileSync(output);
    const changed = `1${lines.slice(1)}`;
    expect(await runWith(changed, ["encode", "--resume", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The inputs are not those that '${output}' was begun with; --resume wants the same, --force begins anew.\n`,
    });
    expect((await runWith("1 2\n", ["encode", "--resume", "-o", output])).code).toBe(1);
    expect(await runWith(lines, ["encode", "--resume", "-p", "1", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The file '${output}' was begun with other options, inputs of other sizes or another version of mapcoded; --resume wants the same, --force begins anew.\n`,
    });
    expect(readFileSync(output).equals(written)).toBe(true);
    expect((await runWith("1 2\n", ["encode", "--force", "-q", "-o", output])).code).toBe(0);
    expect(readFileSync(output, "utf8")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(existsSync(`${output}.resume`)).toBe(false);
  });

  it("is not resumed when what was written is not there any more", async () => {
    const output = folder.path("gone.txt");
    await interrupt(["encode"], output, "SIGINT");
    const { size } = statSync(output);
    truncateSync(output, 10);
    expect(await runWith(lines, ["encode", "--resume", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The file '${output}' has 10 bytes; expected the ${size} that were written before it was interrupted.\n`,
    });
  });

  it("before its first row has come ends as well", async () => {
    const child = start(["encode", "--from", "csv"], { NODE_OPTIONS: TELL_LISTENING });
    let err = "";
    child.stderr?.on("data", (data) => {
      err += data;
      if (err === "listens\n") child.kill("SIGINT");
    });
    expect(await once(child, "close")).toEqual([130, null]);
    expect(err).toBe("listens\nStopped by SIGINT.\n");
  });

  it("by what it cannot do does not wait for the rest of its input", async () => {
    const output = folder.write("there.txt", "");
    const child = start(["encode", "-o", output]);
    const closed = once(child, "close");
    child.stdin?.write("1 2\n");
    expect(await closed).toEqual([1, null]);
    child.stdin?.destroy();
  });

  it("because a row was bad goes on without --strict", async () => {
    const input = folder.write("bad.csv", "lat,lon\n0,-30\nx,1\n1,2\n");
    const output = folder.path("bad-coded.csv");
    expect((await run(["encode", input, "--strict", "-o", output])).code).toBe(1);
    const names = "lat,lon,territory,mapcode,international,error\n";
    expect(readFileSync(output, "utf8")).toBe(`${names}0,-30,,,HDX7Y.F0MG,\n`);
    expect((await run(["encode", input, "--resume", "-o", output])).code).toBe(0);
    expect((await run(["encode", input, "-q"])).out).toBe(readFileSync(output, "utf8"));
  });
});

describe("an output that ends", () => {
  it("early, as under head, ends the batch in silence", async () => {
    const input = folder.write("many.txt", lines);
    const command = `set -o pipefail; "${process.execPath}" "${MAIN}" encode "${input}" | head -1`;
    const child = spawn("bash", ["-c", command]);
    let out = "";
    let err = "";
    child.stdout.on("data", (data) => {
      out += data;
    });
    child.stderr.on("data", (data) => {
      err += data;
    });
    const [code] = await once(child, "close");
    const [first = ""] = lines.split("\n");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.startsWith(`${first}\t`)).toBe(true);
  });

  it.runIf(existsSync("/dev/full"))("because the disk is full is told in one line", async () => {
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
      let err = "";
      child.stderr?.on("data", (data) => {
        err += data;
      });
      const [code] = await once(child, "close");
      const line = "Standard output cannot be written: no space left on device.\n";
      expect({ code, err }).toEqual({ code: 1, err: line });
    }
  });
});
