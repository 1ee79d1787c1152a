// @ts-check
/**
 * Builds unless dist is newer than all inputs of the build. `npm test`, `npm start` and others run it first. It is
 * plain JavaScript, because tsx would take 200 ms instead of 50.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { COMMAND, ROOT, STAMP } from "./paths.js";

const INPUTS = [
  ...["LICENSE", "NOTICE", "package.json", "package-lock.json", "packages/cli/package.json"],
  ...["codegen", "data", "deploy", "docs", "scripts", "src", "tsconfig.json"],
];
/** Files within the inputs that the build writes. */
const OUTPUTS = ["src/generated", "docs/api"];
/** A folder that exists during a build. An older one is of a killed build. */
const LOCK = join(ROOT, ".build-lock");
const LONGEST_BUILD_MS = 600_000;

/**
 * The time of the last change of a file, or of a folder and its files. A new or deleted file changes its folder, and so
 * does the first build where its output is.
 * @param {string} path
 * @returns {number}
 */
function changedMs(path) {
  if (OUTPUTS.includes(path)) return 0;
  const stats = statSync(join(ROOT, path));
  const names = stats.isDirectory() ? readdirSync(join(ROOT, path)) : [];
  const hasOutput = OUTPUTS.some((output) => dirname(output) === path);
  return Math.max(
    hasOutput ? 0 : stats.mtimeMs,
    ...names.map((name) => changedMs(join(path, name))),
  );
}

function isCurrent() {
  if (![STAMP, COMMAND, join(ROOT, "src/generated/tables.bin")].every(existsSync)) return false;
  const builtMs = statSync(STAMP).mtimeMs;
  return INPUTS.every((path) => changedMs(path) < builtMs);
}

while (!isCurrent()) {
  if (!existsSync(join(ROOT, "node_modules/tsx"))) {
    console.error("The packages that the build needs are missing. Run `npm ci` first.");
    process.exit(1);
  }
  try {
    mkdirSync(LOCK);
  } catch {
    const lockedMs = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - lockedMs > LONGEST_BUILD_MS) rmSync(LOCK, { recursive: true, force: true });
    await setTimeout(200);
    continue;
  }
  console.error("dist is not current: building it.");
  const args = ["--import", "tsx", join(ROOT, "scripts/build.ts")];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  rmSync(LOCK, { recursive: true });
  // One build, as a file with a time in the future would be newer than each.
  process.exit(status === 0 ? 0 : 1);
}
