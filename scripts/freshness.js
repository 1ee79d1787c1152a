// @ts-check
/**
 * Tells whether dist is what the sources would give. Plain JavaScript, because every start and every
 * test run asks: plain Node answers in 50 ms, with tsx it would take 200 ms.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const DIST = join(ROOT, "dist");

/** The command of the package, which has to be executable for `npx mapcoded`. */
export const COMMAND = "cli/main.js";

/** The table file, in src as in dist. */
export const TABLES = "generated/tables.bin";

/** Their compact form. */
export const COMPACT_TABLES = "generated/tables-compact.bin";

/** The file in dist that describes a build; written last, so that a partial build has none. */
const STAMP = ".build.json";

const INPUT_FOLDERS = ["codegen", "data", "scripts", "src"];
const INPUT_FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

/** Packages that decide what the build makes; compared where they are installed. */
const TOOLS = ["rolldown", "typescript"];

/**
 * @typedef {object} Stamp
 * @property {string} inputs hash of everything that the build reads
 * @property {Record<string, string | undefined>} tools versions of compiler and bundler
 * @property {Record<string, number>} outputs size in bytes of every file that it made
 */

/**
 * The files of a folder as sorted paths relative to it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/**
 * The installed version of a package; undefined when it is not installed, as after `npm prune`.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
function versionOf(name) {
  const path = join(ROOT, "node_modules", name, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : undefined;
}

/**
 * The hash of everything that the build reads: sources, data, scripts, settings and Node's version.
 * Contents are hashed and not times, so that `git checkout` there and back needs no build; it takes
 * 15 ms.
 *
 * @returns {string}
 */
export function hashInputs() {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}\n`);
  const inFolders = INPUT_FOLDERS.flatMap((folder) =>
    filesIn(join(ROOT, folder)).map((path) => `${folder}/${path}`),
  );
  for (const path of [...INPUT_FILES, ...inFolders]) {
    // The tables are made of data/ by the build itself; documents change nothing.
    if (path.startsWith("src/generated/") || path.endsWith(".md")) continue;
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Marks the build in `folder` as complete.
 *
 * @param {string} folder
 * @param {string} inputs what {@link hashInputs} returned before the build began
 */
export function writeStamp(folder, inputs) {
  const outputs = Object.fromEntries(
    filesIn(folder).map((path) => [path, statSync(join(folder, path)).size]),
  );
  const tools = Object.fromEntries(TOOLS.map((name) => [name, versionOf(name)]));
  writeFileSync(join(folder, STAMP), JSON.stringify({ inputs, tools, outputs }));
}

/**
 * Whether dist was built from the inputs as they are now and is complete: every file is there in its
 * size, the command is executable, and so are the tables that tests read from src.
 *
 * @returns {boolean}
 */
export function isCurrent() {
  try {
    /** @type {Stamp} */
    const { inputs, tools, outputs } = JSON.parse(readFileSync(join(DIST, STAMP), "utf8"));
    const isComplete = Object.entries(outputs).every(
      ([path, size]) => statSync(join(DIST, path)).size === size,
    );
    const areSameTools = TOOLS.every((name) => (versionOf(name) ?? tools[name]) === tools[name]);
    return (
      isComplete &&
      areSameTools &&
      statSync(join(ROOT, "src", TABLES)).size === outputs[TABLES] &&
      (statSync(join(DIST, COMMAND)).mode & 0o111) !== 0 &&
      inputs === hashInputs()
    );
  } catch {
    // A file is missing or the stamp is no JSON.
    return false;
  }
}
