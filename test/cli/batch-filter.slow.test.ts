import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { createFolder, pointLines, runWith, summaryIn, withoutRate } from "./batch-files.ts";
import { MAIN, start } from "./command.ts";

const folder = createFolder();

describe("the command as a filter", () => {
  it.each([
    ["plain", "1 2", "1 2\t\t\tHHNFC.7V5X"],
    [
      "ndjson",
      "[1,2]",
      '{"row":[1,2],"territory":null,"mapcode":null,"international":"HHNFC.7V5X"}',
    ],
  ])("converts each line of %s before the next one arrives", async (format, line, result) => {
    const child = start(["encode", "--from", format, "--quiet"]);
    const closed = once(child, "close");
    const results = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    for (let turn = 0; turn < 20; turn++) {
      child.stdin?.write(`${line}\n`);
      expect(await once(results, "line")).toEqual([result]);
    }
    child.stdin?.end();
    expect(await closed).toEqual([0, null]);
  });

  it("converts a line that arrives in several parts", async () => {
    const child = start(["decode", "--quiet"]);
    const results = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    for (const part of ["NL", "D 49.", "4V\nVHXGB"]) {
      child.stdin?.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await once(results, "line")).toEqual(["NLD 49.4V\t52.37651400000124\t4.908543375"]);
    const closed = once(child, "close");
    child.stdin?.end(".1J9J");
    expect(await once(results, "line")).toEqual(["VHXGB.1J9J\t52.376504\t4.908535499999999"]);
    expect(await closed).toEqual([0, null]);
  });
});

const hasParallel = spawnSync("parallel", ["--version"]).status === 0;
// Continuous integration installs it, and fails without it.
const isRun = hasParallel || process.env.CI !== undefined;

describe("under GNU parallel", () => {
  const title = isRun
    ? "many commands give the output of one"
    : "NOT TESTED: GNU parallel is missing (apt-get install parallel)";
  it.runIf(isRun)(title, async () => {
    const input = folder.write("parallel.txt", pointLines(200_000));
    const mapcoded = `${process.execPath} ${MAIN} encode --quiet --workers 1`;
    const args = ["--pipe", "--block", "1M", "-k", mapcoded];
    const child = spawn("parallel", args, { stdio: ["pipe", "pipe", "inherit"] });
    createReadStream(input).pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on("data", (data: Buffer) => parts.push(data));
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    const single = execFileSync(process.execPath, [MAIN, "encode", input, "--quiet"], {
      maxBuffer: 1 << 28,
    });
    expect(Buffer.concat(parts).equals(single)).toBe(true);
  });
});

/** Prints the peak memory on standard error when the command ends. */
const PRINT_MEMORY = `--import=data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.error("kB " + process.resourceUsage().maxRSS));',
)}`;

async function feed(times: number, part: string) {
  const child = start(["encode", "--workers", "2"], { NODE_OPTIONS: PRINT_MEMORY });
  let err = "";
  let lines = 0;
  child.stderr?.on("data", (data) => {
    err += data;
  });
  child.stdout?.on("data", (data: Buffer) => {
    for (const byte of data) if (byte === 10) lines++;
  });
  for (let time = 0; time < times; time++) {
    if (!child.stdin?.write(part)) await once(child.stdin as NodeJS.WritableStream, "drain");
  }
  child.stdin?.end();
  const [code] = await once(child, "close");
  const kilobytes = Math.max(...Array.from(err.matchAll(/^kB (\d+)$/gm), ([, kB]) => Number(kB)));
  return { code, lines, summary: summaryIn(err), kilobytes };
}

describe("the memory of a batch", () => {
  it("stays under 200 MB for millions of rows", async () => {
    const { kilobytes, ...rest } = await feed(30, pointLines(100_000));
    expect(rest).toEqual({
      code: 0,
      lines: 3_000_000,
      summary: "3000000 rows: 3000000 converted, 0 failed, N rows/s",
    });
    expect(kilobytes).toBeGreaterThan(10_000);
    expect(kilobytes).toBeLessThan(200_000);
  });
});

describe("standard input", () => {
  it("may be empty", async () => {
    const { code, out, err } = await runWith("", ["encode", "-"]);
    const summary = "0 rows: 0 converted, 0 failed, N rows/s\n";
    expect({ code, out, err: withoutRate(err) }).toEqual({ code: 0, out: "", err: summary });
  });
});
