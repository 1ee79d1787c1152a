/** `npm run build:python`: makes the wheel of packages/python in its folder dist. It needs `npm run build` first. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_DIST, ROOT } from "./paths.js";

export const PACKAGE = join(ROOT, "packages/python");
export const DIST = join(PACKAGE, "dist");
const ENGINE = join(PACKAGE, "src/mapcoded/engine");

/** Code of the service and DuckDB only: the service needs native packages for each system. */
const LEFT_OUT = /\/(?:web|service|duckdb|chunks\/(?:serve|service|uws|node|duckdb)\.js)$/;

/** The code and the licenses of a package. */
const KEPT = /\.js$|\/package\.json$|license[^/]*$/i;

/** Copies a package of npm and its dependencies. */
function copyPackage(name: string): void {
  const source = join(ROOT, "node_modules", name);
  const filter = (file: string) => statSync(file).isDirectory() || KEPT.test(file);
  cpSync(source, join(ENGINE, "node_modules", name), { recursive: true, filter });
  const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  for (const other of Object.keys(dependencies)) copyPackage(other);
}

/** Copies the command line, and its only dependency without the service. */
function copyEngine(): void {
  rmSync(ENGINE, { recursive: true, force: true });
  const filter = (file: string) => !LEFT_OUT.test(file);
  cpSync(COMMAND_DIST, join(ENGINE, "dist"), { recursive: true, filter });
  // It declares the type of modules, and the version.
  cpSync(join(dirname(COMMAND_DIST), "package.json"), join(ENGINE, "package.json"));
  copyPackage("cli-progress");
}

/**
 * Makes the wheel.
 * @param python an interpreter with pip
 * @throws Error if pip fails. Pip prints the reason
 */
export function buildWheel(python = "python3"): void {
  copyEngine();
  for (const name of ["LICENSE", "NOTICE"]) cpSync(join(ROOT, name), join(PACKAGE, name));
  rmSync(DIST, { recursive: true, force: true });
  const options = ["--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", DIST];
  execFileSync(python, ["-m", "pip", "wheel", ...options, PACKAGE], { stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWheel();
