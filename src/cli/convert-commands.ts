/** `mapcoded encode` and `mapcoded decode`: options, help, and what is meant. */
import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { FORMATS, INCLUDES, type Include } from "../batch/options.ts";
import { MAX_PRECISION } from "../index.ts";
import { decodeLine, encodeLines, UsageError } from "./convert.ts";
import type { BatchFlags } from "./convert-inputs.ts";
import { integerUpTo, workersOf } from "./values.ts";
import { meantByDecode, meantByEncode } from "./words.ts";

const SINGLE_OPTIONS = ["precision", "territory", "country", "context"];

function includesOf(text: string): readonly Include[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !INCLUDES.some((known) => known === name));
  if (unknown === undefined) return names as Include[];
  throw new InvalidArgumentError(`Expected any of ${INCLUDES.join(",")}.`);
}

function formatOption(flags: string, description: string): Option {
  return new Option(flags, description).choices(FORMATS).argParser((text: string) => {
    const format = FORMATS.find((known) => known === text);
    if (format) return format;
    throw new InvalidArgumentError(`Expected one of ${FORMATS.join(", ")}.`);
  });
}

function addBatchOptions(command: Command): Command {
  return command
    .option("-o, --output <file>", "file that batches are written to, also .gz and .zst")
    .addOption(
      formatOption("--from <format>", "format of the inputs; else by their names, or plain"),
    )
    .addOption(
      formatOption(
        "--to <format>",
        "format of the output; else by its name, or that of the inputs",
      ),
    )
    .option("--no-header", "tables have no row of names; columns are chosen by number")
    .option("--include <values>", `what is added to each row: ${INCLUDES.join(",")}`, includesOf)
    .option("--workers <count>", "threads, auto: one per core", workersOf, availableParallelism())
    .option("--strict", "end at the first row that has an error")
    .option("--resume", "go on with an output that was interrupted")
    .addOption(new Option("--force", "write an output anew that is there").conflicts("resume"))
    .option("-q, --quiet", "neither progress nor summary");
}

/** Options of batches would be without effect on one point or mapcode. */
function refuseBatchOptions(command: Command, what: string): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isGiven = command.getOptionValueSource(name) === "cli";
    if (!isGiven || SINGLE_OPTIONS.includes(name)) continue;
    throw new UsageError(`The option ${option.long} goes with inputs; expected none with ${what}.`);
  }
}

/** Only here: what single conversions do not need is not loaded for them. */
async function convert(
  operation: "encode" | "decode",
  paths: readonly string[],
  flags: BatchFlags,
): Promise<void> {
  const { convertInputs } = await import("./convert-inputs.ts");
  process.exitCode = await convertInputs(operation, paths, flags);
}

const ENCODE_RULE = `
Two numbers are a point; all else names inputs (./52 is a file in any case), - standard input, which
is also read when there are no words. Formats: ${FORMATS.join(", ")}. The README, section
Batches, has columns, bad rows and examples.`;

const DECODE_RULE = `
Words that are all files, or - for standard input, are inputs; all else is one mapcode. Without words,
standard input is read. Formats: ${FORMATS.join(", ")}. The README, section Batches, has columns,
bad rows and examples.`;

export function addEncode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("encode")
    .description("print the mapcodes of a point, or convert files of points")
    .argument("[words...]", "a point in degrees, 52.376514 4.908543, or inputs, points.csv")
    .addHelpText("after", ENCODE_RULE)
    .option(
      "-p, --precision <digits>",
      `extra digits, 0 to ${MAX_PRECISION}`,
      integerUpTo(MAX_PRECISION),
      0,
    )
    .addOption(
      new Option(
        "-t, --territory <name>",
        "only the mapcodes of this territory (NLD, US-IN, Brazil)",
      ).conflicts("country"),
    )
    .option("-c, --country <code>", "only those of this country, an ISO 3166 code, and its parts");
  addBatchOptions(command)
    .option("--all", "all mapcodes of each point, not the shortest")
    .option("--alphabet <name>", "alphabet of codes and territories")
    .option("--lat-column <name>", "column of the latitude, by name or number")
    .option("--lon-column <name>", "column of the longitude, by name or number")
    .action(async (words: string[], flags) => {
      const meant = meantByEncode(words);
      if (meant.kind === "inputs") return convert("encode", meant.paths, flags);
      refuseBatchOptions(command, "a point");
      const { precision, territory, country } = flags;
      write(encodeLines(...meant.one, { precision, territory, country }));
    });
}

export function addDecode(program: Command, write: (text: string) => void): void {
  const command = program
    .command("decode")
    .description("print the latitude and longitude of a mapcode, or convert files of mapcodes")
    .argument("[words...]", 'a mapcode in any alphabet, "NLD 49.4V", or inputs, codes.csv')
    .addHelpText("after", DECODE_RULE)
    .option("-c, --context <territory>", "territory of mapcodes given without one")
    .addOption(new Option("-t, --territory <name>", "as --context").conflicts("context"));
  addBatchOptions(command)
    .option("--code-column <name>", "column of the mapcode, by name or number")
    .option("--territory-column <name>", "column of the territory, by name or number")
    .action(async (words: string[], flags) => {
      const meant = meantByDecode(words);
      if (meant.kind === "inputs") return convert("decode", meant.paths, flags);
      refuseBatchOptions(command, "a mapcode");
      write(decodeLine(meant.one, flags.context ?? flags.territory));
    });
}
