/** The runtimes of the suite: commands, single files from bundlers for them, headless Chromium, and Next.js. */
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serveFolder } from "../../support/static-server.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { launchChromium } from "../browser/chromium.ts";
import { bin, type Report, type Run, TOOLS, tool } from "./runtime-tools.ts";

/** Runs a command; its last line of JSON is the report. @throws Error if Node prints a warning */
function reportOf(folder: string, command: string, ...args: string[]): Report {
  const { stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    // Only a hanging runtime takes so long.
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

/** Bundles the suite as one module, as a deployment to workerd does, and runs it there. */
function runInWorkerd(folder: string): Report {
  const args = ["--format=esm", "--conditions=workerd", "--outfile=worker.js"];
  bundle(folder, "program-workerd.mjs", ...args);
  fs.writeFileSync(join(folder, "worker.capnp"), WORKERD);
  return reportOf(folder, bin("workerd"), "test", "worker.capnp");
}

/** Compiles the suite into one executable file, and runs it. */
function runCompiled(folder: string): Report {
  const args = ["build", "--compile", "program.mjs", "--outfile", "compiled"];
  execFileSync(bin("bun"), args, { cwd: folder, stdio: "pipe" });
  return reportOf(folder, join(folder, "compiled"));
}

/** Bundles the suite as one file, and runs it in a folder without packages. */
function runBundled(folder: string, format: "esm" | "cjs"): Report {
  const elsewhere = fs.mkdtempSync(join(tmpdir(), "mapcoded-bundled-"));
  const file = join(elsewhere, format === "esm" ? "single.mjs" : "single.cjs");
  bundle(folder, "program.mjs", "--platform=node", `--format=${format}`, `--outfile=${file}`);
  try {
    return reportOf(elsewhere, process.execPath, file);
  } finally {
    fs.rmSync(elsewhere, { recursive: true });
  }
}

const load = (name: string) => import(createRequire(join(TOOLS, "package.json")).resolve(name));
const PROGRAM = "program-page.mjs";
const BUNDLE = "bundle.js";

/** Each bundles the program in a folder. */
const BUNDLERS: Readonly<Record<string, (folder: string, output: string) => Promise<unknown>>> = {
  async vite(folder, output) {
    const lib = { entry: join(folder, PROGRAM), formats: ["es"], fileName: () => BUNDLE };
    const build = { outDir: output, lib };
    await (await load("vite")).build({ root: folder, configFile: false, logLevel: "error", build });
  },
  async webpack(folder, output) {
    const files = { entry: `./${PROGRAM}`, output: { path: output, filename: BUNDLE } };
    const webpack = promisify((await load("webpack")).default);
    const stats = await webpack({ context: folder, mode: "production", ...files });
    if (stats.hasErrors()) throw new Error(`${stats}`);
  },
  async esbuild(folder, output) {
    const outfile = join(output, BUNDLE);
    await (await load("esbuild")).build({
      entryPoints: [join(folder, PROGRAM)],
      bundle: true,
      outfile,
    });
  },
};

/** The program posts its report or an error. */
const PAGE = `<!doctype html><script>
globalThis.report = new Promise((resolve, reject) => {
  globalThis.postReport = resolve;
  if (location.search === "?worker") {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  } else import("./${BUNDLE}").catch(reject);
});
</script>`;
const WORKER = `const fail = (error) => setTimeout(() => { throw error; });
globalThis.postReport = (report) => report.then((found) => postMessage(found), fail);
import("./${BUNDLE}").catch(fail);
`;

/** Runs a bundle in a page or in its worker. The first run makes the bundle. */
async function runInChromium(folder: string, bundler: string, query: string): Promise<Report> {
  const output = join(folder, `bundle-${bundler}`);
  if (!fs.existsSync(join(output, BUNDLE))) {
    fs.mkdirSync(output);
    await BUNDLERS[bundler](folder, output);
  }
  fs.writeFileSync(join(output, "index.html"), PAGE);
  fs.writeFileSync(join(output, "worker.js"), WORKER);
  const server = await serveFolder(output);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.address}${query}`);
    return (await page.evaluate("globalThis.report")) as Report;
  } finally {
    await browser.close();
    server.stop();
  }
}

/** The build renders both pages: one only on the server, one from a component that browsers run, too. */
const SITE: Readonly<Record<string, string>> = {
  "package.json": '{"name":"site","private":true,"type":"module"}',
  // This folder also has next and react: Turbopack reads no files outside of its root.
  "next.config.js": `export default { turbopack: { root: ${JSON.stringify(TOOLS)} } };`,
  "app/layout.js": `import { createElement } from "react";
export default ({ children }) => createElement("html", null, createElement("body", null, children));`,
  "app/page.js": `import { createElement } from "react";
import { encode } from "mapcoded";
import { encodeLocal } from "mapcoded/borders";
import { Place } from "./place.js";
const codes = [...encode(52.376514, 4.908543), encodeLocal(22.543, 114.058)];
export default () => createElement("p", null, codes.join(), ";", createElement(Place));`,
  "app/place.js": `"use client";
import { createElement } from "react";
import { decode } from "mapcoded";
export const Place = () => createElement("b", null, decode("NLD 49.4V").latDeg);`,
};
const RENDERED =
  "NLD 49.4V,NLD G9.VWG,NLD DL6.H9L,NLD P25Z.N3Z,AAA VHXGB.1J9J,CN-GD QFJ.PZ6<!-- -->;<b>52.37651400000124</b>";

/** Builds a site with Next.js. Its compiler Turbopack has its own ways to find files beside a module. */
function buildByNext(folder: string): void {
  const site = fs.mkdtempSync(join(TOOLS, "next-site-"));
  const library = "node_modules/mapcoded";
  try {
    fs.cpSync(join(folder, library), join(site, library), { recursive: true });
    fs.mkdirSync(join(site, "app"));
    for (const [name, text] of Object.entries(SITE)) fs.writeFileSync(join(site, name), text);
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined };
    const args = [tool("next/dist/bin/next"), "build"];
    execFileSync(process.execPath, args, { cwd: site, encoding: "utf8", stdio: "pipe", env });
    const page = fs.readFileSync(join(site, ".next/server/app/index.html"), "utf8");
    if (!page.includes(RENDERED)) throw new Error(`The page is ${page.slice(0, 300)}`);
  } finally {
    fs.rmSync(site, { recursive: true });
  }
}

/** All runtimes, with import and require where both exist. @param folder has the suite and the library */
export function runtimes(folder: string): Run[] {
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
    ...Object.keys(BUNDLERS).flatMap((bundler): Run[] => [
      [`Chromium page, ${bundler}`, () => runInChromium(folder, bundler, "")],
      [`Chromium worker, ${bundler}`, () => runInChromium(folder, bundler, "?worker")],
    ]),
    ["Next.js, Turbopack", () => buildByNext(folder)],
  ];
}
