/** Scripts and benchmarks that cannot do what is asked say how they are used. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/paths.js";

it.each([
  ...["bench/compare.ts", "bench/compare.ts --only rows HEAD", "bench/compare.ts --rounds x HEAD"],
  ...["bench/compare.ts --rounds 0 HEAD", "scripts/site.ts --bogus", "scripts/site.ts dist/web"],
  "scripts/update-towns.ts",
])("tsx %s prints its usage and exits with 2", (command) => {
  const args = ["--import", "tsx", ...command.split(" ")];
  const { status, output } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
  expect(output.join("")).toMatch(/^Usage: np/m);
  expect(status).toBe(2);
});
