/** `npm run build:site`: makes a folder with the map page that any static host can serve. */
import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { TILES_URL_ADVICE, tilesUrlProblem } from "../src/http/map/page.ts";
import { ROOT } from "./paths.js";
import { buildSite } from "./site.ts";

const HELP = `Usage: npm run build:site [-- OPTION...]

Makes dist/web: the map page with everything that it needs, for any static host.

  --output <folder>            the folder to make instead; a former one is replaced. The next build of the
                               package removes dist/web
  --tiles-url <template>       tiles under the map: an address with {z}, {x} and {y}
  --tiles-attribution <text>   source of the tiles; an address at its end becomes its link
  --help                       this text
`;

const { values } = parseArgs({
  options: {
    output: { type: "string", default: resolve(ROOT, "dist/web") },
    "tiles-url": { type: "string", default: "" },
    "tiles-attribution": { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

async function run(): Promise<void> {
  const url = values["tiles-url"];
  const problem = url === "" ? undefined : tilesUrlProblem(url);
  if (problem !== undefined) {
    console.error(`--tiles-url ${problem}. ${TILES_URL_ADVICE}`);
    process.exitCode = 2;
    return;
  }
  const output = resolve(values.output);
  const folder = mkdtempSync(`${dirname(output)}/.build-`);
  chmodSync(folder, 0o755);
  await buildSite(ROOT, folder, { url, attribution: values["tiles-attribution"] });
  rmSync(output, { recursive: true, force: true });
  renameSync(folder, output);
  console.log(`The map page is in ${output}.`);
}

if (values.help) console.log(HELP);
else await run();
