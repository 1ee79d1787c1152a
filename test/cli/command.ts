/** Runs the built command in a process of its own, as users do. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { COMMAND as MAIN } from "../../scripts/paths.js";
import { until } from "../support/until.ts";

export { MAIN };

/** @param maxOpenFiles the limit of open files; by default, the limit of this process */
export function start(
  args: readonly string[],
  env: Record<string, string> = {},
  maxOpenFiles?: number,
): ChildProcess {
  const command = [process.execPath, MAIN, ...args];
  const limit =
    maxOpenFiles === undefined ? [] : ["sh", "-c", `ulimit -n ${maxOpenFiles}; exec "$0" "$@"`];
  const [program, ...programArgs] = [...limit, ...command];
  return spawn(program, programArgs, { env: { ...process.env, ...env } });
}

/** The output of a process so far. */
export interface Said {
  out: string;
  err: string;
}

/** Collects the output of a process. */
export function listenTo({ stdout, stderr }: ChildProcess): Said {
  const said = { out: "", err: "" };
  stdout?.setEncoding("utf8").on("data", (text) => {
    said.out += text;
  });
  stderr?.setEncoding("utf8").on("data", (text) => {
    said.err += text;
  });
  return said;
}

/** Runs the command to its end. */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string | Uint8Array,
) {
  const child = start(args, env);
  const said = listenTo(child);
  if (input !== undefined) {
    // The command may end before it has read all input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  }
  const [code] = await once(child, "close");
  return { code, ...said };
}

/** A service that runs until it is stopped. */
export interface RunningService {
  readonly child: ChildProcess;
  /** The base address, from its log. */
  readonly address: string;
  /** Its output so far. */
  output(): string;
  /** Resolves when its output contains this text. */
  says(text: string | RegExp): Promise<void>;
  /** Sends a signal; resolves with exit code and signal. */
  stop(signal: NodeJS.Signals): Promise<[code: number | null, signal: string | null]>;
}

/** Starts `mapcoded serve` and waits for its address. @param maxOpenFiles see start */
export function startServing(
  args: readonly string[],
  env: Record<string, string> = {},
  maxOpenFiles?: number,
): Promise<RunningService> {
  return untilServing(start(["serve", ...args], { PORT: "0", ...env }, maxOpenFiles));
}

/** Waits for the address of a started service. */
export async function untilServing(child: ChildProcess): Promise<RunningService> {
  const said = listenTo(child);
  const output = () => said.out + said.err;
  const closed = once(child, "close") as Promise<[number | null, string | null]>;
  const says = (text: string | RegExp) => {
    const missing = () => `No ${text} in:\n${output()}`;
    return until(() => {
      if (typeof text === "string" ? output().includes(text) : text.test(output())) return true;
      if (child.exitCode !== null) throw new Error(missing());
      return false;
    }, missing);
  };
  await says("Help: http");
  return {
    child,
    address: /https?:\/\/[^\s"]+(?= \()/.exec(output())?.[0] ?? "",
    output,
    says,
    stop(signal) {
      child.kill(signal);
      return closed;
    },
  };
}
