/** `npm run build:python`: makes the wheel of packages/python in its folder dist. `npm run build` has to come first. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_DIST, LICENSES, ROOT } from "./freshness.js";

export const PACKAGE = join(ROOT, "packages/python");
export const DIST = join(PACKAGE, "dist");
const ENGINE = join(PACKAGE, "src/mapcoded/engine");

/** The command line without its service, which needs packages with programs of their own for each system. */
const PARTS = ["chunks", "cli", "generated"];

/** The package that the command line needs beside those of the service. */
const DEPENDENCY = "cli-progress";

/** Copies a package of npm and the packages that it needs. */
function copyPackage(name: string): void {
  const source = join(ROOT, "node_modules", name);
  cpSync(source, join(ENGINE, "node_modules", name), {
    recursive: true,
    filter: (file) =>
      !/\/(test|docs|examples)\b|\.(d\.ts|png|map)$/.test(file.slice(source.length)),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  for (const other of Object.keys(dependencies)) copyPackage(other);
}

function copyEngine(): void {
  rmSync(ENGINE, { recursive: true, force: true });
  for (const name of PARTS) {
    cpSync(join(COMMAND_DIST, name), join(ENGINE, "dist", name), {
      recursive: true,
      filter: (file) => !file.endsWith(".map"),
    });
  }
  // It says that the files are modules, and which version they are.
  cpSync(join(dirname(COMMAND_DIST), "package.json"), join(ENGINE, "package.json"));
  copyPackage(DEPENDENCY);
}

/**
 * Makes the wheel.
 * @param python an interpreter that has pip
 * @throws Error if pip fails, which has written why
 */
export function buildWheel(python = "python3"): void {
  copyEngine();
  for (const name of LICENSES) cpSync(join(ROOT, name), join(PACKAGE, name));
  rmSync(DIST, { recursive: true, force: true });
  const options = ["--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", DIST];
  execFileSync(python, ["-m", "pip", "wheel", ...options, PACKAGE], { stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWheel();
