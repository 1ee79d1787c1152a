/** The Python package and packages from PyPI, in a virtual environment for the suites that need them. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWheel, DIST, PACKAGE } from "../../scripts/build-python.ts";
import { ROOT } from "../../scripts/paths.js";

const ENVIRONMENTS = join(ROOT, "node_modules/.cache/mapcoded-python");

function pip(programs: string, ...args: readonly string[]): void {
  const quiet = ["--quiet", "--disable-pip-version-check"];
  execFileSync(join(programs, "pip"), [...args, ...quiet], { stdio: "inherit" });
}

/**
 * Builds the wheel of packages/python and installs it with the packages of a requirements file.
 * @returns the folder with the programs of the environment
 */
export function installPackage(requirements = join(PACKAGE, "tests/requirements.txt")): string {
  const name = requirements.includes("engines") ? "engines" : "package";
  const programs = installRequirements(requirements, join(ENVIRONMENTS, name));
  buildWheel(join(programs, "python"));
  const wheels = readdirSync(DIST).map((file) => join(DIST, file));
  pip(programs, "install", "--no-deps", "--force-reinstall", ...wheels);
  // Checks the dependencies of the wheel.
  pip(programs, "check");
  return programs;
}

/**
 * Installs the packages of a requirements file, unless these versions are installed.
 * @returns the folder with the programs of the environment
 */
export function installRequirements(requirements: string, folder: string): string {
  const programs = join(folder, "bin");
  // Written last, so that an interrupted installation is repeated.
  const list = join(folder, "installed.txt");
  if (existsSync(list) && readFileSync(list).equals(readFileSync(requirements))) return programs;
  rmSync(folder, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  // Most modules are never imported; Python compiles the others on import.
  pip(programs, "install", "--no-compile", "--requirement", requirements);
  cpSync(requirements, list);
  return programs;
}
