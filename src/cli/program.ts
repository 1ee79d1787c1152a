/** The command line: its commands, and the exit code of each error. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import { Command, CommanderError } from "commander";
import { packageVersion } from "../http/version.ts";
import { dataVersion, MapcodeError, type MapcodeErrorCode } from "../index.ts";
import { ServiceError } from "../service/start-errors.ts";
import { NO_ANSWER_EXIT_CODE, NoAnswerError, UsageError } from "./command-errors.ts";
import { splitPoints } from "./convert/arguments.ts";
import { addConversion } from "./convert/convert-commands.ts";
import { printLine, withFlags, withoutControls, writeResult } from "./terminal.ts";

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

type AddCommand = (program: Command, write: (text: string) => void) => void;

/** How to load each command, in the order of the help. Shells run the first two in loops, so that their start matters. */
const COMMANDS = new Map<string, () => AddCommand | Promise<AddCommand>>([
  ["encode", () => (program, write) => addConversion(program, "encode", write)],
  ["decode", () => (program, write) => addConversion(program, "decode", write)],
  ["udf", async () => (await import("./udf.ts")).addUdf],
  ["serve", async () => (await import("./serve-command.ts")).addServe],
  ["territories", async () => (await import("./list-commands.ts")).addTerritories],
  ["alphabets", async () => (await import("./list-commands.ts")).addAlphabets],
]);

/** Adds the command that the arguments begin with, or all: without a known one, and for help. */
async function addCommands(program: Command, [name = ""]: readonly string[]): Promise<void> {
  const load = COMMANDS.get(name);
  const loads = load ? [load] : Array.from(COMMANDS.values());
  for (const add of await Promise.all(loads.map((one) => one()))) add(program, writeResult);
}

function createProgram(): Command {
  return new Command("mapcoded")
    .description("Converts latitude and longitude to mapcodes and back.")
    .version(`${packageVersion()} (tables ${dataVersion()})`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .configureOutput({
      writeOut: writeResult,
      writeErr: (text) => process.stderr.write(withoutControls(withFlags(text))),
    })
    .exitOverride()
    .showHelpAfterError("(Run mapcoded --help for usage.)")
    .addHelpText("after", HELP);
}

/** The mapcode has no answer, which is no wrong usage. */
const NO_ANSWERS: readonly MapcodeErrorCode[] = ["malformed-mapcode", "unknown-mapcode"];

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof NoAnswerError || error instanceof ServiceError) return NO_ANSWER_EXIT_CODE;
  if (error instanceof MapcodeError) {
    return NO_ANSWERS.includes(error.code) ? NO_ANSWER_EXIT_CODE : WRONG_USAGE;
  }
  if (error instanceof UsageError) return WRONG_USAGE;
  throw error;
}

/**
 * Runs the command line. Errors are printed as one line on standard error.
 * @param args without the names of Node and of the program
 * @returns the exit code
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const program = createProgram();
    await addCommands(program, args);
    await program.parseAsync(splitPoints(args), { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed its own errors.
    if (!(error instanceof CommanderError)) {
      printLine(error instanceof Error ? error.message : String(error));
    }
    return exitCodeOf(error);
  }
}
