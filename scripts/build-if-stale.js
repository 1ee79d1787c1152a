// @ts-check
/** Builds unless dist is current; `npm start`, `npm test` and others run it first. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isCurrent, ROOT } from "./freshness.js";

/** @returns {number} the exit code */
function buildIfStale() {
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

process.exitCode = buildIfStale();
