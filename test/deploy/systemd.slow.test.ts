import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const unit = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

/** The greatest exposure level that systemd 252 should report; 10 is that of a service without any protection. */
const MAX_EXPOSURE = 2;

const review = spawnSync(
  "systemd-analyze",
  ["security", "--offline=true", "--no-pager", unit("mapcoded.service")],
  { encoding: "utf8" },
);

describe("the task of a job array", () => {
  it("refuses a list in which two files have the same name, as one would take the place of the other", () => {
    const folder = mkdtempSync(join(tmpdir(), "mapcoded-job-"));
    const list = join(folder, "files.txt");
    writeFileSync(list, "a/points.csv\nb/points.csv\nb/more.csv\n");
    const run = spawnSync("sh", [unit("jobs/code-files.sh"), list, join(folder, "coded"), "2"], {
      encoding: "utf8",
    });
    expect(run.stderr).toBe(
      `${list} has several files named points.csv. Give each a name of its own.\n`,
    );
    expect(run.status).toBe(2);
    rmSync(folder, { recursive: true });
  });
});

describe("the units for systemd", () => {
  it.skipIf(review.error && process.env.CI === undefined)("expose little of the system", () => {
    const [, level] =
      /Overall exposure level for mapcoded\.service: ([\d.]+)/.exec(review.stdout) ?? [];
    expect(Number(level)).toBeLessThan(MAX_EXPOSURE);
  });

  it("stop the service later than it stops itself, and pass one socket to it", () => {
    const service = readFileSync(unit("mapcoded.service"), "utf8");
    const [, stopSeconds] = /--stop-after (\d+)/.exec(service) ?? [];
    const [, killSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(service) ?? [];
    expect(Number(killSeconds)).toBeGreaterThan(Number(stopSeconds));
    const socket = readFileSync(unit("mapcoded.socket"), "utf8");
    expect(socket.match(/^ListenStream=/gm)).toHaveLength(1);
  });
});
