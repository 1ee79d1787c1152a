/** The command `mapcoded` for engines, installed as npm installs it. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMAND_DIST, ROOT } from "../../../scripts/freshness.js";

const PACKAGE = dirname(COMMAND_DIST);

/** Variables with which npm takes a folder for the one of global packages. */
export function npmVariables(folder: string): Readonly<Record<string, string>> {
  return { npm_config_prefix: folder };
}

/** Copies the packages that a package needs, and what these need, to a folder. */
function copyDependencies(manifest: string, folder: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  for (const name of Object.keys(dependencies)) {
    if (existsSync(join(folder, name))) continue;
    const source = join(ROOT, "node_modules", name);
    cpSync(source, join(folder, name), { recursive: true });
    copyDependencies(join(source, "package.json"), folder);
  }
}

/**
 * Copies the built command, and what is installed in engines, as `npm install --global --prefix FOLDER` does: not
 * every user of an engine may read this clone.
 * @returns the folder within it to be added to PATH
 */
export function installCommand(folder: string): string {
  const installed = join(folder, "lib/node_modules/mapcoded-cli");
  cpSync(COMMAND_DIST, join(installed, "dist"), { recursive: true });
  cpSync(join(PACKAGE, "package.json"), join(installed, "package.json"));
  cpSync(join(ROOT, "deploy"), join(installed, "deploy"), { recursive: true });
  copyDependencies(join(PACKAGE, "package.json"), join(installed, "node_modules"));
  const programs = join(folder, "bin");
  mkdirSync(programs, { recursive: true });
  const program = join(programs, "mapcoded");
  const main = join(installed, "dist/cli/main.js");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(program, 0o755);
  return programs;
}
