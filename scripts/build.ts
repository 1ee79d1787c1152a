/**
 * `npm run build`: makes dist from data and src. Everything is made in a folder of its own, which
 * then takes the place of dist, so that nobody ever sees half a build and two builds at once do not
 * disturb each other.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.ts";
import {
  COMMAND,
  COMPACT_TABLES,
  DIST,
  hashInputs,
  isCurrent,
  ROOT,
  TABLES,
  writeStamp,
} from "./freshness.js";

const HELP = `Usage: npm run build [-- OPTION]

Makes dist: the tables from data/, the bundled modules and the types from src/.

  --unless-current   keep the dist of another build that has finished meanwhile
  --help             this text
`;

/** Folders of builds; beside dist, so that renaming works and relative paths are the same. */
const TEMPORARY = ".build-";
const ABANDONED_AFTER_MS = 600_000;

/** Types that users of the package can import. */
const TYPED_ENTRIES = ["index.d.ts", "batch/index.d.ts", "batch/node.d.ts"];

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

/** An empty folder that everybody can read once it is dist. */
function makeFolder(): string {
  const folder = mkdtempSync(join(ROOT, TEMPORARY));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folders of builds that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(ROOT)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const folder = join(ROOT, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > ABANDONED_AFTER_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the declarations that the typed entries lead to, 29 of 130 files, with their maps. Those of
 * the service and the command line cannot be imported from the package.
 */
function copyDeclarations(from: string, to: string): void {
  const copied = new Set<string>();
  const copy = (path: string) => {
    if (copied.has(path)) return;
    copied.add(path);
    for (const file of [path, `${path}.map`]) cpSync(join(from, file), join(to, file));
    const text = readFileSync(join(from, path), "utf8");
    for (const [, module = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g)) {
      copy(join(dirname(path), `${module}.d.ts`));
    }
  };
  for (const entry of TYPED_ENTRIES) copy(entry);
}

/** Builds everything into `folder`; `scratch` is an empty folder for what is only needed meanwhile. */
async function buildInto(folder: string, scratch: string): Promise<void> {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  // The others read what codegen writes.
  await runNode("--import", "tsx", "codegen/main.ts");
  await Promise.all([
    runNode(compiler, "-p", "tsconfig.build.json", "--outDir", scratch),
    bundle(join(ROOT, "src"), folder),
  ]);
  copyDeclarations(scratch, folder);
  for (const file of [TABLES, COMPACT_TABLES]) cpSync(join(ROOT, "src", file), join(folder, file));
  chmodSync(join(folder, COMMAND), 0o755);
}

/** Puts a finished build in the place of dist, which is missing for less than a millisecond. */
function publish(folder: string): void {
  const former = makeFolder();
  for (let attempts = 0; ; attempts++) {
    try {
      renameSync(DIST, join(former, `${attempts}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    try {
      renameSync(folder, DIST);
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
  removeAbandoned();
  const [folder, scratch] = [makeFolder(), makeFolder()];
  try {
    await buildInto(folder, scratch);
    writeStamp(folder, inputs);
    if (!(unlessCurrent && isCurrent())) publish(folder);
  } finally {
    for (const made of [folder, scratch]) rmSync(made, { recursive: true, force: true });
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
