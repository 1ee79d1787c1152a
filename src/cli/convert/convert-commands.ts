/** `mapcoded encode` and `mapcoded decode`: their options, help and single conversions. */
import { type Command, Option } from "commander";
import { COLUMN_NAMES } from "../../batch/columns/columns.ts";
import { DECLARED_OPTIONS, type Operation } from "../../batch/options/options.ts";
import { ROLES } from "../../batch/options/roles.ts";
import { ambiguityNotice } from "../ambiguous-names.ts";
import { UsageError } from "../command-errors.ts";
import { documentPath } from "../documents.ts";
import { batchOption, parseCount, parseWorkers } from "../option-parsers.ts";
import { printLine } from "../terminal.ts";
import { parseDecodeArguments, parseEncodeArguments } from "./arguments.ts";
import type { BatchFlags } from "./request.ts";
import { decodeCodes, encodePoints, isSingleOption } from "./single-conversions.ts";

const SEE_DOCUMENTS = `Formats and columns: ${documentPath("batches.md")}
Files and messages: ${documentPath("command-line.md")}`;

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
  cut -d, -f2,3 points.csv | mapcoded encode --skip 1 > coded.txt
  mapcoded encode points.csv --limit 3
  mapcoded encode points.parquet --output coded.parquet

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
  mapcoded decode codes.csv --limit 3

${SEE_DOCUMENTS}`;

/** The options that exclude each other on the command line, where decoding has one more name of the territory. */
const CONFLICTS: Readonly<Record<Operation, Readonly<Record<string, string[]>>>> = {
  encode: { territory: ["country"] },
  decode: { territory: ["context"], country: ["context", "territory"] },
};

/** Adds the options of batches that apply to an operation. */
function addBatchOptions(command: Command, operation: Operation): Command {
  for (const [name, declared] of DECLARED_OPTIONS) {
    const option = batchOption(name, declared, operation);
    if (option) command.addOption(option.conflicts(CONFLICTS[operation][name] ?? []));
  }
  return command;
}

/** Adds the most used option of files, which stands first in the help. */
function addOutputOption(command: Command): Command {
  const help = "write the rows to this file; .gz is compressed; - is standard output";
  return command.option("-o, --output <file>", help);
}

/** Adds the other options of files. */
function addRunOptions(command: Command): Command {
  const rejects = "write rows with an error to this csv file instead, with line, column and reason";
  // To find the default takes a millisecond of the start, and conversions of arguments need none.
  const threads = "number of threads; auto is one per core (default: auto)";
  return command
    .optionsGroup("Errors:")
    .addOption(new Option("--rejects <file>", rejects).conflicts("strict"))
    .option("--strict", "stop at the first row with an error")
    .option("--fail-on-errors", "exit with 1 if any row has an error, not only if all have")
    .optionsGroup("Run:")
    .option("--limit <rows>", "stop after this many rows", parseCount)
    .option("-j, --workers <count>", threads, parseWorkers)
    .option("-f, --force", "overwrite an output that exists")
    .option("-q, --quiet", "print no progress, notices or summary");
}

/**
 * Checks that a single conversion has no options that only batches use.
 * @throws UsageError if it has one
 */
function checkSingleOptions(command: Command, singles: string): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isGiven = command.getOptionValueSource(name) === "cli";
    if (!isGiven || isSingleOption(name)) continue;
    throw new UsageError(`The option ${option.long} is for files only. Omit it for ${singles}.`);
  }
}

/** Converts files. Single conversions do not load the code for that. */
async function convertBatch(
  operation: Operation,
  paths: readonly string[],
  flags: BatchFlags,
): Promise<void> {
  const { convertInputs } = await import("./run.ts");
  process.exitCode = await convertInputs(operation, paths, flags);
}

/** Says which territory a name is taken for, where it is also a country. @param codes of arguments */
function explainNames(
  { quiet, territory, context }: BatchFlags,
  codes: readonly string[] = [],
): void {
  if (quiet) return;
  const option = context ?? territory;
  const inCodes = codes.flatMap((code) => /^\s*(\S.*?)\s+\S+\s*$/.exec(code)?.[1] ?? []);
  const names = new Set([...(option === undefined ? [] : [option]), ...inCodes]);
  for (const name of names) {
    const notice = ambiguityNotice(name);
    if (notice !== undefined) printLine(notice);
  }
}

export function addEncode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("encode")
    .description("convert a point, or files of points, to mapcodes")
    .argument("[input...]", "latitude and longitude in degrees, or files")
    .addHelpText("after", ENCODE_HELP);
  addRunOptions(addBatchOptions(addOutputOption(command), "encode")).action(
    async (args: string[], flags) => {
      const parsed = parseEncodeArguments(args);
      explainNames(flags);
      if (parsed.kind === "inputs") return convertBatch("encode", parsed.paths, flags);
      checkSingleOptions(command, "points");
      encodePoints(parsed.singles, flags, write);
    },
  );
}

export function addDecode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("decode")
    .description("convert a mapcode, or files of mapcodes, to latitude and longitude")
    .argument("[input...]", "a mapcode in any alphabet, or files")
    .addHelpText("after", DECODE_HELP)
    .option("--context <territory>", "territory of mapcodes that have none");
  addRunOptions(addBatchOptions(addOutputOption(command), "decode")).action(
    async (args: string[], flags) => {
      const parsed = parseDecodeArguments(args);
      explainNames(flags, parsed.kind === "singles" ? parsed.singles : []);
      if (parsed.kind === "inputs") return convertBatch("decode", parsed.paths, flags);
      checkSingleOptions(command, "mapcodes");
      decodeCodes(parsed.singles, flags, write);
    },
  );
}
