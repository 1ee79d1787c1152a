/**
 * `npm run bench:compare REF`: this checkout's engine against that of another commit, in fresh
 * processes by turns, as whatever else the machine does then meets both alike.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type FreshRun, measureFresh } from "./fresh.ts";
import { median } from "./statistics.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DEFAULT_ROUNDS = 5;
const RUN: FreshRun = {
  pointsPerSet: 50_000,
  pointFiles: [],
  timing: { minTime: 0.1, maxTime: 0.6 },
  // What is compared runs by turns already.
  toolPoints: 0,
};

const HELP = `Usage: npm run bench:compare -- REF [--rounds N]

Measures the engine of this checkout and that of a commit by turns, ${DEFAULT_ROUNDS} times unless told
otherwise, and prints medians and their ratio. Dependencies are those of this checkout.
`;

type Times = Map<string, number[]>;

/** Builds a commit in a folder of its own. */
function checkOut(ref: string, folder: string): void {
  execFileSync("git", ["worktree", "add", "--detach", folder, ref], { cwd: ROOT, stdio: "pipe" });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  execFileSync("npm", ["run", "build"], { cwd: folder, stdio: "pipe" });
}

/** Measures an engine in a process of its own and adds what came out. */
function measureOnce(folder: string, times: Times): void {
  const engine = pathToFileURL(join(folder, "dist/index.js")).href;
  for (const one of measureFresh(RUN, engine).measurements) {
    const key = `${one.set.padEnd(9)}${one.case}`;
    times.set(key, [...(times.get(key) ?? []), one.nsPerPoint]);
  }
}

function print(ref: string, ours: Times, theirs: Times): void {
  console.log(`${"".padEnd(47)}${ref.slice(0, 12).padStart(12)}   this one   ratio`);
  for (const [key, values] of ours) {
    // The other one may not have all functions.
    if (!theirs.has(key)) continue;
    const [mine, other] = [median(values), median(theirs.get(key) ?? [])];
    const numbers = [other.toFixed(1).padStart(12), mine.toFixed(1).padStart(11)];
    console.log(`${key.padEnd(47)}${numbers.join("")}${(mine / other).toFixed(3).padStart(8)}`);
  }
}

function compare(ref: string, rounds: number): void {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-compare-"));
  const ours: Times = new Map();
  const theirs: Times = new Map();
  try {
    checkOut(ref, folder);
    for (let round = 0; round < rounds; round++) {
      const turns: [string, Times][] = [
        [ROOT, ours],
        [folder, theirs],
      ];
      for (const [where, times] of round % 2 === 0 ? turns : turns.toReversed()) {
        measureOnce(where, times);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    execFileSync("git", ["worktree", "prune"], { cwd: ROOT });
  }
  print(ref, ours, theirs);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, help: { type: "boolean" } },
});
const [ref, ...more] = positionals;
const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
if (values.help) {
  console.log(HELP);
} else if (ref === undefined || more.length > 0 || !(Number.isInteger(rounds) && rounds > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else {
  compare(ref, rounds);
}
