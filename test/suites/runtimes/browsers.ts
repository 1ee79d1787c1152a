/** Bundles the suite for browsers and runs it in a page and in a Web Worker of headless Chromium. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveFolder } from "../../support/static-server.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { launchChromium } from "../browser/chromium.ts";
import { bin, type Report, type Run, tool } from "./runtime-tools.ts";

const BUNDLERS = ["vite", "webpack", "esbuild"] as const;
type Bundler = (typeof BUNDLERS)[number];

/** Bundles the suite for browsers. @returns the folder with bundle.js */
function bundleFor(folder: string, bundler: Bundler): string {
  const output = join(folder, `bundle-${bundler}`);
  if (existsSync(join(output, "bundle.js"))) return output;
  mkdirSync(output);
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: "pipe" });
  if (bundler === "vite") {
    const build = `{ outDir: ${JSON.stringify(output)}, lib: { entry: "program-page.mjs", formats: ["es"], fileName: () => "bundle.js" } }`;
    const settings = `export default { logLevel: "error", build: ${build} };\n`;
    writeFileSync(join(folder, "vite.config.mjs"), settings);
    run(bin("vite"), "build");
  }
  if (bundler === "esbuild") {
    run(bin("esbuild"), "program-page.mjs", "--bundle", `--outfile=${output}/bundle.js`);
  }
  if (bundler === "webpack") {
    const script =
      `require(${JSON.stringify(tool("webpack"))})({ mode: "production", entry: "./program-page.mjs", ` +
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
async function runInChromium(output: string, isWorker: boolean): Promise<Report> {
  writeFileSync(join(output, "index.html"), PAGE);
  writeFileSync(join(output, "worker.js"), WORKER);
  const server = await serveFolder(output);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${server.address}${isWorker ? "?worker" : ""}`);
    return (await page.evaluate("globalThis.report")) as Report;
  } finally {
    await browser.close();
    server.stop();
  }
}

/** The suite as each bundler makes it for pages and workers. @param folder with the suite */
export function browserRuns(folder: string): Run[] {
  return BUNDLERS.flatMap((bundler) =>
    ["page", "worker"].map((place) => ({
      name: `Chromium ${place}, ${bundler}`,
      entry: "import",
      suite: () => runInChromium(bundleFor(folder, bundler), place === "worker"),
    })),
  );
}
