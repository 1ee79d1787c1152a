/** The command line: its commands, options and help. */
import { Command, Option } from "commander";
import { dataVersion, MAX_PRECISION, packageVersion } from "../index.ts";
import { decodeLine, encodeLines } from "./convert.ts";
import { addServe } from "./serve.ts";
import { addStatus } from "./status.ts";
import { integerUpTo } from "./values.ts";

/** Texts go to `write`, so that tests need no process. */
export function createProgram(write: (text: string) => void): Command {
  const program = new Command("mapcoded")
    .description("Converts latitude and longitude to mapcodes and back.")
    .version(`${packageVersion()} (tables ${dataVersion()})`)
    .configureOutput({ writeOut: write })
    .exitOverride()
    .showHelpAfterError("(mapcoded --help tells how it is used)");

  addServe(program);
  addStatus(program, write);

  program
    .command("encode")
    .description("print the mapcodes of a point")
    .argument("<point...>", "latitude and longitude in degrees: 52.376514 4.908543")
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
    .option("-c, --country <code>", "only those of this country, an ISO 3166 code, and its parts")
    .action((words: string[], options) => write(encodeLines(words, options)));

  program
    .command("decode")
    .description("print the latitude and longitude of a mapcode")
    .argument("<mapcode...>", 'a mapcode in any alphabet: "NLD 49.4V"')
    .option("-c, --context <territory>", "territory of a mapcode given without one")
    .action((words: string[], { context }) => write(decodeLine(words, context)));

  return program;
}
