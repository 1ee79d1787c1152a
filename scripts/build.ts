/**
 * `npm run build`: makes the dist of each package from data and src. Everything is made in folders of its
 * own, which then take the place of dist, so that nobody ever sees half a build and two builds at once do
 * not disturb each other.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build as bundle } from "rolldown";
import {
  BORDERS,
  COMMAND_DIST,
  DEPLOYED,
  DISTS,
  DOCUMENTS,
  hashInputs,
  isCurrent,
  LIBRARY_DIST,
  LICENSES,
  ROOT,
  SOURCES,
  TABLES,
  WEB_SITE,
  writeStamp,
} from "./freshness.js";
import { commandLine, library as libraryOptions } from "./rolldown.config.ts";
import { buildSite } from "./site.ts";

const HELP = `Usage: npm run build [-- OPTION]

Makes dist and packages/cli/dist: the tables from data/, the bundled modules and the types from src/.

  --unless-current   keep the dist of another build that has finished meanwhile
  --help             this text
`;

/** Folders of builds; beside dist, so that renaming works and relative paths are the same. */
const TEMPORARY = ".build-";
const ABANDONED_AFTER_MS = 600_000;

/** A program that the build runs has failed; it has written why. */
class StepFailedError extends Error {
  override name = "StepFailedError";
}

/**
 * Runs a program of Node.
 *
 * @throws {StepFailedError} when its exit code is not 0
 */
async function runNode(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new StepFailedError(`node ${args.join(" ")} has failed.`);
}

/** An empty folder beside a dist that everybody can read once it is that dist. */
function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, TEMPORARY));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folders of builds that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const folder = join(parent, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the library into `folder`. */
async function buildLibrary(folder: string): Promise<void> {
  // The bundler reads what codegen writes.
  await runNode("--import", "tsx", "codegen/main.ts");
  await bundle(libraryOptions(folder));
  for (const file of [TABLES, BORDERS]) {
    cpSync(join(SOURCES, file), join(folder, file));
  }
}

/** Builds the command line and the map page of its service into `folder`, after the tables and borders of the library. */
async function buildCommandLine(folder: string): Promise<void> {
  await bundle(commandLine(folder));
  await buildSite(ROOT, join(folder, WEB_SITE));
  for (const file of [TABLES, BORDERS]) cpSync(join(SOURCES, file), join(folder, file));
  for (const name of LICENSES) cpSync(join(ROOT, name), join(dirname(COMMAND_DIST), name));
  for (const name of DOCUMENTS) {
    cpSync(join(ROOT, "docs", name), join(dirname(COMMAND_DIST), "docs", name));
  }
  for (const name of DEPLOYED) {
    const folder = join("deploy", name);
    cpSync(join(ROOT, folder), join(dirname(COMMAND_DIST), folder), { recursive: true });
  }
}

/** Puts a finished build in the place of `dist`, which is missing for less than a millisecond. */
function publish(folder: string, dist: string): void {
  const former = makeFolder(dirname(dist));
  for (let attempts = 0; ; attempts++) {
    try {
      renameSync(dist, join(former, `${attempts}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    try {
      renameSync(folder, dist);
      break;
    } catch (error) {
      // Another build has published in between.
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || attempts === 10) throw error;
    }
  }
  rmSync(former, { recursive: true, force: true });
}

async function build(unlessCurrent: boolean): Promise<void> {
  const inputs = hashInputs();
  for (const dist of DISTS) removeAbandoned(dirname(dist));
  const [library = "", command = ""] = DISTS.map((dist) => makeFolder(dirname(dist)));
  try {
    await buildLibrary(library);
    await buildCommandLine(command);
    writeStamp({ [LIBRARY_DIST]: library, [COMMAND_DIST]: command }, inputs);
    if (unlessCurrent && isCurrent()) return;
    publish(command, COMMAND_DIST);
    publish(library, LIBRARY_DIST);
  } finally {
    for (const made of [library, command]) {
      rmSync(made, { recursive: true, force: true });
    }
  }
}

const { values } = parseArgs({
  options: { "unless-current": { type: "boolean" }, help: { type: "boolean" } },
});
if (values.help) {
  console.log(HELP);
} else {
  try {
    await build(values["unless-current"] ?? false);
  } catch (error) {
    if (!(error instanceof StepFailedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
