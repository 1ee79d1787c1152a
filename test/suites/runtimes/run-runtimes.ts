/**
 * `npm run test:runtimes`: packs the library, installs it elsewhere, runs one suite in every runtime and by
 * every bundler, checks the package itself, and prints a table. A runtime that cannot be started fails. With a word, as
 * in `npm run test:runtimes -- Jest`, it runs only what has the word in its name.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE } from "../../../scripts/paths.js";
import { endWithCounts } from "../../support/counts.ts";
import { readVectors } from "../../support/vectors.ts";
import { browserRuns } from "./browsers.ts";
import { commands } from "./commands.ts";
import { nextChecks } from "./next.ts";
import { packageChecks } from "./package-checks.ts";
import { packageManagerChecks } from "./package-managers.ts";
import { installTools, type Run, TARBALL } from "./runtime-tools.ts";

const VECTORS = 500;

/** Every 18th vector, as text of a module. */
function vectorsText(): string {
  const rows = readVectors("encode.tsv");
  const step = Math.floor(rows.length / VECTORS);
  const chosen = rows.filter((_, index) => index % step === 0).slice(0, VECTORS);
  return JSON.stringify(
    chosen.map(({ lat, lon, codes = "" }) => {
      return { latDeg: Number(lat), lonDeg: Number(lon), codes: JSON.parse(codes) };
    }),
  );
}

/** A folder with the packed library and the suite as a program in both kinds of modules. */
function prepare(): string {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-runtimes-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("package.json", '{"name":"elsewhere","private":true}');
  const run = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) packPackage(source, folder);
  run("install", "--offline", "--engine-strict", "--no-audit", "--no-fund", `./${TARBALL}`);
  cpSync(new URL("suite.js", import.meta.url), join(folder, "suite.mjs"));
  const vectors = vectorsText();
  write("vectors.mjs", `export default ${vectors};\n`);
  const imports =
    'import * as library from "mapcoded";\nimport * as batch from "mapcoded/batch";\n' +
    'import { runSuite } from "./suite.mjs";\nimport vectors from "./vectors.mjs";\n' +
    "const report = runSuite(library, batch, vectors);\n";
  const print = "report.then((report) => console.log(JSON.stringify(report)));\n";
  write("program.mjs", imports + print);
  write("program-page.mjs", `${imports}report.then((report) => globalThis.postReport(report));\n`);
  write(
    "program.cjs",
    'const library = require("mapcoded");\nconst batch = require("mapcoded/batch");\n' +
      `const { runSuite } = require("./suite.mjs");\nconst report = runSuite(library, batch, ${vectors});\n${print}`,
  );
  return folder;
}

/** What execFileSync throws. */
type SpawnError = { stdout: string; stderr: string; message: string };

/** The last lines of what a command has said, as one. */
function shortened(error: unknown): string {
  const { stdout = "", stderr = "", message = error } = error as Partial<SpawnError>;
  const said = `${stderr}${stdout}`.trim() || `${message}`;
  return said.split("\n").slice(-4).join(" ").slice(-300);
}

/** @returns how many vectors were compared, and "ok" or what is wrong */
async function resultOf({
  suite,
  check,
}: Run): Promise<readonly [vectors: string, result: string]> {
  try {
    await check?.();
    const report = await suite?.();
    if (report === undefined) return ["-", "ok"];
    const { vectors, failures } = report;
    if (failures.length > 0) return [`${vectors}`, `${failures.length} fail: ${failures[0]}`];
    return [`${vectors}`, vectors === VECTORS ? "ok" : `FAILS: not ${VECTORS} vectors`];
  } catch (error) {
    return ["-", `FAILS: ${shortened(error)}`];
  }
}

installTools();
const folder = prepare();
const [word = ""] = process.argv.slice(2);
const rows: (readonly string[])[] = [["runtime", "entry", "vectors", "result"]];
const counts = { passed: 0, failed: 0 };
try {
  const runs = [
    ...commands(folder),
    ...browserRuns(folder),
    ...packageChecks(folder),
    ...nextChecks(folder),
    ...packageManagerChecks(folder),
  ];
  for (const one of runs.filter(({ name }) => name.includes(word))) {
    const [vectors, result] = await resultOf(one);
    if (result === "ok") counts.passed++;
    else counts.failed++;
    const row = [one.name, one.entry, vectors, result];
    rows.push(row);
    console.log(row.join(" | "));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
endWithCounts(counts);
