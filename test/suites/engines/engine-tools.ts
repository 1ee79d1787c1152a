/** The engines from npm and PyPI, by manifests of their own, as `npm ci` should not take them along. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installManifest, ROOT } from "../runtimes/runtime-tools.ts";

export const TOOLS = `${ROOT}/node_modules/.cache/mapcoded-engines`;

const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));

/** Installs the engines from npm, unless these versions are installed. */
export function installTools(): void {
  installManifest(MANIFESTS, TOOLS);
}

/**
 * Installs the engines from PyPI, unless these versions are installed.
 * @returns the folder with the programs of the virtual environment
 */
export function installPythonTools(): string {
  const requirements = join(MANIFESTS, "requirements.txt");
  const folder = join(TOOLS, "python");
  const programs = join(folder, "bin");
  // Written last, so that an interrupted installation is repeated.
  const installed = join(folder, "installed.txt");
  const isInstalled =
    existsSync(installed) && readFileSync(installed).equals(readFileSync(requirements));
  if (isInstalled) return programs;
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  const args = ["install", "--quiet", "--disable-pip-version-check", "--requirement", requirements];
  execFileSync(join(programs, "pip"), args, { stdio: "inherit" });
  cpSync(requirements, installed);
  return programs;
}
