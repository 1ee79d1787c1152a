/**
 * `npm run build`: makes dist and packages/cli/dist of data and src. Everything is made in folders of its own, which then
 * take the place of dist: a build that fails leaves the former one.
 */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import * as paths from "./paths.js";
import { commandLine, library } from "./rolldown.config.ts";
import { buildSite, makeFolder } from "./site.ts";

/** What npm packs from the folder of a package only: licenses, the documents that the help names, and what these install. */
const COPIED = [
  ...["LICENSE", "NOTICE", "deploy/clickhouse", "deploy/postgresql", "docs/batches.md"],
  ...["docs/command-line.md", "docs/engines.md", "docs/http.md", "docs/library.md"],
  "docs/operations.md",
];

/** Makes the dist of a package, with the arrays. */
const make = (dist: string, bundle: (folder: string) => Promise<unknown>) =>
  makeFolder(dist, async (folder) => {
    await bundle(folder);
    for (const file of [paths.TABLES, paths.BORDERS]) {
      fs.cpSync(join(paths.SOURCES, file), join(folder, file));
    }
  });

const begin = new Date();
// The bundler reads what codegen writes.
const codegen = ["--import", "tsx", "codegen/main.ts"];
execFileSync(process.execPath, codegen, { cwd: paths.ROOT, stdio: "inherit" });
await make(paths.COMMAND_DIST, async (folder) => {
  await build(commandLine(folder));
  await buildSite(join(folder, "web"));
});
for (const path of COPIED) {
  fs.cpSync(join(paths.ROOT, path), join(paths.COMMAND_PACKAGE, path), { recursive: true });
}
await make(paths.LIBRARY_DIST, (folder) => build(library(folder)));
fs.writeFileSync(paths.STAMP, "");
fs.utimesSync(paths.STAMP, begin, begin);
