/** The build of a clone is complete, is not repeated while it is current, and stays if the next one fails. */
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NOT_CURRENT = "dist is not current: building it.\n";

const clone = join(temporaryFolder(), "clone");

function buildIfStale(): [status: number | null, err: string] {
  const args = ["scripts/build-if-stale.js"];
  const options = { cwd: clone, encoding: "utf8", timeout: 300_000 } as const;
  const { status, stderr } = spawnSync(process.execPath, args, options);
  return [status, stderr];
}

function decoded(): string {
  const args = ["packages/cli/dist/cli/main.js", "decode", "NLD 49.4V"];
  return execFileSync(process.execPath, args, { cwd: clone, encoding: "utf8" });
}

it("a clone is built once, is current then, and keeps its dist when a change cannot be built", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" });
  for (const path of files.split("\0")) {
    if (/^(codegen|data|deploy|docs|packages|scripts|src)\/|^[^/]+$/.test(path)) {
      fs.cpSync(join(ROOT, path), join(clone, path), { recursive: true });
    }
  }
  fs.symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  expect(buildIfStale()).toEqual([0, NOT_CURRENT]);
  expect(decoded()).toBe("52.37651400000124 4.908543375\n");
  expect(fs.readdirSync(clone).filter((name) => name.startsWith(".build"))).toEqual([]);
  const builtMs = () => fs.statSync(join(clone, "dist/index.js")).mtimeMs;
  const before = builtMs();
  expect(buildIfStale()).toEqual([0, ""]);
  fs.appendFileSync(join(clone, "src/index.ts"), 'export { wrong } from "./nowhere.ts";\n');
  const [status, err] = buildIfStale();
  expect(err.startsWith(NOT_CURRENT) && err.includes("nowhere.ts")).toBe(true);
  expect(status).toBe(1);
  expect(decoded()).toBe("52.37651400000124 4.908543375\n");
  expect(builtMs()).toBe(before);
});

it("a file with a time in the future is built once at each call", () => {
  const counted =
    'import { appendFileSync } from "node:fs";\nappendFileSync("dist/.stamp", "1");\n';
  fs.writeFileSync(join(clone, "scripts/build.ts"), counted);
  fs.writeFileSync(join(clone, "dist/.stamp"), "");
  const tomorrow = new Date(Date.now() + 86_400_000);
  fs.utimesSync(join(clone, "src/index.ts"), tomorrow, tomorrow);
  for (let calls = 0; calls < 2; calls++) expect(buildIfStale()).toEqual([0, NOT_CURRENT]);
  expect(fs.readFileSync(join(clone, "dist/.stamp"), "utf8")).toBe("11");
});
