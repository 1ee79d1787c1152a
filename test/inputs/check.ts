/** Compares what came out with what is right. */
import { expect } from "vitest";
import type { RightCase, RightRow } from "./cases/case.ts";

/** What one way of converting gave. */
export interface Outcome {
  readonly isStopped: boolean;
  /** Rows as texts, see RightRow. */
  readonly rows: readonly string[];
  /** The message of a stop, and other messages. */
  readonly message: string;
  readonly warnings: string;
}

/** Converts a case, with more options. */
export type Convert = (options: string) => Promise<Outcome>;

/** An option in messages of this way: `--lon-first`, or `lonFirst` over HTTP. */
export type OptionName = (option: string) => string;

/** The text of a row of an output in ndjson. */
function rowText(line: string, isDecoded: boolean): string {
  const { properties, ...row } = JSON.parse(line);
  const all = { ...row, ...properties };
  if (all.error !== undefined) return `fails: ${all.error}`;
  if (isDecoded) return `${all.latitude} ${all.longitude}`;
  // A column of the input may have the name of a result.
  return ["territory", "mapcode", "international"]
    .map((name) => String(all[`${name}_2`] ?? all[name]))
    .join(" ");
}

/** @param output in ndjson */
export function rowTexts(output: string, isDecoded = false): readonly string[] {
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.map((line) => rowText(line, isDecoded));
}

const DECIMALS = 9;

/** What `expect` says of a row: itself if it is right. */
function matching(actual: string | undefined, right: RightRow): unknown {
  if (actual === undefined) return right;
  if (typeof right !== "string") return right.test(actual) ? actual : right;
  const [own, expected] = [actual, right].map((text) => text.split(" "));
  const isRight = expected.every((part, at) => {
    const [one, other] = [Number(part), Number(own[at])];
    if (part === own[at]) return true;
    return Math.abs(one - other) < 10 ** -DECIMALS;
  });
  return isRight ? actual : right;
}

export function expectRows(actual: readonly string[], right: readonly RightRow[]): void {
  expect(actual).toEqual(right.map((row, at) => matching(actual[at], row)));
}

function expectWords(text: string, words: readonly RegExp[], nameOf: OptionName): void {
  for (const { source, flags } of words) {
    const named = source.replace(/--[a-z][a-z-]*[a-z]/g, nameOf);
    expect(text, text).toMatch(new RegExp(named, `${flags}s`));
  }
}

/** The patterns of the options and values of an advice. */
function wordsOf(options: string): readonly RegExp[] {
  return options.split(" ").map((word) => new RegExp(word.replaceAll(".", "\\.")));
}

/** Expects what is right, in one way of converting. */
export async function expectRight(
  rightCase: RightCase,
  convert: Convert,
  nameOf: OptionName = (option) => option,
): Promise<void> {
  const { advised, chosen, mayWarn, never, orStops, rows, stops, warns } = rightCase;
  const found = await convert("");
  const all = `${found.message}\n${found.warnings}\n${found.rows.join("\n")}`;
  if (never) expect(all, all).not.toMatch(never);
  const isOtherStop = found.isStopped && orStops !== undefined;
  expect(found.isStopped, `whether it stops: ${all}`).toBe(stops !== undefined || isOtherStop);
  if (found.isStopped) expect(found.rows).toEqual([]);
  else if (rows) expectRows(found.rows, rows);
  if (stops) expectWords(found.message, stops, nameOf);
  if (!found.isStopped) {
    if (warns) expectWords(found.warnings, warns, nameOf);
    else if (!mayWarn) expect(found.warnings).toBe("");
  }
  const named = isOtherStop ? orStops : advised;
  if (named) expectWords(all, wordsOf(named.options), nameOf);
  const advice = named ?? chosen;
  if (!advice) return;
  const followed = await convert(advice.options);
  expect(followed.isStopped, followed.message).toBe(false);
  if (isOtherStop && warns) expectWords(followed.warnings, warns, nameOf);
  else expect(followed.warnings).toBe("");
  expectRows(followed.rows, advice.rows);
}
