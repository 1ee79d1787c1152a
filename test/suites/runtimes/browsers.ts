/** Bundles the suite for browsers and runs it in a page and in a Web Worker of headless Chromium. */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PATIENCE_MS } from "../../support/until.ts";
import type { Report } from "./runtime.ts";

export const BUNDLERS = ["vite", "webpack", "rollup", "esbuild", "parcel"] as const;
type Bundler = (typeof BUNDLERS)[number];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
];
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** The configuration files of the bundlers, which are those of their first pages of documentation. */
function configuration(
  tools: string,
  bundler: Bundler,
  output: string,
): [string, string] | undefined {
  if (bundler === "vite") {
    const build = `{ outDir: ${JSON.stringify(output)}, lib: { entry: "program-page.mjs", formats: ["es"], fileName: () => "bundle.js" } }`;
    return ["vite.config.mjs", `export default { logLevel: "error", build: ${build} };\n`];
  }
  if (bundler === "rollup") {
    const plugin = join(tools, "node_modules/@rollup/plugin-node-resolve/dist/es/index.js");
    return [
      "rollup.config.mjs",
      `import resolve from ${JSON.stringify(plugin)};\nexport default { input: "program-page.mjs", output: { file: ${JSON.stringify(join(output, "bundle.js"))} }, plugins: [resolve({ browser: true })] };\n`,
    ];
  }
  return undefined;
}

/** Bundles the suite for browsers. @returns the folder with bundle.js */
export function bundleFor(tools: string, folder: string, bundler: Bundler): string {
  const output = join(folder, `bundle-${bundler}`);
  if (existsSync(join(output, "bundle.js"))) return output;
  mkdirSync(output);
  const config = configuration(tools, bundler, output);
  if (config) writeFileSync(join(folder, config[0]), config[1]);
  const bin = (name: string) => join(tools, "node_modules/.bin", name);
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: "pipe" });
  if (bundler === "vite") run(bin("vite"), "build");
  if (bundler === "rollup") run(bin("rollup"), "--config", "rollup.config.mjs", "--silent");
  if (bundler === "esbuild") {
    run(bin("esbuild"), "program-page.mjs", "--bundle", `--outfile=${output}/bundle.js`);
  }
  if (bundler === "parcel") {
    const args = ["--no-cache", "--no-source-maps", "--log-level", "error"];
    run(bin("parcel"), "build", "program-page.mjs", "--dist-dir", output, ...args);
    renameSync(join(output, "program-page.js"), join(output, "bundle.js"));
  }
  if (bundler === "webpack") {
    const script =
      `require(${JSON.stringify(join(tools, "node_modules/webpack"))})({ mode: "production", entry: "./program-page.mjs", ` +
      `output: { path: ${JSON.stringify(output)}, filename: "bundle.js" } }, (error, stats) => { ` +
      "if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });";
    run(process.execPath, "--eval", script);
  }
  return output;
}

/** Reports a suite that breaks off, for which nobody waits forever. */
const REPORT_ERRORS = `
const postError = (message) => globalThis.postReport({ vectors: 0, failures: [String(message)] });
addEventListener("error", ({ message }) => postError(message));
addEventListener("unhandledrejection", ({ reason }) => postError(reason));
`;
const PAGE = `<!doctype html><script>
globalThis.report = new Promise((resolve) => { globalThis.postReport = resolve; });
${REPORT_ERRORS}
if (location.search === "?worker") {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => globalThis.postReport(data);
  worker.onerror = ({ message }) => postError(message);
} else {
  const script = document.createElement("script");
  script.type = "module";
  script.src = "bundle.js";
  script.onerror = () => postError("The bundle cannot be loaded.");
  document.head.append(script);
}
</script>`;
const WORKER = `globalThis.postReport = (report) => postMessage(report);
${REPORT_ERRORS}
import("./bundle.js");
`;

/** Runs a bundle in a page, or in a worker of it. */
export async function runInChromium(
  tools: string,
  output: string,
  isWorker: boolean,
): Promise<Report> {
  const executablePath = CHROMIUM.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error("Chromium is not installed: apt-get install chromium");
  const { chromium } = createRequire(join(tools, "package.json"))("playwright-core");
  writeFileSync(join(output, "index.html"), PAGE);
  writeFileSync(join(output, "worker.js"), WORKER);
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://localhost").pathname.slice(1) || "index.html";
    const file = join(output, name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = name.endsWith(".html")
      ? "text/html; charset=utf-8"
      : "text/javascript; charset=utf-8";
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`http://127.0.0.1:${port}/${isWorker ? "?worker" : ""}`);
    return (await page.evaluate("globalThis.report")) as Report;
  } finally {
    await browser.close();
    server.close();
  }
}
