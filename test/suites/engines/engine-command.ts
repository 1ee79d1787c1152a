/** What engines need: the command `mapcoded`, installed as npm installs it, and the engines from npm. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMAND_DIST, ROOT } from "../../../scripts/paths.js";
import { installManifest } from "../runtimes/runtime-tools.ts";

const PACKAGE = dirname(COMMAND_DIST);

export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-engines");

/** Installs the engines from npm, by a manifest of their own, as `npm ci` should not take them along. */
export function installTools(): void {
  installManifest(import.meta.dirname, TOOLS);
}

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
