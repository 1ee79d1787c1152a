/**
 * `npm run bench:compare -- REF`: this checkout against a commit, in fresh processes and in alternating
 * order, so that what else the machine does meets both alike. See README.md.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFastFolder } from "./batch.ts";
import { type CaseFilter, COMPARED, prepareFiles, type Workspace } from "./compare/measure.ts";
import { failuresOf, judge, type PartVerdict, partText, type Round } from "./compare/verdict.ts";
import { ROOT } from "./http/servers.ts";
import {
  COMPARE_HELP,
  type ComparedPart,
  type CompareOptions,
  parseCompareOptions,
} from "./options.ts";
import { describeMachine } from "./records.ts";
import { machineText } from "./report.ts";

/** Cases that seem slower are measured again, in this many times as many rounds. */
const MORE_ROUNDS = 2;

/**
 * Builds a commit in a worktree. It runs with the dependencies of this checkout if its own are the same; else
 * they are installed.
 */
function checkOut(ref: string, folder: string): void {
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  run("git", ["worktree", "add", "--detach", folder, ref], ROOT);
  const lock = (checkout: string) => readFileSync(join(checkout, "package-lock.json"), "utf8");
  if (lock(folder) === lock(ROOT)) {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  } else {
    console.log(`installing the dependencies of ${ref}, which differ`);
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  }
  console.log(`building ${ref}`);
  run("npm", ["run", "build"], folder);
}

async function measureRounds(
  part: ComparedPart,
  workspace: Workspace,
  count: number,
  isIncluded: CaseFilter,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 1; number <= count; number++) {
    rounds.push(await COMPARED[part].measure(workspace, isIncluded));
    console.log(`${part}: measured round ${number} of ${count}`);
  }
  return rounds;
}

/** Cases that seem slower are measured in more rounds: a process alone is up to a tenth slower by chance. */
async function comparePart(
  part: ComparedPart,
  workspace: Workspace,
  { rounds, thresholdPercent }: CompareOptions,
): Promise<PartVerdict> {
  const first = await measureRounds(part, workspace, rounds, () => true);
  const verdict = judge(first, thresholdPercent);
  const slower = verdict.cases.filter((one) => one.isSlower).map(({ name }) => name);
  if (slower.length === 0) return verdict;
  console.log(`${part}: more rounds for ${slower.join("; ")}`);
  const more = await measureRounds(part, workspace, MORE_ROUNDS * rounds, (name) =>
    slower.includes(name),
  );
  return judge([...first, ...more], thresholdPercent);
}

/** @returns whether nothing is slower by more than the threshold, and no answer differs */
async function compare(options: CompareOptions): Promise<boolean> {
  const { ref, parts, sizes, thresholdPercent } = options;
  const folder = join(mkdtempSync(join(tmpdir(), "mapcoded-compare-")), "checkout");
  const workspace: Workspace = { before: folder, after: ROOT, files: createFastFolder(), sizes };
  const verdicts = new Map<ComparedPart, PartVerdict>();
  console.log(
    `${machineText(describeMachine(), `npm run bench:compare -- ${process.argv.slice(2).join(" ")}`)}\n`,
  );
  try {
    checkOut(ref, folder);
    if (parts.includes("batch")) prepareFiles(workspace);
    for (const part of parts) {
      const verdict = await comparePart(part, workspace, options);
      verdicts.set(part, verdict);
      console.log(`\n${partText(part, ref, COMPARED[part], verdict)}\n`);
    }
  } finally {
    rmSync(workspace.files, { recursive: true, force: true });
    rmSync(join(folder, ".."), { recursive: true, force: true });
    execFileSync("git", ["worktree", "prune"], { cwd: ROOT });
  }
  const failures = failuresOf(verdicts);
  if (failures.length === 0) {
    console.log(
      `PASSED: nothing is slower by more than ${thresholdPercent} %, and no answer differs.`,
    );
  } else {
    console.log([`FAILED, with a threshold of ${thresholdPercent} %:`, ...failures].join("\n  "));
  }
  return failures.length === 0;
}

async function main(): Promise<number> {
  let options: CompareOptions;
  try {
    options = parseCompareOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("Run `npm run bench:compare -- --help` for the options.");
    return 2;
  }
  if (options.help) {
    console.log(COMPARE_HELP);
    return 0;
  }
  return (await compare(options)) ? 0 : 1;
}

process.exitCode = await main();
