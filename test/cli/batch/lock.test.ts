import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockOutput } from "../../../src/cli/batch/lock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();

/** The lock file that this process would write for an output, with changes. */
async function lockFile(name: string, changes: object): Promise<string> {
  const output = join(folder, name);
  const lock = await lockOutput(output);
  const owner = JSON.parse(readFileSync(`${output}.lock`, "utf8")) as object;
  await lock.release();
  expect(existsSync(`${output}.lock`)).toBe(false);
  writeFileSync(`${output}.lock`, JSON.stringify({ ...owner, ...changes }));
  return output;
}

describe("the lock of an output", () => {
  it("is taken over when its process has ended, or its number belongs to another one", async () => {
    for (const changes of [{ pid: 2 ** 22 + 1 }, { started: "the last boot 12" }]) {
      const output = await lockFile("ended.csv", changes);
      const lock = await lockOutput(output);
      await lock.release();
      expect(existsSync(`${output}.lock`)).toBe(false);
      expect(existsSync(`${output}.lock.takeover`)).toBe(false);
    }
  });

  it("of another host is refused, as nobody can tell whether its process runs", async () => {
    const output = await lockFile("remote.csv", { pid: 5, host: "elsewhere" });
    await expect(lockOutput(output)).rejects.toThrow(
      `Another run (pid 5 on the host elsewhere) is writing the file '${output}'. Wait until it has ended; if it was killed, remove '${output}.lock'.`,
    );
  });

  it("is the same for all names of a file, even before the file exists", async () => {
    const output = join(folder, "target.csv");
    const link = join(folder, "link.csv");
    symlinkSync("target.csv", link);
    const lock = await lockOutput(link);
    await expect(lockOutput(output)).rejects.toThrow("Another run");
    await lock.release();
    await (await lockOutput(output)).release();
  });

  it("does not touch a file of that name that is not a lock", async () => {
    const output = join(folder, "own.csv");
    for (const text of ["mine", "[]", '{"pid":1}', "null", ""]) {
      writeFileSync(`${output}.lock`, text);
      await expect(lockOutput(output)).rejects.toThrow(
        `The file '${output}.lock' is not a lock of mapcoded, which needs that name. Move the file, or name another output.`,
      );
      expect(readFileSync(`${output}.lock`, "utf8")).toBe(text);
    }
  });

  it("is released by its owner only", async () => {
    const output = join(folder, "taken.csv");
    const lock = await lockOutput(output);
    rmSync(`${output}.lock`);
    const other = await lockOutput(output);
    await lock.release();
    expect(existsSync(`${output}.lock`)).toBe(true);
    await other.release();
  });
});
