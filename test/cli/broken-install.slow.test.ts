import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";
import { statusOf } from "../service/running-services.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { run, startServing } from "./command.ts";
import { failureOf } from "./command-lines.ts";

const PACKAGE = join(ROOT, "packages/cli");

describe("with unusable tables, the command exits with 1 and one line", () => {
  const folder = temporaryFolder();
  const tables = join(folder, "dist/generated/tables.bin");

  beforeEach(() => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    for (const path of ["dist", "package.json"]) {
      cpSync(join(PACKAGE, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  });

  const install = "Install mapcoded again; in a clone, run `npm run build`.";
  it.each([
    ["are missing", () => rmSync(tables), "cannot be read"],
    ["are another file", () => writeFileSync(tables, "x".repeat(10_000)), "is not of this version"],
    ["are cut short", () => truncateSync(tables, 1_000_000), "is cut short"],
  ])("when they %s", (_, damage, problem) => {
    damage();
    for (const args of [["serve"], ["decode", "NLD 49.4V"]]) {
      const program = join(folder, "dist/cli/main.js");
      const { status, stderr } = spawnSync(process.execPath, [program, ...args]);
      const line = expect.stringMatching(new RegExp(`^[^\n]+\\.bin ${problem}\\. ${install}\n$`));
      expect([status, `${stderr}`]).toEqual([1, line]);
    }
  });
});

/** Hides the packages of uWebSockets.js from Node, as if they were not installed. */
const WITHOUT_UWS = `--import=data:text/javascript,${encodeURIComponent(
  `import Module from "node:module";
   const resolve = Module._resolveFilename;
   Module._resolveFilename = function (name, ...rest) {
     if (!name.startsWith("uWebSockets.js")) return resolve.call(this, name, ...rest);
     throw Object.assign(new Error("hidden"), { code: "MODULE_NOT_FOUND" });
   };`,
)}`;
const REASON =
  "uWebSockets.js does not load on this machine: uWebSockets.js: hidden; uWebSockets.js-20.51: hidden.";

describe("if uWebSockets.js does not load", () => {
  it("the service runs on node:http and logs the reason in one line", async () => {
    const service = await startServing([], { NODE_OPTIONS: WITHOUT_UWS });
    const [first = ""] = service.output().split("\n");
    expect(first).toContain(
      `WARN: ${REASON} Serving on node:http instead; docs/operations.md says how to install it.`,
    );
    expect(service.output()).toContain("(node, 1 worker)");
    expect(await statusOf(`${service.address}/status`)).toBe(200);
    expect(await service.stop("SIGTERM")).toEqual([0, null]);
  });

  it.each([
    ["--workers 2", `1: ${REASON} Several workers share a port with uWebSockets.js on Linux only.`],
    ["--transport uws", `1: ${REASON} Use --transport auto or --transport node.`],
  ])("the service does not start with %s", async (flags, message) => {
    const args = ["serve", "--port", "0", ...flags.split(" ")];
    expect(await failureOf(run(args, { NODE_OPTIONS: WITHOUT_UWS }))).toMatch(message);
  });
});
