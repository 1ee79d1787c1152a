/** The `mapcode` command of Debian, measured in the same run: a mark that others know. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ToolMeasurement {
  readonly command: string;
  readonly points: number;
  readonly userSeconds: number;
  readonly userNsPerPoint: number;
}

/** The second line of the shell's `times` is about its children, user time first. */
const CHILD_USER_TIME = /\n(\d+)m([\d.]+)s [^\n]*\s*$/;

/**
 * Lets the tool encode random points of the sphere, as a whole process: it also draws the points
 * and prints them with their codes.
 * @returns undefined where there is no such tool
 */
export function measureTool(points: number): ToolMeasurement | undefined {
  if (spawnSync("sh", ["-c", "command -v mapcode"]).status !== 0) return undefined;
  const command = `mapcode -r ${points} 0 42`;
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-bench-"));
  try {
    // Node tells the times of its own process only, the shell those of its children.
    const script = `${command} >"$1" 2>/dev/null || exit; times`;
    const output = join(folder, "codes.txt");
    const { status, stdout } = spawnSync("sh", ["-c", script, "sh", output], { encoding: "utf8" });
    const [, minutes, seconds] = CHILD_USER_TIME.exec(stdout) ?? [];
    if (status !== 0 || seconds === undefined) {
      throw new Error(`\`${command}\` ended with ${status} and the times '${stdout}'`);
    }
    const userSeconds = 60 * Number(minutes) + Number(seconds);
    return { command, points, userSeconds, userNsPerPoint: (userSeconds / points) * 1e9 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
