/**
 * `npm run test:runtimes`: packs the library, installs it elsewhere, runs one suite in every runtime and by
 * every bundler, and prints a table. The tools come from a manifest of their own, as `npm ci` should not
 * take them along; what cannot be had is listed, and fails where CI is set.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readVectors } from "../vectors.ts";
import { BUNDLERS, bundleFor, runInChromium } from "./browsers.ts";
import type { Report, Runtime } from "./runtime.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-runtimes");
const VECTORS = 500;
const TIMEOUT_MS = 120_000;

/** What the suite does not run in, with the reason. */
const NOT_RUN = [
  [
    "workerd",
    "nobody has written its configuration yet; its condition in exports is that of browsers",
  ],
  ["Parcel", "nobody has tried it yet"],
] as const;

/** Installs the tools, unless they are. */
function installTools(): void {
  mkdirSync(TOOLS, { recursive: true });
  const here = fileURLToPath(new URL(".", import.meta.url));
  cpSync(join(here, "package.json"), join(TOOLS, "package.json"));
  const lock = join(here, "package-lock.json");
  const isLocked = existsSync(lock);
  if (isLocked) cpSync(lock, join(TOOLS, "package-lock.json"));
  const args = [isLocked ? "ci" : "install", "--prefer-offline", "--no-audit", "--no-fund"];
  if (existsSync(join(TOOLS, "node_modules/webpack"))) return;
  execFileSync("npm", args, { cwd: TOOLS, stdio: "inherit" });
}

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
  writeFileSync(join(folder, "package.json"), '{"name":"elsewhere","private":true}');
  const run = (...args: string[]) =>
    execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  run("pack", ROOT, "--ignore-scripts", "--pack-destination", folder);
  run("install", "--offline", "--engine-strict", "--no-audit", "--no-fund", "./mapcoded-0.1.0.tgz");
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
  writeFileSync(
    join(folder, "suite.test.cjs"),
    `${required}test("suite", async () => {\n  const report = await runSuite(library, batch, vectors);\n` +
      '  process.stdout.write("\\n" + JSON.stringify(report) + "\\n");\n});\n',
  );
  const esbuild = join(TOOLS, "node_modules/.bin/esbuild");
  execFileSync(esbuild, ["suite.mjs", "--format=cjs", "--outfile=suite.cjs", "--log-level=error"], {
    cwd: folder,
  });
  return folder;
}

/** Runs a command; its last line that is JSON is the report. */
function reportOf(folder: string, command: string, ...args: string[]): Report {
  const out = execFileSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
    timeout: TIMEOUT_MS,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const line = out.split("\n").findLast((text) => text.startsWith('{"vectors"'));
  if (line === undefined) throw new Error(`no report: ${out.slice(0, 300)}`);
  return JSON.parse(line) as Report;
}

/** All runtimes that are started as a command. */
function commands(folder: string): Runtime[] {
  const tool = (path: string) => join(TOOLS, "node_modules", path);
  const bin = (name: string) => tool(`.bin/${name}`);
  const nodes = ["20", "22", "24", "26"].flatMap((version): Runtime[] => {
    const node = tool(`node-${version}/bin/node`);
    return [
      {
        name: `Node ${version}`,
        entry: "import",
        run: () => reportOf(folder, node, "program.mjs"),
      },
      {
        name: `Node ${version}`,
        entry: "require",
        run: () => reportOf(folder, node, "program.cjs"),
      },
    ];
  });
  const bundle = (...args: string[]) =>
    execFileSync(bin("esbuild"), ["embedded.mjs", "--bundle", "--log-level=error", ...args], {
      cwd: folder,
    });
  return [
    ...nodes,
    {
      name: "Jest",
      entry: "require",
      run: () => {
        const args = ["--rootDir", folder, "--testMatch", "**/suite.test.cjs", "--watchman=false"];
        return reportOf(folder, process.execPath, tool("jest/bin/jest.js"), ...args);
      },
    },
    {
      name: "Deno",
      entry: "import",
      run: () =>
        reportOf(
          folder,
          bin("deno"),
          "run",
          "--allow-read",
          "--node-modules-dir=manual",
          "program.mjs",
        ),
    },
    { name: "Bun", entry: "import", run: () => reportOf(folder, bin("bun"), "program.mjs") },
    { name: "Bun", entry: "require", run: () => reportOf(folder, bin("bun"), "program.cjs") },
    {
      name: "bun build --compile",
      entry: "embedded",
      run: () => {
        const args = ["build", "--compile", "embedded.mjs", "--outfile", "compiled"];
        execFileSync(bin("bun"), args, { cwd: folder, stdio: "pipe" });
        return reportOf(folder, join(folder, "compiled"));
      },
    },
    ...(["esm", "cjs"] as const).map((format): Runtime => {
      const file = format === "esm" ? "single.mjs" : "single.cjs";
      return {
        name: `esbuild, one file, ${format}`,
        entry: "embedded",
        run: () => {
          bundle("--platform=node", `--format=${format}`, `--outfile=${file}`);
          return reportOf(folder, process.execPath, file);
        },
      };
    }),
  ];
}

installTools();
const folder = prepare();
const rows: string[][] = [["runtime", "entry", "vectors", "result"]];
let failed = 0;
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
  for (const { name, entry, run } of runtimes) {
    try {
      const { vectors, failures } = await run();
      if (failures.length > 0 || vectors !== VECTORS) failed++;
      const result = failures.length === 0 ? "ok" : `${failures.length} fail: ${failures[0]}`;
      rows.push([name, entry, `${vectors}`, result]);
    } catch (error) {
      failed++;
      const [line = ""] = `${error instanceof Error ? error.message : error}`.split("\n").slice(-3);
      rows.push([name, entry, "-", `NOT RUN: ${line.slice(0, 200)}`]);
    }
    console.log(rows.at(-1)?.join(" | "));
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const [name, reason] of NOT_RUN) rows.push([name, "-", "-", `not run: ${reason}`]);
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`);
if (failed > 0) process.exitCode = 1;
