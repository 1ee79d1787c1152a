/** What is started as a command: runtimes, and single files that bundlers make for them. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE_MS } from "../../support/until.ts";
import { bin, type Report, type Run, tool } from "./runtime-tools.ts";

/** Only a runtime that hangs takes as long. */
const TIMEOUT_MS = 10 * PATIENCE_MS;

/** Runs a command; its last line that is JSON is the report. @returns also what it says on standard error */
function run(folder: string, command: string, ...args: string[]): readonly [Report, string] {
  const { stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  if (error !== undefined) throw error;
  const line = stdout.split("\n").findLast((text) => text.startsWith('{"vectors"'));
  if (line === undefined) throw new Error(`no report: ${stderr}${stdout}`.slice(0, 300));
  return [JSON.parse(line) as Report, stderr];
}

function reportOf(folder: string, command: string, ...args: string[]): Report {
  const [report] = run(folder, command, ...args);
  return report;
}

/** Runs a program in Node. @throws Error if it says anything on standard error, as a warning of Node */
function reportOfNode(folder: string, node: string, program: string): Report {
  const [report, said] = run(folder, node, program);
  if (said !== "") throw new Error(`It says: ${said}`);
  return report;
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
  const args = ["worker-page.mjs", "--bundle", "--format=esm", "--conditions=workerd"];
  writeFileSync(
    join(folder, "worker-page.mjs"),
    'import * as library from "mapcoded";\nimport * as batch from "mapcoded/batch";\n' +
      'import { runSuite } from "./suite.mjs";\nimport vectors from "./vectors.mjs";\n' +
      "export default { async test() {\n  console.log(JSON.stringify(await runSuite(library, batch, vectors)));\n} };\n",
  );
  execFileSync(bin("esbuild"), [...args, "--outfile=worker.js", "--log-level=error"], {
    cwd: folder,
  });
  writeFileSync(join(folder, "worker.capnp"), WORKERD);
  return reportOf(folder, bin("workerd"), "test", "worker.capnp");
}

/** The oldest versions of Node that load ES modules by require, and newer ones, each with both ways to load the library. */
function nodes(folder: string): Run[] {
  return ["20", "22", "24", "26"].flatMap((version): Run[] => {
    const name = `Node ${version}`;
    const node = tool(`node-${version}/bin/node`);
    return [
      { name, entry: "import", suite: () => reportOfNode(folder, node, "program.mjs") },
      { name, entry: "require", suite: () => reportOfNode(folder, node, "program.cjs") },
    ];
  });
}

function runInDeno(folder: string): Report {
  const args = ["run", "--allow-read", "--node-modules-dir=manual", "program.mjs"];
  return reportOf(folder, bin("deno"), ...args);
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
  try {
    const file = join(elsewhere, format === "esm" ? "single.mjs" : "single.cjs");
    const args = ["--platform=node", `--format=${format}`, `--outfile=${file}`];
    execFileSync(bin("esbuild"), ["program.mjs", "--bundle", "--log-level=error", ...args], {
      cwd: folder,
    });
    return reportOf(elsewhere, process.execPath, file);
  } finally {
    rmSync(elsewhere, { recursive: true });
  }
}

/** All runtimes that are started as a command. */
export function commands(folder: string): Run[] {
  return [
    ...nodes(folder),
    { name: "Deno", entry: "import", suite: () => runInDeno(folder) },
    { name: "Bun", entry: "import", suite: () => reportOf(folder, bin("bun"), "program.mjs") },
    { name: "Bun", entry: "require", suite: () => reportOf(folder, bin("bun"), "program.cjs") },
    { name: "bun build --compile", entry: "import", suite: () => runCompiled(folder) },
    { name: "workerd, esbuild", entry: "import", suite: () => runInWorkerd(folder) },
    ...(["esm", "cjs"] as const).map((format) => ({
      name: `esbuild, one file, ${format}`,
      entry: "import",
      suite: () => runBundled(folder, format),
    })),
  ];
}
