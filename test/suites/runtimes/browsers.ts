/** Bundles the suite for browsers and runs it in a page and in a Web Worker of headless Chromium. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { serveFolder } from "../../support/static-server.ts";
import { launchChromium } from "../browser/chromium.ts";
import { type Report, type Run, TOOLS } from "./runtime-tools.ts";

const load = (name: string) => import(createRequire(join(TOOLS, "package.json")).resolve(name));
const PROGRAM = "program-page.mjs";
const BUNDLE = "bundle.js";

/** Each makes the bundle of the program in a folder. */
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

/** The program posts its report, which may be an error. */
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

/** Runs the bundle of a bundler, which the first run makes, in a page or in a worker of it. */
async function runInChromium(folder: string, bundler: string, query: string): Promise<Report> {
  const output = join(folder, `bundle-${bundler}`);
  if (!existsSync(join(output, BUNDLE))) {
    mkdirSync(output);
    await BUNDLERS[bundler](folder, output);
  }
  writeFileSync(join(output, "index.html"), PAGE);
  writeFileSync(join(output, "worker.js"), WORKER);
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

/** The suite as each bundler makes it for pages and workers. @param folder with the suite */
export function browserRuns(folder: string): Run[] {
  return Object.keys(BUNDLERS).flatMap((bundler): Run[] => [
    [`Chromium page, ${bundler}`, () => runInChromium(folder, bundler, "")],
    [`Chromium worker, ${bundler}`, () => runInChromium(folder, bundler, "?worker")],
  ]);
}
