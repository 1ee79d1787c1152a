/** What is run, and the tools for it, from a manifest of their own, as `npm ci` should not take them along. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/paths.js";

/** What the suite gives; see suite.js. */
export interface Report {
  readonly vectors: number;
  readonly failures: readonly string[];
}

/** What is run for a row of the table. */
export interface Run {
  readonly name: string;
  /** How the library is loaded, by import or by require; or what is looked at. */
  readonly entry: string;
  /** Runs the suite in a runtime. */
  suite?(): Report | Promise<Report>;
  /** Checks what needs no vectors. @throws when it fails, with what the tool has said */
  check?(): void | Promise<void>;
}

/** The files into which the library and the command line are packed. */
export const TARBALL = `mapcoded-${packageJson.version}.tgz`;
export const COMMAND_TARBALL = `mapcoded-cli-${packageJson.version}.tgz`;
export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-runtimes");
const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));

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
  const lock = join(manifests, "package-lock.json");
  // Written last, so that a partial installation has none.
  const installedLock = join(folder, "installed-lock.json");
  const isInstalled =
    existsSync(installedLock) && readFileSync(installedLock).equals(readFileSync(lock));
  if (isInstalled) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(join(manifests, name), join(folder, name));
  }
  // Not `ci`: it refuses a lock file that lacks optional packages of other systems, as registries may not have them.
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: folder, stdio: "inherit" });
  cpSync(lock, installedLock);
}

/** Installs the tools, unless these versions are installed. */
export function installTools(): void {
  installManifest(MANIFESTS, TOOLS);
}
