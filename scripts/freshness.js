// @ts-check
/**
 * Tells whether the dist of each package is what the sources would give. Plain JavaScript, because every start and every
 * test run asks: plain Node answers in 50 ms, with tsx it would take 200 ms.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { COMMAND_DIST, LIBRARY_DIST, ROOT, SOURCES, TABLES } from "./paths.js";

export * from "./paths.js";
export const DISTS = [LIBRARY_DIST, COMMAND_DIST];

/** Files that npm packs from the folder of a package only; the build copies them to packages/cli. */
export const LICENSES = ["LICENSE", "NOTICE"];

/** Documents that the help of the command line names, and where these lead; the build copies them to packages/cli, too. */
export const DOCUMENTS = [
  "batches",
  "command-line",
  "engines",
  "http",
  "library",
  "operations",
  "python",
].map((name) => `${name}.md`);

/** What those documents tell users to install in engines. */
export const DEPLOYED = ["clickhouse", "jobs", "postgresql"];

/** The file in dist that describes a build; written last, so that a partial build has none. */
const STAMP = join(LIBRARY_DIST, ".build.json");

const INPUT_FOLDERS = [
  ...["codegen", "data", "scripts", "src"],
  ...DEPLOYED.map((name) => `deploy/${name}`),
];
const INPUT_FILES = [
  "docs/map.png",
  "package.json",
  "package-lock.json",
  "packages/cli/package.json",
  "tsconfig.json",
  ...LICENSES,
  ...DOCUMENTS.map((name) => `docs/${name}`),
];

/** Packages whose code or data becomes part of the map page. */
export const IN_PAGE = ["ol", "quickselect", "rbush", "topojson-client", "world-atlas"];
/** Packages that decide what the build makes; compared where they are installed. */
const TOOLS = ["commander", "rolldown", "rolldown-plugin-dts", "typescript", ...IN_PAGE];

/**
 * @typedef {object} Stamp
 * @property {string} inputs hash of everything that the build reads
 * @property {Record<string, string | undefined>} tools versions of compiler and bundler
 * @property {Record<string, number>} outputs size in bytes of every file that it made, by paths from ROOT
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
 * Marks a build as complete.
 *
 * @param {Readonly<Record<string, string>>} folders where the build has made each dist
 * @param {string} inputs what {@link hashInputs} returned before the build began
 */
export function writeStamp(folders, inputs) {
  const outputs = Object.fromEntries(
    Object.entries(folders).flatMap(([dist, folder]) =>
      filesIn(folder).map((path) => [
        relative(ROOT, join(dist, path)),
        statSync(join(folder, path)).size,
      ]),
    ),
  );
  const tools = Object.fromEntries(TOOLS.map((name) => [name, versionOf(name)]));
  const stamp = join(folders[LIBRARY_DIST] ?? "", relative(LIBRARY_DIST, STAMP));
  writeFileSync(stamp, JSON.stringify({ inputs, tools, outputs }));
}

/**
 * Whether each dist was built from the inputs as they are now and is complete: every file is there in its
 * size, and so are the tables that tests read from src.
 *
 * @returns {boolean}
 */
export function isCurrent() {
  try {
    /** @type {Stamp} */
    const { inputs, tools, outputs } = JSON.parse(readFileSync(STAMP, "utf8"));
    const isComplete = Object.entries(outputs).every(
      ([path, size]) => statSync(join(ROOT, path)).size === size,
    );
    const areSameTools = TOOLS.every((name) => (versionOf(name) ?? tools[name]) === tools[name]);
    return (
      isComplete &&
      areSameTools &&
      statSync(join(SOURCES, TABLES)).size === outputs[`dist/${TABLES}`] &&
      inputs === hashInputs()
    );
  } catch {
    // A file is missing or the stamp is no JSON.
    return false;
  }
}
