/** `mapcoded encode` and `mapcoded decode`: their options, help and single conversions. */
import { type Command, Option } from "commander";
import { DECLARED_OPTIONS } from "../../batch/batch-options.ts";
import { COLUMN_NAMES } from "../../batch/columns/columns.ts";
import { ROLES } from "../../batch/options/conversion.ts";
import type { Operation } from "../../batch/options/operations.ts";
import { UsageError } from "../command-errors.ts";
import { batchOption, parseCount, parseWorkers } from "../option-parsers.ts";
import { parseDecodeArguments, parseEncodeArguments } from "./arguments.ts";
import type { BatchFlags } from "./batch-request.ts";
import { decodeCodes, encodePoints, printSingles } from "./single-conversions.ts";

/** Options that apply to single points and mapcodes, too; all others are for batches. */
const SINGLE_OPTIONS = [
  "precision",
  "territory",
  "country",
  "local",
  "context",
  "all",
  "alphabet",
  "include",
  "to",
  "clamp",
  "quiet",
];

const SEE_DOCUMENTS =
  "docs/batches.md describes formats and columns, docs/command-line.md files and messages.";

/** The line of help about the names that columns are found by. */
function columnHelp(operation: Operation): string {
  const names = ROLES[operation]
    .filter((role) => COLUMN_NAMES[role].length > 0)
    .map((role) => `${role}: ${COLUMN_NAMES[role].join(", ")}`);
  return `Columns are found by these names and similar ones, in any case:\n  ${names.join("\n  ")}`;
}

const ENCODE_HELP = `
Two numbers are a point, and so is a text such as "52°22'35" N 4°54'31" E"; everything else names files.
Write ./52 for a file named 52. Without arguments, or for the argument -, standard input is read.

${columnHelp("encode")}

Examples:
  mapcoded encode 52.376514 4.908543
  mapcoded encode 52.376514,4.908543 -33.8568,151.2153 --to json
  mapcoded encode points.csv --output coded.csv --rejects rejects.csv
  mapcoded encode points.geojsonl --to csv --limit 10
  cut -d, -f2,3 points.csv | mapcoded encode --skip 1 > coded.txt
  mapcoded encode points.csv --dry-run

${SEE_DOCUMENTS}`;

const DECODE_HELP = `
Arguments that are all files are inputs; everything else is mapcodes, in any alphabet. Without arguments, or for
the argument -, standard input is read.

${columnHelp("decode")}

Examples:
  mapcoded decode NLD 49.4V
  mapcoded decode "NLD 49.4V" VHXGB.1J9J --to json
  mapcoded decode codes.csv --output points.csv
  mapcoded decode codes.csv --context NLD --to ndjson
  echo "NLD 49.4V" | mapcoded decode
  mapcoded decode codes.csv --dry-run

${SEE_DOCUMENTS}`;

/** The options that exclude each other on the command line, where decoding has one more name of the territory. */
const CONFLICTS: Readonly<Record<Operation, Readonly<Record<string, string[]>>>> = {
  encode: { territory: ["country"] },
  decode: { territory: ["context"], country: ["context", "territory"] },
};

/** Adds the options of batches that apply to an operation. */
function addBatchOptions(command: Command, operation: Operation): Command {
  for (const [name, declared] of DECLARED_OPTIONS) {
    const option = batchOption(declared, operation);
    if (option) command.addOption(option.conflicts(CONFLICTS[operation][name] ?? []));
  }
  return command;
}

function addRunOptions(command: Command): Command {
  return (
    command
      .option(
        "-o, --output <file>",
        "write the rows to this file; .gz and .zst are compressed; - is standard output",
      )
      // To find the default takes a millisecond of the start, and conversions of arguments need none.
      .option(
        "--workers <count>",
        "number of threads; auto is one per core (default: auto)",
        parseWorkers,
      )
      .option("--strict", "stop at the first row with an error")
      .addOption(
        new Option(
          "--rejects <file>",
          "write rows with an error to this csv file instead, with line, column and reason",
        ).conflicts("strict"),
      )
      .option("--fail-on-refused", "exit with 1 if any row has an error")
      .option("--limit <rows>", "stop after this many rows", parseCount)
      .option(
        "--dry-run",
        "show what is understood of the inputs and the first results; write nothing",
      )
      .option("--statistics", "count rows by territory, and failed rows by reason")
      .option("--resume", "continue an output that was interrupted")
      .addOption(new Option("--force", "overwrite an output that exists").conflicts("resume"))
      .option("-q, --quiet", "print no progress, notices or summary")
  );
}

/**
 * Checks that a single conversion has no options that only batches use.
 * @throws UsageError if it has one
 */
function checkSingleOptions(command: Command, singles: string): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isGiven = command.getOptionValueSource(name) === "cli";
    if (!isGiven || SINGLE_OPTIONS.includes(name)) continue;
    throw new UsageError(`The option ${option.long} is for files only. Omit it for ${singles}.`);
  }
}

/** Converts files. Single conversions do not load the code for that. */
async function convertBatch(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
  write: (text: string) => void,
): Promise<void> {
  const { convertInputs } = await import("./convert-inputs.ts");
  process.exitCode = await convertInputs(operation, paths, flags, write);
}

export function addEncode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("encode")
    .description("convert a point, or files of points, to mapcodes")
    .argument("[input...]", "latitude and longitude in degrees, or files")
    .addHelpText("after", ENCODE_HELP);
  addRunOptions(addBatchOptions(command, "encode")).action(async (args: string[], flags) => {
    const parsed = parseEncodeArguments(args);
    if (parsed.kind === "inputs") return convertBatch("encode", parsed.paths, flags, write);
    checkSingleOptions(command, "points");
    printSingles(encodePoints(parsed.singles, flags), flags, write);
  });
}

export function addDecode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("decode")
    .description("convert a mapcode, or files of mapcodes, to latitude and longitude")
    .argument("[input...]", "a mapcode in any alphabet, or files")
    .addHelpText("after", DECODE_HELP)
    .option("-c, --context <territory>", "territory of mapcodes that have none");
  addRunOptions(addBatchOptions(command, "decode")).action(async (args: string[], flags) => {
    const parsed = parseDecodeArguments(args);
    if (parsed.kind === "inputs") return convertBatch("decode", parsed.paths, flags, write);
    checkSingleOptions(command, "mapcodes");
    printSingles(decodeCodes(parsed.singles, flags), flags, write);
  });
}
