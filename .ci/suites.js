#!/usr/bin/env node
// @ts-check
/**
 * Runs a suite and adds its counts to a file: `suites.js run FILE test:slow`, with what `npm run` takes.
 * Prints the sum of all suites: `suites.js sum FILE STATUS`, with the exit status of what ran before.
 * Runs suites and prints their sum: `suites.js all test:slow test:web`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CLOSING_LINE = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

/**
 * The sum of all closing lines in the output of suites.
 * @param {string} output
 * @returns {readonly [passed: number, failed: number, skipped: number]}
 */
export function sumOfCounts(output) {
  /** @type {[number, number, number]} */
  const sum = [0, 0, 0];
  for (const [, ...counts] of output.matchAll(CLOSING_LINE)) {
    for (const [index, count = "0"] of counts.entries()) sum[index] += Number(count);
  }
  return sum;
}

/**
 * The counts that a suite stands for in the sum: it also fails if it ends with an error or ran no test.
 * @param {string} output
 * @param {number | null} status
 */
export function countsOfSuite(output, status) {
  const [passed, failed, skipped] = sumOfCounts(output);
  const isGood = failed > 0 || (status === 0 && passed > 0);
  return `${passed} passed, ${isGood ? failed : 1} failed, ${skipped} skipped`;
}

/**
 * Prints what a suite prints, and adds its counts to the file.
 * @param {string} file
 * @param {readonly string[]} args of `npm run`
 */
async function runSuite(file, args) {
  const startMs = performance.now();
  console.log(`\n=== npm run ${args.join(" ")}`);
  const child = spawn("npm", ["run", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on("data", (chunk) => {
    chunks.push(chunk);
    process.stdout.write(chunk);
  });
  const [status] = await once(child, "close");
  const counts = countsOfSuite(Buffer.concat(chunks).toString(), status);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  console.log(`=== npm run ${args.join(" ")}: ${counts}, after ${seconds} s`);
  appendFileSync(file, `${counts}\n`);
}

/**
 * @param {string} file
 * @param {number} status of what ran before
 */
function printSum(file, status) {
  const [passed, failed, skipped] = existsSync(file)
    ? sumOfCounts(readFileSync(file, "utf8"))
    : [0, 0, 0];
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (status !== 0 || failed > 0 || passed === 0) process.exitCode = 1;
}

/** @param {readonly string[]} suites */
async function runAll(suites) {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-suites-"));
  const file = join(folder, "counts");
  for (const suite of suites) await runSuite(file, [suite]);
  console.log();
  printSum(file, 0);
  rmSync(folder, { recursive: true });
}

const [, program = "", command, ...args] = process.argv;
if (program.endsWith("suites.js")) {
  const [file = "", ...rest] = args;
  if (command === "all") await runAll(args);
  else if (command === "run") await runSuite(file, rest);
  else printSum(file, Number(rest[0]));
}
