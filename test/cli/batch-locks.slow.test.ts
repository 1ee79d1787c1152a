import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { createFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { pointLines } from "./batch-files.ts";
import { MAIN, start } from "./command.ts";
import { failureOf, mapcoded, outputOf, piped, words } from "./command-lines.ts";

const folder = createFolder();
const lines = pointLines(60_000);

/** A run that has begun to write its output and waits for more input. */
async function startWriting(output: string) {
  const child = start(words`encode --workers 1 --quiet -o ${output}`);
  // It may be killed before it has read everything.
  child.stdin?.on("error", () => {});
  child.stdin?.write(lines);
  const isWriting = () => existsSync(`${output}.resume`) && readFileSync(output).length > 0;
  await until(isWriting, () => "The run does not begin to write.");
  return {
    pid: child.pid,
    async end() {
      child.stdin?.end(lines);
      return (await once(child, "close"))[0];
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

async function wholeOutput(): Promise<string> {
  return (await piped(lines + lines)`encode --quiet`).out;
}

describe("an output that a run writes", () => {
  it("is refused to others by any name, and gets the bytes of the first run only", async () => {
    const output = folder.path("shared.txt");
    const input = folder.write("other.txt", "1 2\n");
    const first = await startWriting(output);
    symlinkSync(output, folder.path("symlink.txt"));
    for (const line of [
      "shared.txt --force",
      "shared.txt --resume",
      "shared.txt",
      "symlink.txt --force",
    ]) {
      const [name, ...flags] = line.split(" ");
      const path = folder.path(name);
      expect(await failureOf(mapcoded`encode ${input} -o ${path} ${flags}`)).toBe(
        `1: Another run (pid ${first.pid}) is writing the file '${path}'. Wait until it has ended, or name another output.`,
      );
    }
    expect(await first.end()).toBe(0);
    expect(folder.read("shared.txt") === (await wholeOutput())).toBe(true);
    expect(existsSync(`${output}.lock`)).toBe(false);
  });

  it("keeps its bytes when a hard link to it is written over", async () => {
    const output = folder.path("linked.txt");
    const input = folder.write("short.txt", "1 2\n");
    const first = await startWriting(output);
    linkSync(output, folder.path("hard-link.txt"));
    const link = folder.path("hard-link.txt");
    expect(await outputOf(mapcoded`encode ${input} --quiet -o ${link} --force`)).toBe("");
    expect(await first.end()).toBe(0);
    expect(folder.read("hard-link.txt")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(folder.read("linked.txt") === (await wholeOutput())).toBe(true);
  });

  it("is free again when the run was killed", async () => {
    const output = folder.path("killed.txt");
    await (await startWriting(output)).kill();
    expect(existsSync(`${output}.lock`)).toBe(true);
    expect(await failureOf(piped(lines + lines)`encode -o ${output}`)).toBe(
      `1: The file '${output}' is the output of a run that was interrupted. Use --resume to continue it, or --force to start over.`,
    );
    // One of many that find the stale lock at the same time continues; the others see it, or come too late.
    const resume = () => piped(lines + lines)`encode --quiet --workers 1 --resume -o ${output}`;
    const runs = await Promise.all([resume(), resume(), resume(), resume()]);
    expect(runs.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, err } of runs) {
      if (code !== 0) expect(err).toMatch(/^Another run \(pid \d+\) is|there is nothing to resume/);
    }
    expect(folder.read("killed.txt") === (await wholeOutput())).toBe(true);
    expect(existsSync(`${output}.lock`)).toBe(false);
  });
});

describe("files beside an output that are not ours", () => {
  it.each([".resume", ".resume.new", ".lock"])("are never touched: %s", async (extension) => {
    const input = folder.write("one.txt", "1 2\n");
    const output = folder.path(`beside${extension}.txt`);
    const own = `${output}${extension}`;
    writeFileSync(own, "mine\n");
    for (const flags of [[], ["--force"], ["--resume"]]) {
      expect(await failureOf(mapcoded`encode ${input} -o ${output} ${flags}`)).toMatch(
        /^1: The file '.*' is not a (checkpoint|lock) of mapcoded, which needs that name\. Move the file, or name another output\.$/,
      );
      expect(readFileSync(own, "utf8")).toBe("mine\n");
      expect(existsSync(output)).toBe(false);
    }
    rmSync(own);
  });
});

/** Encodes with a limit of the size of each file, in blocks of 512 bytes, as a full disk has. */
function errorWithin(blocks: number, args: readonly string[]): string {
  const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const command = ["-c", limited, process.execPath, MAIN, "encode", ...args];
  const { status, stderr } = spawnSync("sh", command, { encoding: "utf8" });
  return `${status}: ${stderr}`;
}

describe("a disk without room", () => {
  const input = folder.write("full.txt", "1 2\n");
  const output = folder.path("full-coded.txt");
  it.each([
    ["lock of an output", 0, "", []],
    // A checkpoint has the options; a lock fits.
    ["part of a checkpoint", 1, ".resume", ["--null-text", "x".repeat(2000)]],
  ] as const)("keeps no %s", (_, blocks, extension, options) => {
    expect(errorWithin(blocks, [input, "-o", output, ...options])).toBe(
      `1: The file '${output}${extension}' cannot be written: file too large.\n`,
    );
    for (const added of [".lock", ".resume", ".resume.new"]) {
      expect(existsSync(`${output}${added}`)).toBe(false);
    }
  });
});

describe("an output that is an input", () => {
  it("is refused, also by another name and as standard output", async () => {
    const input = folder.write("both.txt", "1 2\n");
    linkSync(input, folder.path("both-linked.txt"));
    const path = folder.path("both-linked.txt");
    expect(await failureOf(mapcoded`encode ${input} -o ${path} --force`)).toBe(
      `2: The file '${path}' is an input and the output. Name another output.`,
    );
    const appended = openSync(input, "a");
    const stdio = ["ignore", appended, "pipe"] as const;
    const child = spawn(process.execPath, [MAIN, "encode", input], { stdio: [...stdio] });
    closeSync(appended);
    expect(await once(child, "close")).toEqual([2, null]);
    expect(folder.read("both.txt")).toBe("1 2\n");
  });
});
