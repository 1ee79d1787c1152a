/** The command line: its commands, and the exit code of each error. */
import "../loaders/disk.ts";
import { Command, CommanderError } from "commander";
import { packageVersion } from "../http/version.ts";
import { dataVersion, MalformedMapcodeError, MapcodeError, UnknownMapcodeError } from "../index.ts";
import { ServiceError } from "../service/errors.ts";
import { splitPoints } from "./arguments.ts";
import { addCompletion } from "./completion.ts";
import { addDecode, addEncode } from "./convert-commands.ts";
import {
  CLOSED_OUTPUT_EXIT_CODE,
  NO_ANSWER_EXIT_CODE,
  NoAnswerError,
  reasonOf,
  UsageError,
} from "./errors.ts";
import { addAlphabets, addTerritories } from "./list-commands.ts";
import { addServe } from "./service-commands.ts";
import { addStatus } from "./status-command.ts";
import { suggestNames } from "./suggestions.ts";
import { commandMessageOf, printLine, withoutControls } from "./terminal.ts";
import { addUdf } from "./udf-commands.ts";

const WRONG_USAGE = 2;

const HELP = `
Examples:
  mapcoded encode 52.376514 4.908543
  mapcoded decode "NLD 49.4V"
  mapcoded encode points.csv --output coded.csv
  mapcoded serve --port 8080
  mapcoded territories nether

Exit codes: 0 for success, 1 if there is no result, 2 for wrong usage, 141 if the reader of the output
has closed it, 130 and 143 after the signals SIGINT and SIGTERM.`;

function createProgram(): Command {
  const program = new Command("mapcoded")
    .description("Converts latitude and longitude to mapcodes and back.")
    .version(`${packageVersion()} (tables ${dataVersion()})`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .configureOutput({
      writeOut: writeResult,
      writeErr: (text) => process.stderr.write(withoutControls(text)),
    })
    .exitOverride()
    .showHelpAfterError("(Run mapcoded --help for usage.)")
    .addHelpText("after", HELP);

  addEncode(program, writeResult);
  addDecode(program, writeResult);
  addUdf(program);
  addServe(program);
  addStatus(program, writeResult);
  addTerritories(program, writeResult);
  addAlphabets(program, writeResult);
  addCompletion(program, writeResult);
  suggestNames(program);
  return program;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof MalformedMapcodeError || error instanceof UnknownMapcodeError) {
    return NO_ANSWER_EXIT_CODE;
  }
  if (error instanceof NoAnswerError || error instanceof ServiceError) return NO_ANSWER_EXIT_CODE;
  if (error instanceof MapcodeError || error instanceof UsageError) return WRONG_USAGE;
  throw error;
}

/** Writes the result of a single conversion, help or the version. */
function writeResult(text: string): void {
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    // The reader may need no more (`mapcoded encode ... | head -1`).
    if (error.code === "EPIPE") {
      process.exitCode = CLOSED_OUTPUT_EXIT_CODE;
      return;
    }
    printLine(`Standard output cannot be written: ${reasonOf(error)}.`);
    process.exitCode = NO_ANSWER_EXIT_CODE;
  });
  process.stdout.write(text);
}

/**
 * Runs the command line. Errors are printed as one line on standard error.
 * @param args without the names of Node and of the program
 * @returns the exit code
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(splitPoints(args), { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed its own errors.
    if (!(error instanceof CommanderError)) {
      printLine(error instanceof Error ? commandMessageOf(error) : String(error));
    }
    return exitCodeOf(error);
  }
}
