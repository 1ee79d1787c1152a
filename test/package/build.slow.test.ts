/** The build of a clone: it is complete, left alone while it is current, and kept if the next one fails. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NOT_CURRENT = "dist is not current: building it.\n";

describe("a clone", () => {
  const clone = join(temporaryFolder(), "clone");

  beforeAll(() => {
    const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
    for (const path of files.split("\0")) {
      if (/^(codegen|data|deploy|docs|packages|scripts|src)\/|^[^/]+$/.test(path)) {
        cpSync(join(ROOT, path), join(clone, path), { recursive: true });
      }
    }
    symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  });

  function buildIfStale(): { status: number | null; err: string } {
    const args = ["scripts/build-if-stale.js"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: "utf8" });
    return { status, err: stderr };
  }

  function decoded(): string {
    const args = ["packages/cli/dist/cli/main.js", "decode", "NLD 49.4V"];
    return execFileSync(process.execPath, args, { cwd: clone, encoding: "utf8" });
  }

  const builtMs = () => statSync(join(clone, "dist/index.js")).mtimeMs;

  // The tests below follow one another: a build takes seconds.
  it("is built once, and is current then", () => {
    expect(buildIfStale()).toEqual({ status: 0, err: NOT_CURRENT });
    expect(decoded()).toBe("52.37651400000124 4.908543375\n");
    expect(readdirSync(clone).filter((name) => name.startsWith(".build"))).toEqual([]);
    const before = builtMs();
    expect(buildIfStale()).toEqual({ status: 0, err: "" });
    expect(builtMs()).toBe(before);
  });

  it("keeps the former dist while a source cannot be read, and is built after the next change", () => {
    const source = join(clone, "src/index.ts");
    const text = readFileSync(source, "utf8");
    const before = builtMs();
    appendFileSync(source, 'export { wrong } from "./nowhere.ts";\n');
    const { status, err } = buildIfStale();
    expect({ status, isTold: err.includes("nowhere.ts") }).toEqual({ status: 1, isTold: true });
    expect(decoded()).toBe("52.37651400000124 4.908543375\n");
    expect(builtMs()).toBe(before);
    writeFileSync(source, text);
    expect(buildIfStale()).toEqual({ status: 0, err: NOT_CURRENT });
    expect(builtMs()).toBeGreaterThan(before);
  });
});
