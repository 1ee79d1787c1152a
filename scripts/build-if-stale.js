// @ts-check
/** Builds unless dist is current; `npm test` and others run it first, and `npm start` by scripts/start.js. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isCurrent, ROOT } from "./freshness.js";

/** @returns {number} the exit code */
export function buildIfStale() {
  if (isCurrent()) return 0;
  if (!existsSync(join(ROOT, "node_modules/tsx"))) {
    console.error("The packages that the build needs are missing. Run `npm ci` first.");
    return 1;
  }
  console.error("dist is not current: building it.");
  const build = join(ROOT, "scripts/build.ts");
  const args = ["--import", "tsx", build, "--unless-current"];
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = buildIfStale();
