/** `mapcoded udf`: functions for databases and other engines, as a process. */
import { type Command, Option } from "commander";
import { LOCAL_RULE_NAMES } from "../borders/choice.ts";
import { ByteWriter } from "../bytes/byte-writer.ts";
import {
  createRowDecoder,
  createRowEncoder,
  DECODE_ARGUMENTS,
  ENCODE_ARGUMENTS,
  ENCODE_RETURNS,
  type FunctionOptions,
} from "../functions/conversions.ts";
import { type RowConverter, RowStream } from "../functions/rows.ts";
import { MAX_PRECISION } from "../index.ts";
import { formatList, quoted } from "../messages.ts";
import { documentPath, UsageError } from "./messages.ts";
import { integerParser } from "./option-parsers.ts";
import { readInput, writeOutput } from "./pipes.ts";

const HELP = `
Engines start this command and send it rows of arguments on standard input: a
line for each row, with tabs between fields, \\N for NULL and escapes with a
backslash (TabSeparated). It answers each row by exactly one, in order and at
once; a row that cannot be converted is answered with NULL.

Examples:
  mapcoded udf encode --args lat,lon --returns local
  mapcoded udf encode --args lon,lat,territory,precision --returns all
  mapcoded udf decode --args code,context --returns lat,lon

How to declare functions in ClickHouse, DuckDB, PostgreSQL, Spark and others:
${documentPath("engines.md")}`;

/**
 * Answers rows until standard input ends. It reads and writes without the event loop: it has no other work, and
 * answers each block before it reads the next one.
 */
function answerStream(converter: RowConverter, argumentCount: number): void {
  const output = new ByteWriter();
  const rows = new RowStream(converter, argumentCount, output);
  let count: number;
  do {
    count = readInput(rows.space());
    if (count > 0) rows.take(count);
    else rows.end();
    writeOutput(output.written());
    output.length = 0;
  } while (count > 0);
}

/** Reads `--args`: the fields of a row in their order. */
export function readArguments<Name extends string>(
  text: string,
  names: readonly Name[],
  requiredCount: number,
): readonly Name[] {
  const required = names.slice(0, requiredCount);
  const given = text.split(",").map((name) => name.trim());
  const args = given.flatMap((name) => names.find((known) => known === name) ?? []);
  const isRight = args.length === given.length && new Set(args).size === args.length;
  if (isRight && required.every((name) => args.includes(name))) return args;
  const others = formatList(names.slice(requiredCount), "or");
  throw new UsageError(
    `The option --args is ${quoted(text)}. Name the fields of a row in their order, each once: ${required.join(",")}, and optionally ${others}.`,
  );
}

interface UdfFlags extends FunctionOptions {
  readonly args: string;
  readonly returns: (typeof ENCODE_RETURNS)[number];
  readonly tuple?: boolean;
  readonly context?: string;
}

function runEncode({ args, returns, ...options }: UdfFlags): void {
  const names = readArguments(args, ENCODE_ARGUMENTS, 2);
  if (returns === "international" && names.includes("territory")) {
    throw new UsageError(
      "The international mapcode does not depend on a territory. Omit territory from --args.",
    );
  }
  answerStream(createRowEncoder(names, returns, options), names.length);
}

function runDecode({ args, tuple = false, context, country }: UdfFlags): void {
  const names = readArguments(args, DECODE_ARGUMENTS, 1);
  answerStream(createRowDecoder(names, tuple, { territory: context, country }), names.length);
}

export function addUdf(program: Command): void {
  const udf = program
    .command("udf")
    .description("run as a function of a database or another engine")
    .addHelpText("after", HELP);
  const names = "fields of a row in their order";
  const codes = "local mapcode (NLD 49.4V), international one, or all as a list";
  const local = "the local mapcode: of the territory that a point is in (borders), or the shortest";
  const precision = `number of extra digits, 0 to ${MAX_PRECISION}, for rows without a precision`;
  udf
    .command("encode")
    .description("answer rows of points with mapcodes")
    .requiredOption("--args <names>", `${names}: lat,lon; also territory, precision`)
    .addOption(
      new Option("--returns <values>", codes).choices(ENCODE_RETURNS).makeOptionMandatory(),
    )
    .option("-p, --precision <digits>", precision, integerParser(0, MAX_PRECISION), 0)
    .option(
      "-t, --territory <territory>",
      "only mapcodes of this territory, for rows without a territory",
    )
    .option("-c, --country <country>", "in place of --territory, a country (ISO 3166)")
    .addOption(new Option("--local <rule>", local).choices(LOCAL_RULE_NAMES).default("borders"))
    .action(runEncode);
  const degrees = new Option("--returns <values>", "latitude and longitude in degrees");
  udf
    .command("decode")
    .description("answer rows of mapcodes with points")
    .requiredOption("--args <names>", `${names}: code; also context`)
    .addOption(degrees.choices(["lat,lon"]).makeOptionMandatory())
    .option("--tuple", "write the point as a tuple of ClickHouse")
    .option("--context <territory>", "territory of mapcodes that have none, for rows without one")
    .option("-c, --country <country>", "in place of --context, a country (ISO 3166)")
    .action(runDecode);
}
