// @ts-check
/**
 * Builds unless dist is newer than all that the build reads; `npm test`, `npm start` and others run it first. Plain
 * JavaScript: Node answers in 50 ms, with tsx it would take 200 ms.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { COMMAND, ROOT, STAMP } from "./paths.js";

const INPUTS = [
  ...["LICENSE", "NOTICE", "package.json", "package-lock.json", "packages/cli/package.json"],
  ...["codegen", "data", "deploy", "docs", "scripts", "src", "tsconfig.json"],
];
/** Its folder is there while a build runs. One that is older was killed. */
const LOCK = join(ROOT, ".build-lock");
const LONGEST_BUILD_MS = 600_000;

/** @param {string} path */
const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * When a file, or any file of a folder, was changed last; a folder itself changes if a file in it comes or goes.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  // The build writes these itself.
  if (path.endsWith("src/generated") || path.endsWith("docs/api")) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(stats.mtimeMs, ...inside);
}

function isCurrent() {
  const builtMs = changedMs(STAMP);
  const isThere = builtMs > 0 && existsSync(COMMAND) && existsSync(join(ROOT, "src/generated"));
  return isThere && INPUTS.every((path) => newest(join(ROOT, path)) < builtMs);
}

/** @returns {boolean} whether this process may build now */
function takeLock() {
  if (Date.now() - changedMs(LOCK) > LONGEST_BUILD_MS && existsSync(LOCK)) rmdirSync(LOCK);
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}

while (!isCurrent()) {
  if (!existsSync(join(ROOT, "node_modules/tsx"))) {
    console.error("The packages that the build needs are missing. Run `npm ci` first.");
    process.exit(1);
  }
  if (!takeLock()) {
    await setTimeout(200);
    continue;
  }
  console.error("dist is not current: building it.");
  const args = ["--import", "tsx", join(ROOT, "scripts/build.ts")];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  rmdirSync(LOCK);
  if (status !== 0) process.exit(1);
}
