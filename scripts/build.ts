/**
 * `npm run build`: makes dist and packages/cli/dist of data and src. Everything is made in folders of its own, which then
 * take the place of dist: a build that fails leaves the former one.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import {
  BORDERS,
  COMMAND_DIST,
  COMMAND_PACKAGE,
  LIBRARY_DIST,
  ROOT,
  SOURCES,
  STAMP,
  TABLES,
} from "./paths.js";
import { commandLine, library } from "./rolldown.config.ts";
import { buildSite } from "./site.ts";

/** What npm packs from the folder of a package only: licenses, the documents that the help names, and what these install. */
const COPIED = [
  ...["LICENSE", "NOTICE"],
  ...["batches", "command-line", "engines", "http", "library", "operations"].map(
    (name) => `docs/${name}.md`,
  ),
  ...["clickhouse", "postgresql"].map((name) => `deploy/${name}`),
];

/** Makes a dist in a folder beside it, which then takes its place. */
async function make(dist: string, fill: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(dirname(dist), ".build-"));
  try {
    chmodSync(folder, 0o755);
    await fill(folder);
    for (const file of [TABLES, BORDERS]) cpSync(join(SOURCES, file), join(folder, file));
    if (existsSync(dist)) renameSync(dist, `${folder}-former`);
    renameSync(folder, dist);
  } finally {
    for (const path of [folder, `${folder}-former`]) rmSync(path, { recursive: true, force: true });
  }
}

const begin = new Date();
// The bundler reads what codegen writes.
execFileSync(process.execPath, ["--import", "tsx", "codegen/main.ts"], {
  cwd: ROOT,
  stdio: "inherit",
});
await make(COMMAND_DIST, async (folder) => {
  await build(commandLine(folder));
  await buildSite(ROOT, join(folder, "web"));
});
for (const path of COPIED) {
  cpSync(join(ROOT, path), join(COMMAND_PACKAGE, path), { recursive: true });
}
await make(LIBRARY_DIST, (folder) => build(library(folder)));
writeFileSync(STAMP, "");
utimesSync(STAMP, begin, begin);
