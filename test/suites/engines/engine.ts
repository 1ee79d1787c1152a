/** An engine that the tests run mapcoded in. Each engine is a file of its own, which test/suites/engines/run-engines.ts lists. */

import { cpuSecondsOf } from "./cpu-time.ts";

/** What an engine took for rows. */
export interface Cost {
  readonly seconds: number;
  /** The CPU time of all its processes. */
  readonly cpuSeconds: number;
}

/** What was checked, for a row of the table. It has costs where they say something. */
export interface EngineCheck extends Partial<Cost> {
  /** What was converted, and how. */
  readonly name: string;
  /** How many rows were compared with the library. */
  readonly rows: number;
}

export interface Engine {
  readonly name: string;
  /**
   * Runs the checks one after the other, each told when it has passed.
   * @returns the version of the engine
   * @throws when the engine cannot be started, or a result differs from the library
   */
  run(passed: (check: EngineCheck) => void): Promise<string>;
}

/** @throws if two lists of rows differ, with the first difference */
export function expectRows(
  name: string,
  rows: readonly string[],
  expected: readonly string[],
): void {
  const at = expected.findIndex((row, index) => rows[index] !== row);
  const index = at < 0 && rows.length !== expected.length ? expected.length : at;
  if (index < 0) return;
  throw new Error(
    `${name}: row ${index + 1} is ${JSON.stringify(rows[index])}, not ${JSON.stringify(expected[index])} (${rows.length} rows, expected ${expected.length}).`,
  );
}

/** The result and what it took, by this process and its children. */
export async function timed<Result>(run: () => Promise<Result>): Promise<[Result, Cost]> {
  const [start, cpuStart] = [performance.now(), cpuSecondsOf(process.pid)];
  const result = await run();
  const seconds = (performance.now() - start) / 1000;
  return [result, { seconds, cpuSeconds: cpuSecondsOf(process.pid) - cpuStart }];
}

/** A check whose engine works in processes that are no children of this one: their CPU time is not known. */
export function withoutCpu({ cpuSeconds: _, ...check }: EngineCheck): EngineCheck {
  return check;
}

/** The message of the error that a call throws. */
export function errorText(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
  throw new Error("No error was thrown.");
}
