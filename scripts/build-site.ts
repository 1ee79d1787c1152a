/**
 * `npm run build:site`: makes dist/web, the map page with everything that it needs, for any static host. With
 * `-- --output FOLDER`, it makes that folder; with `--tiles-url` and `--tiles-attribution` as of `mapcoded serve`, there
 * are tiles under the map. A former folder is replaced. The next build of the package removes dist/web.
 */
import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { tilesUrlProblem } from "../src/http/map/page.ts";
import { ROOT } from "./paths.js";
import { buildSite } from "./site.ts";

const { values } = parseArgs({
  options: {
    output: { type: "string", default: resolve(ROOT, "dist/web") },
    "tiles-url": { type: "string", default: "" },
    "tiles-attribution": { type: "string", default: "" },
  },
});
const url = values["tiles-url"];
const problem = url === "" ? undefined : tilesUrlProblem(url);
if (problem !== undefined) {
  console.error(`--tiles-url ${problem}`);
  process.exit(2);
}
const output = resolve(values.output);
const folder = mkdtempSync(`${dirname(output)}/.build-`);
chmodSync(folder, 0o755);
await buildSite(folder, { url, attribution: values["tiles-attribution"] });
rmSync(output, { recursive: true, force: true });
renameSync(folder, output);
console.log(`The map page is in ${output}.`);
