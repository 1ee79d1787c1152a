/** Packages of PyPI that a suite needs, in a virtual environment of its own. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs the packages of a file of requirements, unless these versions are installed.
 * @returns the folder with the programs of the environment
 */
export function installRequirements(requirements: string, folder: string): string {
  const programs = join(folder, "bin");
  // Written last, so that an interrupted installation is repeated.
  const installed = join(folder, "installed.txt");
  const isInstalled =
    existsSync(installed) && readFileSync(installed).equals(readFileSync(requirements));
  if (isInstalled) return programs;
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  pip(programs, "install", "--requirement", requirements);
  cpSync(requirements, installed);
  return programs;
}

/** Runs pip of an environment. */
export function pip(programs: string, ...args: readonly string[]): void {
  const quiet = ["--quiet", "--disable-pip-version-check"];
  execFileSync(join(programs, "pip"), [...args, ...quiet], { stdio: "inherit" });
}
