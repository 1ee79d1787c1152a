/**
 * `npm run build`: makes dist and packages/cli/dist from data and src, in temporary folders that then replace them.
 * A build that fails leaves the former dist.
 */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import * as paths from "./paths.js";
import { commandLine, library } from "./rolldown.config.ts";
import { buildSite, makeFolder } from "./site.ts";

/** Files to copy into packages/cli, for npm to pack: licenses, documents named in the help, files to install. */
const COPIED = [
  ...["LICENSE", "NOTICE", "deploy", "docs/batches.md", "docs/command-line.md"],
  ...["docs/engines.md", "docs/http.md", "docs/library.md", "docs/map.md", "docs/operations.md"],
];

/** Replaces links of a document by their texts where the package lacks the file. */
function cutLinks(path: string): void {
  const text = fs.readFileSync(path, "utf8");
  const cut = text.replace(
    /\[([^\]]*)\]\((?!https?:|#)([^)#]+)[^)]*\)/g,
    (link, words: string, target: string) =>
      fs.existsSync(join(dirname(path), target)) ? link : words,
  );
  fs.writeFileSync(path, cut);
}

/** Makes the dist of a package, with the files of arrays. */
const make = (dist: string, bundle: (folder: string) => Promise<unknown>) =>
  makeFolder(dist, async (folder) => {
    await bundle(folder);
    for (const file of [paths.TABLES, paths.BORDERS]) {
      fs.cpSync(join(paths.SOURCES, file), join(folder, file));
    }
  });

const begin = new Date();
// The bundler reads the generated files.
const codegen = ["--import", "tsx", "codegen/main.ts"];
execFileSync(process.execPath, codegen, { cwd: paths.ROOT, stdio: "inherit" });
await make(paths.COMMAND_DIST, async (folder) => {
  await build(commandLine(folder));
  await buildSite(join(folder, "web"));
});
for (const path of COPIED) {
  fs.cpSync(join(paths.ROOT, path), join(paths.COMMAND_PACKAGE, path), { recursive: true });
}
for (const path of COPIED.filter((path) => path.endsWith(".md"))) {
  cutLinks(join(paths.COMMAND_PACKAGE, path));
}
await make(paths.LIBRARY_DIST, (folder) => build(library(folder)));
fs.writeFileSync(paths.STAMP, "");
fs.utimesSync(paths.STAMP, begin, begin);
