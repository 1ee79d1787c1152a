/** Runs the command line; exit code 0 for an answer, 1 for none, 2 for wrong usage. */
import { CommanderError } from "commander";
import { MalformedMapcodeError, MapcodeError, UnknownMapcodeError } from "../index.ts";
import { ServiceError } from "../service/errors.ts";
import { reasonOf } from "./batch/errors.ts";
import { NoAnswerError, splitPoint, UsageError } from "./convert.ts";
import { createProgram } from "./program.ts";

const NO_ANSWER = 1;
const WRONG_USAGE = 2;

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof MalformedMapcodeError || error instanceof UnknownMapcodeError) {
    return NO_ANSWER;
  }
  if (error instanceof NoAnswerError || error instanceof ServiceError) return NO_ANSWER;
  if (error instanceof MapcodeError || error instanceof UsageError) return WRONG_USAGE;
  throw error;
}

/** Writes the answer of a command that has only one. */
function writeOut(text: string): void {
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads the output may have read enough (`mapcoded encode ... | head -1`).
    if (error.code === "EPIPE") return;
    console.error(`Standard output cannot be written: ${reasonOf(error)}.`);
    process.exitCode = NO_ANSWER;
  });
  process.stdout.write(text);
}

/** @returns the exit code */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram(writeOut).parseAsync(splitPoint(args), { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has told its own already.
    if (!(error instanceof CommanderError)) console.error((error as Error).message);
    return exitCodeOf(error);
  }
}
