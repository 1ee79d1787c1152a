#!/usr/bin/env node
// @ts-check
/**
 * Runs suites and prints the sum of their tests: `suites.js "test:slow, test:web" "test:soak -- --seconds 30"`. Each
 * argument is a lane. The suites of a lane run one after another, even after a failure; lanes run in parallel. With one
 * lane, the output of a suite appears at once, else at its end.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** The last line of every suite. test:nodes has several. */
const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

/** Lines of Vitest that name a failed test, or one that passed at the second try. They are repeated at the end. */
const NAMED_TEST = /^(?: FAIL |Passed at the second try only: ).*$/gm;
/** @type {Set<string>} */
const namedTests = new Set();

const lanes = process.argv.slice(2).map((lane) => lane.split(", "));

/** @typedef {[passed: number, failed: number, skipped: number]} Counts */

/** @param {readonly Counts[]} all @returns {Counts} */
function sumOf(all) {
  return all.reduce(
    (sum, counts) => [sum[0] + counts[0], sum[1] + counts[1], sum[2] + counts[2]],
    [0, 0, 0],
  );
}

/** @param {Counts} counts */
function lineOf([passed, failed, skipped]) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** @param {number} ms */
const secondsOf = (ms) => Math.round(ms / 1000);

/** @param {string} suite a script of package.json and its arguments @returns {Promise<Counts>} */
async function run(suite) {
  const startMs = performance.now();
  console.log(`\n=== npm run ${suite}`);
  const child = spawn("npm", ["run", ...suite.split(" ")], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (lanes.length === 1) process.stdout.write(text);
    });
  }
  const [status] = await once(child, "close");
  if (lanes.length > 1) console.log(`\n=== npm run ${suite} printed:\n${output}`);
  const found = Array.from(output.matchAll(CLOSING_LINE), ([, passed, failed, skipped = "0"]) => {
    return /** @type {Counts} */ ([passed, failed, skipped].map(Number));
  });
  const counts = sumOf(found);
  for (const [line] of output.matchAll(NAMED_TEST)) namedTests.add(`${suite}: ${line.trim()}`);
  // A suite that exits with an error or runs no test has failed, too.
  if (counts[1] === 0 && (status !== 0 || counts[0] === 0)) counts[1] = 1;
  const seconds = secondsOf(performance.now() - startMs);
  console.log(`=== npm run ${suite}: ${lineOf(counts)}, after ${seconds} s`);
  return counts;
}

/** @param {readonly string[]} suites */
async function runLane(suites) {
  const all = [];
  for (const suite of suites) all.push(await run(suite));
  return sumOf(all);
}

const sum = sumOf(await Promise.all(lanes.map(runLane)));
console.log(["", ...namedTests, `All suites, after ${secondsOf(performance.now())} s`].join("\n"));
console.log(lineOf(sum));
if (sum[1] > 0 || sum[0] === 0) process.exitCode = 1;
