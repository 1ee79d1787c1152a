/** An engine that the tests run mapcoded in. Each engine is a file of its own, which test/suites/engines/run-engines.ts lists. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { decode, MapcodeError } from "../../../src/index.ts";
import { cpuSecondsOf } from "../../support/linux-processes.ts";

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

type Passed = (check: EngineCheck) => void;
type Checks = EngineCheck | readonly EngineCheck[];

/** What all engines have. */
interface EngineParts<Session> {
  readonly name: string;
  /** @param folder is empty, and removed in the end */
  open(folder: string): Session | Promise<Session>;
  start?(session: Session): void | Promise<void>;
  /**
   * Run one after the other. Each returns what has passed, or tells it before it ends, and throws if a result differs
   * from the library.
   */
  readonly checks: readonly ((session: Session, passed: Passed) => Checks | Promise<Checks>)[];
  version(session: Session): string | Promise<string>;
  /** Stops what has been started, also if it has been started in part. */
  stop?(session: Session): void | Promise<void>;
}

export interface Engine {
  readonly name: string;
  /**
   * Runs the checks in an empty folder, each told when it has passed.
   * @returns the version of the engine
   * @throws when the engine cannot be started, or a result differs from the library
   */
  run(folder: string, passed: Passed): Promise<string>;
}

export function engineOf<Session>(parts: EngineParts<Session>): Engine {
  return {
    name: parts.name,
    async run(folder, passed) {
      const session = await parts.open(folder);
      try {
        await parts.start?.(session);
        for (const check of parts.checks) {
          for (const one of [await check(session, passed)].flat()) passed(one);
        }
        return await parts.version(session);
      } finally {
        await parts.stop?.(session);
      }
    },
  };
}

/** Stops daemons that have not ended, the last one first. */
export async function stopDaemons(daemons: readonly ChildProcess[]): Promise<void> {
  for (const daemon of daemons.toReversed()) {
    if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
    daemon.kill("SIGTERM");
    await once(daemon, "close");
  }
}

/** The processes of the command that is installed in a folder, with these arguments. */
export function processesOf(folder: string, args: string): readonly number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" });
  const lines = table.split("\n").filter((line) => line.includes(folder) && line.includes(args));
  return lines.map((line) => Number.parseInt(line, 10));
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

/** The point of a mapcode in a context, which may be blank; undefined where an engine has NULL. */
export function pointOf(code: string, context: string) {
  try {
    return decode(code, context.trim() === "" ? {} : { context });
  } catch (error) {
    if (error instanceof MapcodeError) return undefined;
    throw error;
  }
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
