/**
 * `npm run bench:compare -- REF` compares this checkout with a commit, in fresh processes and in alternating
 * order, so that other load on the machine affects both equally. See docs/performance.md.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/freshness.js";
import { createFastFolder } from "./batch/conversion.ts";
import { COMPARED, prepareFiles } from "./compare/parts.ts";
import { measureRound, type Round, type Workspace } from "./compare/round.ts";
import { failuresOf, judge, type PartVerdict, partText } from "./compare/verdict.ts";
import { type ComparedPart, type CompareOptions, parseCompareOptions } from "./options.ts";
import { describeRun, headText } from "./results.ts";

/** Cases that seem slower are measured again, in this many times as many rounds. */
const MORE_ROUNDS = 2;

/** Whether this checkout has all packages of another one, in the same versions. */
function hasPackagesOf(folder: string): boolean {
  const packagesOf = (checkout: string): Record<string, { version?: string }> =>
    JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8")).packages;
  const own = packagesOf(ROOT);
  return Object.entries(packagesOf(folder)).every(
    ([path, { version }]) => path === "" || own[path]?.version === version,
  );
}

function isCommit(ref: string): boolean {
  const args = ["rev-parse", "--quiet", "--verify", `${ref}^{commit}`];
  return spawnSync("git", args, { cwd: ROOT }).status === 0;
}

/** Builds a commit in a worktree. Its packages are linked to those of this checkout, or else installed. */
function checkOut(ref: string, folder: string): void {
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  run("git", ["worktree", "add", "--detach", folder, ref], ROOT);
  if (hasPackagesOf(folder)) {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  } else {
    console.log(`installing the packages of ${ref}, which differ from those of this checkout`);
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  }
  console.log(`building ${ref}`);
  run("npm", ["run", "build"], folder);
}

async function measureRounds(
  part: ComparedPart,
  workspace: Workspace,
  count: number,
  isIncluded: (name: string) => boolean,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 1; number <= count; number++) {
    const { cases, close } = await COMPARED[part].open(workspace);
    try {
      rounds.push(await measureRound(cases, isIncluded));
    } finally {
      await close();
    }
    console.log(`${part}: measured round ${number} of ${count}`);
  }
  return rounds;
}

/**
 * Measures a part, and the cases that seem slower in more rounds: a single process may be a tenth slower only
 * because of where things lie in memory.
 */
async function comparePart(
  part: ComparedPart,
  workspace: Workspace,
  { sizes: { rounds }, thresholdPercent }: CompareOptions,
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
  console.log(`${headText(describeRun("bench:compare"))}\n`);
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

const options = parseCompareOptions();
if (isCommit(options.ref)) {
  process.exitCode = (await compare(options)) ? 0 : 1;
} else {
  console.error(`There is no commit '${options.ref}'. Name a commit, branch or tag.`);
  process.exitCode = 2;
}
