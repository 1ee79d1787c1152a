/** `mapcoded udf`: the functions that databases and other engines run as a process. */

import { type Command, Option } from "commander";
import type { Operation } from "../../batch/options/conversion.ts";
import { LOCAL_RULE_NAMES, type LocalRuleName } from "../../borders/choice.ts";
import {
  createSignature,
  DEFAULT_FUNCTION_OPTIONS,
  type FunctionSignature,
  LIST_STYLES,
  type ListStyle,
  ROW_FORMATS,
  type RowFormatName,
  RULES,
  readArguments,
  readReturns,
} from "../../functions/signature.ts";
import { MAX_PRECISION } from "../../index.ts";
import { UsageError } from "../command-errors.ts";
import { documentPath } from "../documents.ts";
import { integerParser } from "../option-parsers.ts";

const UDF_HELP = `
Engines start this command and send it rows of arguments on standard input. It answers each row by exactly one, in
order and at once; a row that cannot be converted is answered by NULL.

Examples:
  mapcoded udf encode --args lat,lon --returns local
  mapcoded udf encode --args lon,lat,territory,precision --returns all
  mapcoded udf decode --args code,context --returns lat,lon

How to declare functions in ClickHouse, DuckDB, PostgreSQL, Spark and others:
${documentPath("engines.md")}`;

const FORMAT_HELP = `
Formats:
  TabSeparated  a line for each row, with tabs between fields, \\N for NULL and escapes with a backslash
  COPY          the same with the escapes and lists of PostgreSQL's COPY
  JSONEachRow   an object for each row, on a line of its own, with the names of --args

Returned columns:`;

/** The line of help about each kind of result. */
const RETURN_HELP: Readonly<Record<Operation, string>> = {
  encode: `
  local          the local mapcode with its territory (NLD 49.4V); NULL where no territory has one
  international  the international mapcode (VHXGB.1J9J)
  all            a list of all mapcodes, each with its territory; the last one is international (AAA VHXGB.1J9J)
  json           an object with territory, mapcode, international and mapcodes
  error          why a row has no result; NULL if it has one, or if the latitude or longitude is NULL

Example:
  printf '52.376514\\t4.908543\\n' | mapcoded udf encode --args lat,lon --returns local`,
  decode: `
  lat,lon        latitude and longitude in degrees
  rectangle      the bounds of the mapcode in degrees: south, west, north, east
  error          why a row has no result; NULL if it has one, or if the code is NULL

Example:
  printf '49.4V\\tNLD\\n' | mapcoded udf decode --args code,context --returns lat,lon`,
};

/** The options of a function, as commander has parsed them. */
interface UdfFlags {
  readonly args: string;
  readonly returns: string;
  readonly format: RowFormatName;
  readonly lists?: ListStyle;
  readonly tuple?: true;
  readonly withErrors?: true;
  readonly sendChunkHeader?: true;
  readonly precision?: number;
  readonly local?: LocalRuleName;
  readonly territory?: string;
  readonly context?: string;
  readonly country?: string;
}

/**
 * Reads what a function takes and returns.
 * @throws MapcodeError @throws UsageError if there is no such function, or an argument has no effect
 */
export function parseSignature(
  operation: Operation,
  argsText: string,
  returnsText: string,
): FunctionSignature {
  const names = argsText.split(",").map((name) => name.trim());
  const args = readArguments(operation, names);
  const returns = readReturns(operation, returnsText);
  if (returns === "international" && args.includes("territory")) {
    throw new UsageError(
      "The international mapcode does not depend on a territory. Omit territory from --args.",
    );
  }
  return createSignature(operation, returns, args);
}

/** Runs a function. Other commands do not load the code for that. */
async function runUdf(operation: Operation, flags: UdfFlags): Promise<void> {
  const { args, returns, context, territory = context, country, ...others } = flags;
  const { precision, local } = { ...DEFAULT_FUNCTION_OPTIONS, ...others };
  const signature = parseSignature(operation, args, returns);
  const { runFunction } = await import("./run.ts");
  process.exitCode = runFunction({
    signature,
    options: { precision, local, territory, country },
    style: {
      format: flags.format,
      lists: flags.lists,
      isTuple: flags.tuple ?? false,
      withErrors: flags.withErrors ?? false,
    },
    sendChunkHeader: flags.sendChunkHeader ?? false,
  });
}

/** A command with the options that both operations have. */
function addFunction(udf: Command, operation: Operation, description: string): Command {
  const { arguments: names, requiredCount, returns } = RULES[operation];
  const needed = names.slice(0, requiredCount).join(",");
  const others = names.slice(requiredCount).join(", ");
  return udf
    .command(operation)
    .description(description)
    .addHelpText("after", `${FORMAT_HELP}${RETURN_HELP[operation]}`)
    .requiredOption("--args <names>", `fields of a row in their order: ${needed}; also ${others}`)
    .requiredOption("--returns <what>", `result: ${Object.keys(returns).join(" | ")}`)
    .addOption(
      new Option("--format <name>", "format of rows and answers")
        .choices(ROW_FORMATS)
        .default("TabSeparated"),
    )
    .option("--with-errors", "add a column that says why a row has no result")
    .option("--tuple", "write all columns as one: a tuple of ClickHouse, or an object in JSON")
    .option(
      "--send-chunk-header",
      "read the number of rows before each chunk, as ClickHouse sends it",
    )
    .action((flags: UdfFlags) => runUdf(operation, flags));
}

export function addUdf(program: Command): void {
  const udf = program
    .command("udf")
    .description("run as a function of a database or another engine")
    .addHelpText("after", UDF_HELP);
  addFunction(udf, "encode", "answer rows of points by mapcodes")
    .option(
      "-p, --precision <digits>",
      `number of extra digits, 0 to ${MAX_PRECISION}, for rows without a precision`,
      integerParser(0, MAX_PRECISION),
    )
    .addOption(
      new Option(
        "-t, --territory <name>",
        "only mapcodes of this territory, for rows without a territory",
      ).conflicts("country"),
    )
    .option("-c, --country <code>", "in place of --territory, a country (ISO 3166)")
    .addOption(
      new Option(
        "--local <rule>",
        "the local mapcode: of the territory that a point is in (borders), or the shortest",
      ).choices(LOCAL_RULE_NAMES),
    )
    .addOption(
      new Option(
        "--lists <engine>",
        "how lists are written: ['a','b'], or {\"a\",\"b\"} (default with --format COPY)",
      ).choices(LIST_STYLES),
    );
  addFunction(udf, "decode", "answer rows of mapcodes by points")
    .option("--context <territory>", "territory of mapcodes that have none, for rows without one")
    .addOption(
      new Option("-c, --country <code>", "in place of --context, a country (ISO 3166)").conflicts(
        "context",
      ),
    );
  udf
    .command("arrow")
    .description(
      "answer blocks of columns in the memory layout of Arrow, as the package of Python does",
    )
    .action(async () => {
      const { runBlocks } = await import("./run.ts");
      process.exitCode = runBlocks();
    });
}
