/** `npm run build:python`: makes the wheel of packages/python in its folder dist. `npm run build` has to come first. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BORDERS, COMMAND_DIST, ROOT, TABLES } from "./paths.js";

export const PACKAGE = join(ROOT, "packages/python");
export const DIST = join(PACKAGE, "dist");
const ENGINE = join(PACKAGE, "src/mapcoded/engine");

/** The programs of the command line: the command, and the threads that convert files. */
const PROGRAMS = ["cli/main.js", "cli/batch/worker.js"];

/** What `mapcoded serve` runs. It needs packages with programs of their own for each system: __main__.py rejects the command. */
const SERVICE = "chunks/serve.js";

/** Imports of files beside a file, in the words of rolldown. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*["`](\.{1,2}\/[\w./-]+\.js)["`]/g;

/** The package that the command line needs beside the packages of the service. */
const DEPENDENCY = "cli-progress";

/** What runs of a package, and what its license wants to be copied along. */
const KEPT = /\.js$|\/package\.json$|license[^/]*$/i;

/** Adds a file of the command line and what it imports, without the service. */
function addImports(file: string, found: Set<string>): void {
  if (file === SERVICE || found.has(file)) return;
  found.add(file);
  const code = readFileSync(join(COMMAND_DIST, file), "utf8");
  for (const [, path] of code.matchAll(IMPORTED)) addImports(join(dirname(file), path), found);
}

/** Copies a package of npm and the packages that it needs. */
function copyPackage(name: string): void {
  const source = join(ROOT, "node_modules", name);
  cpSync(source, join(ENGINE, "node_modules", name), {
    recursive: true,
    filter: (file) => statSync(file).isDirectory() || KEPT.test(file),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  for (const other of Object.keys(dependencies)) copyPackage(other);
}

function copyEngine(): void {
  rmSync(ENGINE, { recursive: true, force: true });
  const files = new Set([TABLES, BORDERS]);
  for (const program of PROGRAMS) addImports(program, files);
  for (const file of files) cpSync(join(COMMAND_DIST, file), join(ENGINE, "dist", file));
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
  for (const name of ["LICENSE", "NOTICE"]) cpSync(join(ROOT, name), join(PACKAGE, name));
  rmSync(DIST, { recursive: true, force: true });
  const options = ["--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", DIST];
  execFileSync(python, ["-m", "pip", "wheel", ...options, PACKAGE], { stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWheel();
