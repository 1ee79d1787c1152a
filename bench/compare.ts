/**
 * `npm run bench:compare -- REF`: compares this checkout with a commit, built in a worktree. Measures both by turns in
 * fresh processes, so that other load affects both, and takes the median of the ratios.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { ROOT } from "../scripts/paths.js";
import { integerParser } from "../src/cli/option-parsers.ts";
import { CASES, measureCase, startEngine } from "./engine.ts";
import { CONVERSIONS, createFastFolder, measureConversion, writeInputs } from "./files.ts";
import { SETS } from "./points.ts";

const HELP = `
REF is a commit, or the folder of a checkout that is built. Exits with 1 if the engine is slower by more than 5% in the
geometric mean of its cases, or csv rows by more than 3%, or if an answer differs. A case that one side lacks is left out.`;

const POINTS = 20_000;
const ROWS = 300_000;

/** The time of a case on one side, and its answers or their sum. */
interface Sample {
  readonly ns: number;
  readonly answers: number | string;
}
/** The samples of each case, in pairs. */
type Pairs = Map<string, (readonly [before: Sample, after: Sample])[]>;

/** Builds a commit: npm does so when it has installed its packages. */
function checkOut(ref: string, folder: string): void {
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  run(ROOT, "git", "worktree", "add", "--detach", folder, ref);
  run(folder, "npm", "ci", "--prefer-offline", "--no-audit", "--no-fund");
}

/** Measures both sides, and adds the pair. The first side alternates. */
async function addPair(
  pairs: Pairs,
  name: string,
  turn: number,
  measure: (side: number) => Promise<Sample | undefined>,
): Promise<void> {
  const samples: (Sample | undefined)[] = [];
  for (const side of turn % 2 === 0 ? [0, 1] : [1, 0]) samples[side] = await measure(side);
  const [before, after] = samples;
  if (before && after) pairs.set(name, [...(pairs.get(name) ?? []), [before, after]]);
}

async function measureEngines(checkouts: string[], round: number, pairs: Pairs): Promise<void> {
  for (const set of Object.keys(SETS)) {
    const sides = checkouts.map((checkout) => startEngine(set, POINTS, checkout));
    for (const [index, name] of Object.keys(CASES).entries()) {
      await addPair(pairs, `${set}: ${name}`, round + index, (side) => {
        return measureCase(sides[side], name);
      });
    }
    for (const child of sides) child.kill();
  }
}

async function measureRows(checkouts: string[], round: number, pairs: Pairs): Promise<void> {
  const folder = createFastFolder();
  writeInputs(folder, ROWS);
  for (const conversion of CONVERSIONS.slice(0, 2)) {
    await addPair(pairs, `${conversion[0]} csv`, round, async (side) => {
      const ns = (measureConversion(conversion, folder, 1, checkouts[side]) * 1e9) / ROWS;
      return { ns, answers: readFileSync(join(folder, conversion[2]), "latin1") };
    });
  }
  rmSync(folder, { recursive: true });
}

/** Prints a table. @returns whether the geometric mean of the ratios is within the limit, with the same answers */
function printTable(part: string, pairs: Pairs, limit: number): boolean {
  console.log(`\n| ${part} | ns before | ns after | ratio | least and greatest |`);
  console.log("| --- | --- | --- | --- | --- |");
  let [sum, isSame] = [0, true];
  for (const [name, samples] of pairs) {
    const ratios = samples.map(([before, after]) => after.ns / before.ns).sort((a, b) => a - b);
    const median = ratios[ratios.length >> 1];
    sum += Math.log(median);
    const leastOf = (side: number) => Math.min(...samples.map((pair) => pair[side].ns)).toFixed(0);
    const range = [ratios[0], ratios[ratios.length - 1]].map((ratio) => ratio.toFixed(2)).join(" ");
    const isOther = samples.some(([before, after]) => before.answers !== after.answers);
    isSame &&= !isOther;
    const note = isOther ? " OTHER ANSWERS" : "";
    const cells = [name, leastOf(0), leastOf(1), median.toFixed(3), `${range}${note}`];
    console.log(`| ${cells.join(" | ")} |`);
  }
  const mean = Math.exp(sum / pairs.size);
  console.log(`| geometric mean | | | ${mean.toFixed(3)} | |`);
  // NaN without cases.
  return mean <= limit && isSame;
}

const PARTS = [
  { part: "engine", measure: measureEngines, limit: 1.05 },
  { part: "csv", measure: measureRows, limit: 1.03 },
];

const program = new Command("npm run bench:compare --")
  .argument("<ref>", "a commit, or the folder of a built checkout")
  .option("--rounds <number>", "how often each side is measured", integerParser(1, 1000), 7)
  .addOption(new Option("--only <part>").choices(PARTS.map(({ part }) => part)))
  .addHelpText("after", HELP)
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(2 * exitCode))
  .parse();
const [ref] = program.args;
const { only, rounds } = program.opts();
const isBuilt = existsSync(join(ref, "dist/index.js"));
const folder = isBuilt ? ref : join(mkdtempSync(join(tmpdir(), "mapcoded-compare-")), "checkout");
try {
  if (!isBuilt) checkOut(ref, folder);
  let isGood = true;
  for (const { part, measure, limit } of PARTS) {
    if (only !== undefined && only !== part) continue;
    const pairs: Pairs = new Map();
    for (let round = 0; round < rounds; round++) await measure([folder, ROOT], round, pairs);
    isGood = printTable(part, pairs, limit) && isGood;
  }
  console.log(isGood ? "\nPASSED" : "\nFAILED");
  process.exitCode = isGood ? 0 : 1;
} finally {
  if (!isBuilt) rmSync(join(folder, ".."), { recursive: true, force: true });
  execFileSync("git", ["worktree", "prune"], { cwd: ROOT });
}
