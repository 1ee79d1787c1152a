/**
 * `npm run test:runtimes`: packs the library, installs it elsewhere, runs one suite in every runtime and by
 * every bundler, checks the package itself, and prints a table. A runtime that cannot be started fails. With a word, as
 * in `npm run test:runtimes -- Jest`, it runs only what has the word in its name.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, packPackage } from "../../../scripts/pack.ts";
import { endWithCounts } from "../../support/counts.ts";
import { readVectors } from "../../support/vectors.ts";
import { BUNDLERS, bundleFor, runInChromium } from "./browsers.ts";
import { commands } from "./commands.ts";
import { nextChecks } from "./next.ts";
import { packageChecks } from "./package-checks.ts";
import { packageManagerChecks } from "./package-managers.ts";
import { bin, installTools, TARBALL, TOOLS } from "./runtime-tools.ts";

const VECTORS = 500;

/** Parcel reads `exports` of packages only if the project says so. */
const PARCEL_SETTING = { "@parcel/resolver-default": { packageExports: true } };

/** Runs the suite as a test of Jest. */
const JEST_TEST =
  'test("suite", async () => {\n  const report = await runSuite(library, batch, vectors);\n' +
  '  process.stdout.write("\\n" + JSON.stringify(report) + "\\n");\n});\n';

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
  const manifest = { name: "elsewhere", private: true, ...PARCEL_SETTING };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const run = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) packPackage(source, folder);
  run("install", "--offline", "--engine-strict", "--no-audit", "--no-fund", `./${TARBALL}`);
  cpSync(new URL("suite.js", import.meta.url), join(folder, "suite.mjs"));
  const vectors = vectorsText();
  writeFileSync(join(folder, "vectors.mjs"), `export default ${vectors};\n`);
  writeFileSync(join(folder, "vectors.cjs"), `module.exports = ${vectors};\n`);
  for (const [name, suffix] of [
    ["program", ""],
    ["embedded", "/embedded"],
  ]) {
    const batch = suffix === "" ? "mapcoded/batch" : "mapcoded/embedded/batch";
    const imports =
      `import * as library from "mapcoded${suffix}";\nimport * as batch from "${batch}";\n` +
      'import { runSuite } from "./suite.mjs";\nimport vectors from "./vectors.mjs";\n';
    writeFileSync(
      join(folder, `${name}.mjs`),
      `${imports}runSuite(library, batch, vectors).then((report) => console.log(JSON.stringify(report)));\n`,
    );
    if (suffix === "") writeFileSync(join(folder, "suite.test.mjs"), `${imports}${JEST_TEST}`);
    writeFileSync(
      join(folder, `${name}-page.mjs`),
      `${imports}runSuite(library, batch, vectors).then((report) => globalThis.postReport(report));\n`,
    );
  }
  const required =
    'const library = require("mapcoded");\nconst batch = require("mapcoded/batch");\n' +
    'const vectors = require("./vectors.cjs");\nconst { runSuite } = require("./suite.cjs");\n';
  writeFileSync(
    join(folder, "program.cjs"),
    `${required}runSuite(library, batch, vectors).then((report) => console.log(JSON.stringify(report)));\n`,
  );
  writeFileSync(join(folder, "suite.test.cjs"), `${required}${JEST_TEST}`);
  const args = ["suite.mjs", "--format=cjs", "--outfile=suite.cjs", "--log-level=error"];
  execFileSync(bin("esbuild"), args, { cwd: folder });
  return folder;
}

installTools();
const folder = prepare();
const rows: string[][] = [["runtime", "entry", "vectors", "result"]];
let failed = 0;
/** Adds a row to the table. */
function tell(row: readonly string[], isGood: boolean): void {
  if (!isGood) failed++;
  rows.push([...row]);
  console.log(row.join(" | "));
}
/** The last lines of what a command has said, as one. */
function shortened(error: unknown): string {
  const { stdout = "", stderr = "", message = error } = error as Partial<SpawnError>;
  const said = `${stderr}${stdout}`.trim() || `${message}`;
  return said.split("\n").slice(-4).join(" ").slice(-300);
}
const [word = ""] = process.argv.slice(2);
/** Whether something is to be run. */
const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(word);
/** What execFileSync throws. */
type SpawnError = { stdout: string; stderr: string; message: string };
try {
  const runtimes = commands(folder);
  for (const name of BUNDLERS) {
    runtimes.push(
      {
        name: `Chromium page, ${name}`,
        entry: "import",
        run: () => runInChromium(TOOLS, bundleFor(TOOLS, folder, name), false),
      },
      {
        name: `Chromium worker, ${name}`,
        entry: "import",
        run: () => runInChromium(TOOLS, bundleFor(TOOLS, folder, name), true),
      },
    );
  }
  for (const { name, entry, run } of runtimes.filter(isWanted)) {
    try {
      const { vectors, failures } = await run();
      const result = failures.length === 0 ? "ok" : `${failures.length} fail: ${failures[0]}`;
      tell([name, entry, `${vectors}`, result], failures.length === 0 && vectors === VECTORS);
    } catch (error) {
      tell([name, entry, "-", `NOT RUN: ${shortened(error)}`], false);
    }
  }
  const checks = [...packageChecks(folder), ...nextChecks(folder), ...packageManagerChecks(folder)];
  for (const { name, entry, run } of checks.filter(isWanted)) {
    try {
      await run();
      tell([name, entry, "-", "ok"], true);
    } catch (error) {
      tell([name, entry, "-", `FAILS: ${shortened(error)}`], false);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
endWithCounts({ passed: rows.length - 1 - failed, failed });
