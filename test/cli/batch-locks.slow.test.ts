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
import { pointLines, runWith } from "./batch-files.ts";
import { MAIN, run, start } from "./command.ts";

const folder = createFolder();
const lines = pointLines(60_000);

/** A run that has begun to write its output and waits for more input. */
async function startWriting(output: string, args: readonly string[] = []) {
  const child = start(["encode", "--workers", "1", "--quiet", "-o", output, ...args]);
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
  return (await runWith(lines + lines, ["encode", "--quiet"])).out;
}

describe("an output that a run writes", () => {
  it("is refused to others by any name, and gets the bytes of the first run only", async () => {
    const output = folder.path("shared.txt");
    const input = folder.write("other.txt", "1 2\n");
    const first = await startWriting(output);
    symlinkSync(output, folder.path("symlink.txt"));
    for (const [name, flags] of [
      ["shared.txt", ["--force"]],
      ["shared.txt", ["--resume"]],
      ["shared.txt", []],
      ["symlink.txt", ["--force"]],
    ] as const) {
      const path = folder.path(name);
      expect(await run(["encode", input, "-o", path, ...flags])).toEqual({
        code: 1,
        out: "",
        err: `Another run (pid ${first.pid}) is writing the file '${path}'. Wait until it has ended, or name another output.\n`,
      });
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
    const args = ["encode", input, "--quiet", "-o", folder.path("hard-link.txt"), "--force"];
    expect((await run(args)).code).toBe(0);
    expect(await first.end()).toBe(0);
    expect(folder.read("hard-link.txt")).toBe("1 2\t\t\tHHNFC.7V5X\n");
    expect(folder.read("linked.txt") === (await wholeOutput())).toBe(true);
  });

  it("is free again when the run was killed", async () => {
    const output = folder.path("killed.txt");
    await (await startWriting(output)).kill();
    expect(existsSync(`${output}.lock`)).toBe(true);
    expect(await runWith(lines + lines, ["encode", "-o", output])).toEqual({
      code: 1,
      out: "",
      err: `The file '${output}' is the output of a run that was interrupted. Use --resume to continue it, or --force to start over.\n`,
    });
    // One of many that find the stale lock at the same time continues; the others see it, or come too late.
    const again = ["encode", "--quiet", "--workers", "1", "--resume", "-o", output];
    const runs = await Promise.all(Array.from({ length: 4 }, () => runWith(lines + lines, again)));
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
      const { code, err } = await run(["encode", input, "-o", output, ...flags]);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(
          /^The file '.*' is not a (checkpoint|lock) of mapcoded, which needs that name\. Move the file, or name another output\.\n$/,
        ),
      });
      expect(readFileSync(own, "utf8")).toBe("mine\n");
      expect(existsSync(output)).toBe(false);
    }
    rmSync(own);
  });
});

/** Encodes with a limit of the size of each file, in blocks of 512 bytes, as a full disk has. */
function encodeWithin(blocks: number, args: readonly string[]) {
  const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const command = ["-c", limited, process.execPath, MAIN, "encode", ...args];
  const { status, stderr } = spawnSync("sh", command, { encoding: "utf8" });
  return { status, stderr };
}

describe("a disk without room", () => {
  it("keeps no lock of an output", () => {
    const input = folder.write("full.txt", "1 2\n");
    const output = folder.path("full-coded.txt");
    expect(encodeWithin(0, [input, "-o", output])).toEqual({
      status: 1,
      stderr: `The file '${output}' cannot be written: file too large.\n`,
    });
    expect(existsSync(`${output}.lock`)).toBe(false);
  });

  it("keeps no part of a checkpoint", () => {
    const input = folder.write("full.txt", "1 2\n");
    const output = folder.path("full-coded.txt");
    // A checkpoint has the options; a lock fits.
    const args = [input, "-o", output, "--null-text", "x".repeat(2000)];
    expect(encodeWithin(1, args)).toEqual({
      status: 1,
      stderr: `The file '${output}.resume' cannot be written: file too large.\n`,
    });
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
    expect(await run(["encode", input, "-o", path, "--force"])).toEqual({
      code: 2,
      out: "",
      err: `The file '${path}' is an input and the output. Name another output.\n`,
    });
    const appended = openSync(input, "a");
    const stdio = ["ignore", appended, "pipe"] as const;
    const child = spawn(process.execPath, [MAIN, "encode", input], { stdio: [...stdio] });
    closeSync(appended);
    expect(await once(child, "close")).toEqual([2, null]);
    expect(folder.read("both.txt")).toBe("1 2\n");
  });
});
