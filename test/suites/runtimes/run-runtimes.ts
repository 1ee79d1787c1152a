/**
 * `npm run test:runtimes`: packs the library, installs it elsewhere, runs one suite in every runtime and with
 * every bundler, checks the package itself, and prints a table. A runtime that cannot start fails. With a word, as
 * in `npm run test:runtimes -- Deno`, it runs only rows with the word in their name.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE } from "../../../scripts/paths.js";
import { endWithCounts } from "../../support/counts.ts";
import { readVectors } from "../../support/vectors.ts";
import { packageChecks } from "./package-checks.ts";
import { installTools, type Report, type Run, TARBALL } from "./runtime-tools.ts";
import { runtimes } from "./runtimes.ts";

const VECTORS = 500;

const IMPORTS =
  'import * as library from "mapcoded";\nimport * as batch from "mapcoded/batch";\n' +
  'import { runSuite } from "./suite.mjs";\nimport vectors from "./vectors.mjs";\n' +
  "const report = () => runSuite(library, batch, vectors);\n";
const PRINT = "report().then((found) => console.log(JSON.stringify(found)));\n";

/** The suite as programs: an ES module and CommonJS for commands, one for pages and workers, and one for workerd. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "program.mjs": IMPORTS + PRINT,
  "program.cjs":
    'const library = require("mapcoded");\nconst batch = require("mapcoded/batch");\n' +
    'const { runSuite } = require("./suite.mjs");\nconst vectors = require("./vectors.mjs").default;\n' +
    `const report = () => runSuite(library, batch, vectors);\n${PRINT}`,
  "program-page.mjs": `${IMPORTS}globalThis.postReport(report());\n`,
  "program-workerd.mjs": `${IMPORTS}export default { test: async () => { await ${PRINT.trim().slice(0, -1)}; } };\n`,
};

/** A sample of VECTORS vectors, as text of a module. */
function vectorsText(): string {
  const rows = readVectors("encode.tsv");
  const step = Math.floor(rows.length / VECTORS);
  const chosen = rows.filter((_, index) => index % step === 0).slice(0, VECTORS);
  const vectors = chosen.map(({ lat, lon, codes = "" }) => {
    return { latDeg: Number(lat), lonDeg: Number(lon), codes: JSON.parse(codes) };
  });
  return `export default ${JSON.stringify(vectors)};\n`;
}

/** A folder with the packed packages, the installed library and the suite as programs. */
function prepare(): string {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-runtimes-"));
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) packPackage(source, folder);
  cpSync(join(import.meta.dirname, "suite.js"), join(folder, "suite.mjs"));
  const manifest = '{"name":"elsewhere","private":true}';
  const files = { "package.json": manifest, "vectors.mjs": vectorsText(), ...PROGRAMS };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = ["install", "--offline", "--engine-strict", "--no-audit", "--no-fund"];
  execFileSync("npm", [...args, `./${TARBALL}`], { cwd: folder, stdio: "pipe" });
  return folder;
}

/** @returns the number of compared vectors, and "ok" or the problem */
async function resultOf(run: Run[1]): Promise<readonly [vectors: string, result: string]> {
  try {
    const report = (await run()) as Report | undefined;
    if (report === undefined) return ["-", "ok"];
    const { vectors, failures } = report;
    if (failures.length > 0) return [`${vectors}`, `${failures.length} fail: ${failures[0]}`];
    return [`${vectors}`, vectors === VECTORS ? "ok" : `FAILS: not ${VECTORS} vectors`];
  } catch (error) {
    // Errors of execFileSync have the output of the command.
    const { stdout = "", stderr = "", message = error } = error as Record<string, unknown>;
    const said = `${stderr}${stdout}`.trim() || `${message}`;
    return ["-", `FAILS: ${said.split("\n").slice(-4).join(" ").slice(-300)}`];
  }
}

installTools();
const folder = prepare();
const [word = ""] = process.argv.slice(2);
const rows: (readonly string[])[] = [["runtime", "vectors", "result"], Array(3).fill("---")];
try {
  const runs = [...runtimes(folder), ...packageChecks(folder)];
  for (const [name, run] of runs.filter(([name]) => name.includes(word))) {
    const row = [name, ...(await resultOf(run))];
    rows.push(row);
    console.log(row.join(" | "));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
const passed = rows.filter(([, , result]) => result === "ok").length;
endWithCounts({ passed, failed: rows.length - 2 - passed });
