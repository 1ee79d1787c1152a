import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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
