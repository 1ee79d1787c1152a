/**
 * `npm run bench:compare -- REF`: this checkout beside a commit, which is built in a worktree. Both are measured by turns in
 * fresh processes, so that other work of the machine affects both. What counts is the median of the ratios.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../scripts/paths.js";
import { CASES, measureCase, startEngine, type Timing } from "./engine.ts";
import { CONVERSIONS, createFastFolder, measureConversion, writeInputs } from "./files.ts";
import { SETS } from "./points.ts";

const HELP = `Usage: npm run bench:compare -- [OPTION...] REF

REF is a commit, or the folder of a checkout that is built. Exits with 1 if the engine is slower by more than 5% in the
geometric mean of its cases, or csv rows by more than 3%, or if an answer differs. A case that one side lacks is left out.

  --rounds <number>   how often each side is measured: 7
  --only <part>       engine or csv
  --help              this text
`;

const LIMITS = { engine: 1.05, csv: 1.03 };
const POINTS = 20_000;
const ROWS = 300_000;

/** The samples of a case: times before and after, as pairs. */
type Pairs = Map<string, { readonly before: number; readonly after: number }[]>;

/** Cases whose answers differ. */
const different = new Set<string>();

function add(pairs: Pairs, name: string, before: number, after: number): void {
  pairs.set(name, [...(pairs.get(name) ?? []), { before, after }]);
}

function lockOf(folder: string): string {
  return readFileSync(join(folder, "package-lock.json"), "utf8");
}

/** Builds a commit. Its packages are linked to those of this checkout if they are the same. */
function checkOut(ref: string, folder: string): void {
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  run(ROOT, "git", "worktree", "add", "--detach", folder, ref);
  if (lockOf(folder) === lockOf(ROOT)) {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  } else {
    run(folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  }
  run(folder, "npm", "run", "build");
}

/** Measures both by turns; who comes first changes as well. */
async function byTurns<T>(
  turn: number,
  takeBefore: () => T | Promise<T>,
  takeAfter: () => T | Promise<T>,
): Promise<readonly [before: T, after: T]> {
  if (turn % 2 === 0) {
    const before = await takeBefore();
    return [before, await takeAfter()];
  }
  const after = await takeAfter();
  return [await takeBefore(), after];
}

async function measureEngines(before: string, round: number, pairs: Pairs): Promise<void> {
  for (const set of Object.keys(SETS)) {
    const sides = [before, ROOT].map((checkout) => startEngine(set, POINTS, checkout));
    try {
      for (const [index, name] of Object.keys(CASES).entries()) {
        const [takeBefore, takeAfter] = sides.map((child) => () => measureCase(child, name));
        const [one, other] = await byTurns<Timing>(round + index, takeBefore, takeAfter);
        if (one === undefined || other === undefined) continue;
        const key = `${set}: ${name}`;
        add(pairs, key, one.ns, other.ns);
        if (one.answers !== other.answers) different.add(key);
      }
    } finally {
      for (const child of sides) child.kill();
    }
  }
}

async function measureRows(before: string, round: number, pairs: Pairs): Promise<void> {
  const folder = createFastFolder();
  try {
    writeInputs(folder, ROWS);
    for (const conversion of CONVERSIONS.slice(0, 2)) {
      const [operation, , output] = conversion;
      const take = (checkout: string) => () => {
        const ns = (measureConversion(conversion, folder, 1, checkout) * 1e9) / ROWS;
        return { ns, answers: readFileSync(join(folder, output)) };
      };
      const [one, other] = await byTurns(round, take(before), take(ROOT));
      add(pairs, `${operation} csv`, one.ns, other.ns);
      if (!one.answers.equals(other.answers)) different.add(`${operation} csv`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** Prints a table. @returns the geometric mean of the cases' ratios */
function printTable(part: string, pairs: Pairs): number {
  console.log(`\n| ${part} | ns before | ns after | ratio | least and greatest |`);
  console.log("| --- | --- | --- | --- | --- |");
  let sum = 0;
  for (const [name, own] of pairs) {
    const ratios = own.map(({ before, after }) => after / before);
    sum += Math.log(median(ratios));
    const times = [own.map(({ before }) => before), own.map(({ after }) => after)];
    const [before, after] = times.map((all) => Math.min(...all).toFixed(0));
    const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    const remark = different.has(name) ? " OTHER ANSWERS" : "";
    console.log(
      `| ${name} | ${before} | ${after} | ${median(ratios).toFixed(3)} | ${range.join(" ")}${remark} |`,
    );
  }
  const mean = Math.exp(sum / pairs.size);
  console.log(`| geometric mean | | | ${mean.toFixed(3)} | |`);
  return mean;
}

const PARTS = { engine: measureEngines, csv: measureRows };
type Part = keyof typeof PARTS;

/** @param before the folder of a checkout that is built. @returns whether nothing is too slow, and no answer differs */
async function compare(before: string, parts: readonly Part[], rounds: number): Promise<boolean> {
  let isGood = true;
  for (const part of parts) {
    const pairs: Pairs = new Map();
    for (let round = 0; round < rounds; round++) await PARTS[part](before, round, pairs);
    // Not a number if there is no case.
    if (!(printTable(part, pairs) <= LIMITS[part])) isGood = false;
  }
  console.log(isGood && different.size === 0 ? "\nPASSED" : "\nFAILED");
  return isGood && different.size === 0;
}

async function compareWith(ref: string, parts: readonly Part[], rounds: number): Promise<boolean> {
  if (existsSync(join(ref, "dist/index.js"))) return compare(ref, parts, rounds);
  const folder = join(mkdtempSync(join(tmpdir(), "mapcoded-compare-")), "checkout");
  try {
    checkOut(ref, folder);
    return await compare(folder, parts, rounds);
  } finally {
    rmSync(join(folder, ".."), { recursive: true, force: true });
    execFileSync("git", ["worktree", "prune"], { cwd: ROOT });
  }
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    only: { type: "string" },
    help: { type: "boolean" },
  },
  allowPositionals: true,
});
const [ref] = positionals;
const parts = (Object.keys(PARTS) as Part[]).filter((part) => (values.only ?? part) === part);
if (values.help || ref === undefined || parts.length === 0) {
  console.log(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = (await compareWith(ref, parts, Number(values.rounds))) ? 0 : 1;
}
