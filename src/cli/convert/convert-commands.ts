/** `mapcoded encode` and `mapcoded decode`: their options, help and single conversions. */
import { type Command, Option } from "commander";
import { ambiguityWarning, doubtOfDigits } from "../../batch/input/code-doubts.ts";
import { KNOWN_NAMES } from "../../batch/input/names.ts";
import { checkOptions, DECLARED_OPTIONS } from "../../batch/options/options.ts";
import { type Operation, ROLES } from "../../batch/options/roles.ts";
import { type Coordinate, hasMapcodeForm } from "../../index.ts";
import type { BatchFlags } from "../batch/input.ts";
import { documentPath, printWarning, RunError, UsageError } from "../messages.ts";
import * as parsers from "../option-parsers.ts";
import { codesIn, pointsIn, unmarked } from "./arguments.ts";
import { convertSingles, SINGLE_OPTIONS } from "./single-conversions.ts";

const SEE_DOCUMENTS = `Formats and columns: ${documentPath("batches.md")}
Files and messages: ${documentPath("command-line.md")}`;

/** The help line about recognized column names. */
function columnHelp(operation: Operation): string {
  const names = ROLES[operation]
    .filter((role) => KNOWN_NAMES[role].length > 0)
    .map((role) => `${role}: ${KNOWN_NAMES[role].join(", ")}`);
  return `Columns are found by these names and similar ones, in any case:\n  ${names.join("\n  ")}`;
}

const TEXTS = {
  encode: {
    description: "convert a point, or files of points, to mapcodes",
    argument: "latitude and longitude in degrees, or files",
    help: `
Two numbers are a point, and so is a text such as "52°22'35" N 4°54'31" E";
everything else names files. Write ./52 for a file named 52. Without arguments,
or for the argument -, standard input is read.

${columnHelp("encode")}

Examples:
  mapcoded encode 52.376514 4.908543
  mapcoded encode 52.376514,4.908543 -33.8568,151.2153 --to json
  mapcoded encode 52 22.591 4 54.513
  mapcoded encode points.csv --output coded.csv --rejects rejects.csv
  cut -d, -f2,3 points.csv | mapcoded encode --skip 1 > coded.txt
  mapcoded encode points.csv --limit 3
  mapcoded encode points.parquet --output coded.parquet`,
  },
  decode: {
    description: "convert a mapcode, or files of mapcodes, to latitude and longitude",
    argument: "a mapcode in any alphabet, or files",
    help: `
If all arguments are files, they are inputs. Otherwise, they are mapcodes, in
any alphabet. Without arguments, or for the argument -, standard input is read.

${columnHelp("decode")}

Examples:
  mapcoded decode NLD 49.4V
  mapcoded decode "NLD 49.4V" VHXGB.1J9J --to json
  mapcoded decode 49.4V --near 52.3,4.9
  mapcoded decode codes.csv --output points.csv
  mapcoded decode codes.csv --context NLD --to ndjson
  echo "NLD 49.4V" | mapcoded decode
  mapcoded decode codes.csv --limit 3`,
  },
};

/** Adds the options about the run of a batch. */
function addRunOptions(command: Command): void {
  const rejects =
    "write failed rows to this csv file, not to the output, with line, column and reason";
  // Finding the default takes 1 ms at start, and conversions of arguments do not need it.
  const threads = "number of threads; auto is one per core (default: auto)";
  const workers = parsers.withOptionName("workers", parsers.parseWorkers);
  const count = parsers.withOptionName("limit", parsers.integerParser(0, Number.MAX_SAFE_INTEGER));
  command
    .optionsGroup("Errors:")
    .addOption(new Option("--rejects <file>", rejects).conflicts("strict"))
    .option("--strict", "stop at the first row with an error")
    .option("--fail-on-errors", "exit with 1 if any row has an error, not only if all have")
    .optionsGroup("Run:")
    .option("--limit <rows>", "maximum number of rows to convert (default: all)", count)
    .option("-j, --workers <count>", threads, workers)
    .option("-f, --force", "overwrite an output that exists")
    .option("-q, --quiet", "print no progress, notices or summary");
}

/** Warns of mapcodes of digits only, and of the chosen meaning of each ambiguous territory name. @param singles the arguments */
function warnOfArguments(
  { territory, context, country, near }: BatchFlags,
  singles: readonly (Coordinate | string)[],
): void {
  const codes = singles.filter((single) => typeof single === "string");
  // A point decides between all meanings.
  const texts = near === undefined ? codes : [];
  const inCodes = texts.flatMap((text) => /^\s*(\S.*?)\s+\S+\s*$/.exec(text)?.[1] ?? []);
  const names = [...new Set(inCodes.concat(context ?? territory ?? []))];
  const warnings = [doubtOfDigits(codes), ...names.map((name) => ambiguityWarning(name, country))];
  for (const warning of warnings) if (warning !== undefined) printWarning(warning);
}

/** Adds `mapcoded encode` or `mapcoded decode`. Conversions of arguments do not load the code for files. */
export function addConversion(program: Command, operation: Operation): void {
  const { description, argument, help } = TEXTS[operation];
  const output = "write the rows to this file; .gz is compressed; - is standard output";
  const command = program
    .command(operation)
    .description(description)
    .argument("[input...]", argument)
    .addHelpText("after", `${help}\n\n${SEE_DOCUMENTS}`)
    .option("-o, --output <file>", output);
  if (operation === "decode") {
    const context = new Option("--context <territory>", "territory of mapcodes that have none");
    command.addOption(context.conflicts(["territory", "country", "near"]));
  }
  for (const [name, declared] of DECLARED_OPTIONS) {
    for (const option of parsers.commandOptionsFor(name, declared, operation))
      command.addOption(option);
  }
  addRunOptions(command);
  command.action(async (marked: string[], flags: BatchFlags) => {
    checkOptions(parsers.batchOptionsOf(operation, flags));
    const args = marked.map(unmarked);
    const singles = operation === "encode" ? pointsIn(args, flags.lonFirst) : codesIn(args);
    warnOfArguments(flags, singles ?? []);
    const given = command.options.filter((option) => {
      return command.getOptionValueSource(option.attributeName()) === "cli";
    });
    if (!singles) {
      const { convertInputs } = await import("../batch/convert.ts");
      process.exitCode = await convertInputs(operation, args, flags, given);
      return;
    }
    const unusable = given.find((option) => !SINGLE_OPTIONS.includes(option.attributeName()));
    if (!unusable) return convertSingles(singles, flags);
    const word = singles.find((single) => typeof single === "string" && !hasMapcodeForm(single));
    if (word !== undefined) {
      throw new RunError(`'${word}' is not a mapcode, and there is no file '${word}'.`);
    }
    const what = operation === "encode" ? "points" : "mapcodes";
    throw new UsageError(`The option ${unusable.long} is for files only. Omit it for ${what}.`);
  });
}
