#!/usr/bin/env node
/** Runs the command line; exit code 0 for an answer, 1 for none, 2 for wrong usage. */
import { CommanderError } from "commander";
import { ListenError } from "../http/transport.ts";
import { MalformedMapcodeError, MapcodeError, UnknownMapcodeError } from "../index.ts";
import { NoAnswer, splitPoint, WrongUsage } from "./convert.ts";
import { createProgram } from "./program.ts";

const NO_ANSWER = 1;
const WRONG_USAGE = 2;

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof MalformedMapcodeError || error instanceof UnknownMapcodeError) {
    return NO_ANSWER;
  }
  if (error instanceof NoAnswer || error instanceof ListenError) return NO_ANSWER;
  if (error instanceof MapcodeError || error instanceof WrongUsage) return WRONG_USAGE;
  throw error;
}

try {
  // Whoever reads the output may have read enough (`mapcoded encode ... | head -1`).
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  const write = (text: string) => process.stdout.write(text);
  await createProgram(write).parseAsync(splitPoint(process.argv.slice(2)), { from: "user" });
} catch (error) {
  process.exitCode = exitCodeOf(error);
  // Commander has told its own already.
  if (!(error instanceof CommanderError)) console.error((error as Error).message);
}
