/** What is run, and the tools for it, from a manifest of their own, as `npm ci` should not take them along. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/paths.js";

/** What the suite gives; see suite.js. */
export interface Report {
  readonly vectors: number;
  readonly failures: readonly string[];
}

/** A row of the table: its name, and what runs the suite, or checks what needs no vectors and throws if it fails. */
export type Run = readonly [name: string, run: () => unknown];

/** The files into which the library and the command line are packed. */
export const TARBALL = `mapcoded-${packageJson.version}.tgz`;
export const COMMAND_TARBALL = `mapcoded-cli-${packageJson.version}.tgz`;
export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-runtimes");

/** A file of an installed tool, by its path in node_modules. */
export const tool = (path: string): string => join(TOOLS, "node_modules", path);

/** The command of an installed tool. */
export const bin = (name: string): string => tool(`.bin/${name}`);

/**
 * Installs what a manifest and its lock file name, unless these versions are installed.
 * @param manifests the folder with package.json and package-lock.json
 * @param folder where to install
 */
export function installManifest(manifests: string, folder: string): void {
  const lock = readFileSync(join(manifests, "package-lock.json"));
  // Written last, so that a partial installation has none.
  const done = join(folder, "installed-lock.json");
  if (existsSync(done) && readFileSync(done).equals(lock)) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(join(manifests, name), join(folder, name));
  }
  // Not `ci`: it refuses a lock file that lacks optional packages of other systems, as registries may not have them.
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: folder, stdio: "inherit" });
  cpSync(join(manifests, "package-lock.json"), done);
}

/** Installs the tools, unless these versions are installed. */
export function installTools(): void {
  installManifest(import.meta.dirname, TOOLS);
}
