/** What is started as a command: runtimes, and single files that bundlers make for them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE_MS } from "../../support/until.ts";
import { bin, type Report, type Run, tool } from "./runtime-tools.ts";

/** Runs a command; its last line that is JSON is the report. @throws Error if Node warns of anything */
function reportOf(folder: string, command: string, ...args: string[]): Report {
  const { stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    // Only a runtime that hangs takes as long.
    timeout: 10 * PATIENCE_MS,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  if (error !== undefined) throw error;
  const line = stdout.split("\n").findLast((text) => text.startsWith('{"vectors"'));
  if (line === undefined || /^\(node/.test(stderr)) throw new Error(`It says: ${stderr}${stdout}`);
  return JSON.parse(line) as Report;
}

function bundle(folder: string, ...args: string[]): void {
  execFileSync(bin("esbuild"), [...args, "--bundle", "--log-level=error"], { cwd: folder });
}

/** The configuration of workerd for one bundled module. Its test calls the module's function `test`. */
const WORKERD = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "suite", worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-01-01"
))]);
`;

/** Bundles the suite as one module, as deployment to workerd does, and runs it there. */
function runInWorkerd(folder: string): Report {
  const args = ["--format=esm", "--conditions=workerd", "--outfile=worker.js"];
  bundle(folder, "program-workerd.mjs", ...args);
  writeFileSync(join(folder, "worker.capnp"), WORKERD);
  return reportOf(folder, bin("workerd"), "test", "worker.capnp");
}

/** Compiles the suite into one executable file, and runs it. */
function runCompiled(folder: string): Report {
  const args = ["build", "--compile", "program.mjs", "--outfile", "compiled"];
  execFileSync(bin("bun"), args, { cwd: folder, stdio: "pipe" });
  return reportOf(folder, join(folder, "compiled"));
}

/** Bundles the suite as one file, and runs it where nothing is installed. */
function runBundled(folder: string, format: "esm" | "cjs"): Report {
  const elsewhere = mkdtempSync(join(tmpdir(), "mapcoded-bundled-"));
  const file = join(elsewhere, format === "esm" ? "single.mjs" : "single.cjs");
  bundle(folder, "program.mjs", "--platform=node", `--format=${format}`, `--outfile=${file}`);
  try {
    return reportOf(elsewhere, process.execPath, file);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
}

/** All runtimes that are started as a command, those that have both ways to load the library with each. */
export function commands(folder: string): Run[] {
  const deno = ["run", "--allow-read", "--node-modules-dir=manual", "program.mjs"];
  const both = (name: string, command: string): Run[] => [
    [`${name}, import`, () => reportOf(folder, command, "program.mjs")],
    [`${name}, require`, () => reportOf(folder, command, "program.cjs")],
  ];
  return [
    // The oldest versions of Node that load ES modules by require, and newer ones.
    ...["20", "22", "24", "26"].flatMap((version) =>
      both(`Node ${version}`, tool(`node-${version}/bin/node`)),
    ),
    ...both("Bun", bin("bun")),
    ["Deno", () => reportOf(folder, bin("deno"), ...deno)],
    ["bun build --compile", () => runCompiled(folder)],
    ["workerd, esbuild", () => runInWorkerd(folder)],
    ["esbuild, one file, esm", () => runBundled(folder, "esm")],
    ["esbuild, one file, cjs", () => runBundled(folder, "cjs")],
  ];
}
