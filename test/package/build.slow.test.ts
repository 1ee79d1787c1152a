/** The build of a clone: complete, current, left alone when it is, and started as users start it. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/freshness.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

const COPIED = [
  "LICENSE",
  "NOTICE",
  "codegen",
  "data",
  "deploy",
  "docs",
  "package.json",
  "package-lock.json",
  "packages",
  "scripts",
  "src",
  "tsconfig.json",
];

const NOT_CURRENT = "dist is not current: building it.\n";

describe("a clone that has never been built", () => {
  const folder = temporaryFolder();
  const clone = join(folder, "clone");
  const inDist = (path: string) => join(clone, "dist", path);
  const inCommand = (path: string) => join(clone, "packages/cli/dist", path);

  /** Makes a node_modules as npm does: with the packages of this checkout, but the command of the clone. */
  function linkPackages(): void {
    const packages = join(ROOT, "node_modules");
    for (const [inside, skipped] of [
      ["", ["mapcoded-cli", ".bin"]],
      [".bin", ["mapcoded"]],
    ] as const) {
      mkdirSync(join(clone, "node_modules", inside));
      for (const name of readdirSync(join(packages, inside))) {
        if ((skipped as readonly string[]).includes(name)) continue;
        symlinkSync(join(packages, inside, name), join(clone, "node_modules", inside, name));
      }
    }
    symlinkSync("../packages/cli", join(clone, "node_modules/mapcoded-cli"));
    symlinkSync("../mapcoded-cli/bin/mapcoded.js", join(clone, "node_modules/.bin/mapcoded"));
  }

  beforeAll(() => {
    for (const path of COPIED) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
    for (const path of ["src/generated", "packages/cli/dist"]) {
      rmSync(join(clone, path), { recursive: true });
    }
    linkPackages();
  });

  async function buildIfStale(): Promise<{ code: number; err: string }> {
    const child = spawn(process.execPath, ["scripts/build-if-stale.js"], { cwd: clone });
    let err = "";
    child.stderr.on("data", (data) => {
      err += data;
    });
    const [code] = await once(child, "close");
    return { code, err };
  }

  async function isCurrent(): Promise<boolean> {
    const url = pathToFileURL(join(clone, "scripts/freshness.js")).href;
    return ((await import(url)) as typeof import("../../scripts/freshness.js")).isCurrent();
  }

  // npx remembers clones in npm's cache; this one is not to be remembered.
  const env = { ...process.env, npm_config_cache: join(folder, "cache") };

  function expectCommand(): void {
    const out = execFileSync("npx", ["mapcoded", "decode", "NLD 49.4V"], { cwd: clone, env });
    expect(out.toString()).toBe("52.37651400000124 4.908543375\n");
  }

  // The tests below follow one another: a build takes seconds.
  it("is built by two starts at once, which do not disturb each other", async () => {
    expect(await isCurrent()).toBe(false);
    const built = { code: 0, err: NOT_CURRENT };
    expect(await Promise.all([buildIfStale(), buildIfStale()])).toEqual([built, built]);
    expect(await isCurrent()).toBe(true);
    expectCommand();
  });

  it("leaves no folders beside dist", () => {
    const copied = new Set(COPIED.map((path) => path.split("/")[0]));
    expect(new Set(readdirSync(clone))).toEqual(new Set([...copied, "dist", "node_modules"]));
    expect(readdirSync(join(clone, "packages/cli"))).toEqual([
      "LICENSE",
      "NOTICE",
      "README.md",
      "bin",
      "deploy",
      "dist",
      "docs",
      "duckdb.d.ts",
      "package.json",
    ]);
  });

  it("is not built again while it is current", async () => {
    const files = [inDist("index.js"), inCommand("cli/main.js")];
    const before = files.map((file) => statSync(file).ino);
    expect(await buildIfStale()).toEqual({ code: 0, err: "" });
    expect(files.map((file) => statSync(file).ino)).toEqual(before);
  });

  it.each([
    "codegen/main.ts",
    "data/countries.csv",
    "package.json",
    "src/index.ts",
  ])("is not current when %s has changed, and is again when it is as before", async (path) => {
    const content = readFileSync(join(clone, path));
    appendFileSync(join(clone, path), "\n");
    expect(await isCurrent()).toBe(false);
    truncateSync(join(clone, path), content.length);
    expect(await isCurrent()).toBe(true);
  });

  it.each([
    "dist/chunks/engine.js",
    "dist/index.d.ts",
    "dist/generated/tables.bin",
    "dist/.build.json",
    "packages/cli/dist/chunks/engine.js",
    "packages/cli/dist/generated/tables.bin",
  ])("is not current when %s is cut short", async (path) => {
    const content = readFileSync(join(clone, path));
    truncateSync(join(clone, path), content.length - 1);
    expect(await isCurrent()).toBe(false);
    appendFileSync(join(clone, path), content.subarray(-1));
    expect(await isCurrent()).toBe(true);
  });

  it("repairs folders that lack files", async () => {
    rmSync(inDist("chunks"), { recursive: true });
    rmSync(inCommand("chunks"), { recursive: true });
    expect(await buildIfStale()).toEqual({ code: 0, err: NOT_CURRENT });
    expectCommand();
  });

  it.each([
    "prepare",
    "pretest",
    "start -- --help",
  ])("runs `npx mapcoded` after npm's %s", (script) => {
    execFileSync("npm", ["run", ...script.split(" ")], { cwd: clone, stdio: "pipe" });
    expectCommand();
  });

  it("starts the service by a process that has built what was not current", () => {
    rmSync(inCommand("chunks"), { recursive: true });
    const args = ["run", "start", "--", "--help"];
    const help = execFileSync("npm", args, { cwd: clone, encoding: "utf8", stdio: "pipe" });
    expect(help).toContain("Usage: mapcoded serve");
    expectCommand();
  });

  it("keeps the former dist when a source cannot be read", async () => {
    appendFileSync(join(clone, "src/index.ts"), 'export { wrong } from "./nowhere.ts";\n');
    const { code, err } = await buildIfStale();
    expect({ code, err: err.startsWith(NOT_CURRENT) }).toEqual({ code: 1, err: true });
    expect(existsSync(inDist("index.js"))).toBe(true);
    expectCommand();
  });
});
