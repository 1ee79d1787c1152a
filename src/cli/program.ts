/** The command line: its commands, options and help. */
import { Command, InvalidArgumentError, Option } from "commander";
import { dataVersion, MAX_PRECISION } from "../index.ts";
import { decodeLine, encodeLines } from "./convert.ts";
import { packageVersion } from "./package-info.ts";

const DEFAULT_PORT = 8080;
const DEFAULT_HOST = "127.0.0.1";

function integerUpTo(most: number) {
  return (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value <= most) return value;
    throw new InvalidArgumentError(`Expected an integer from 0 to ${most}.`);
  };
}

/** Serves until a signal; then the event loop has nothing left and the process ends with 0. */
async function runService(options: { host: string; port: number }): Promise<void> {
  // Only here: the binary under it does not come for every machine that the rest runs on.
  const { addressOf, serve } = await import("../http/serve.ts");
  const listener = await serve(options.host, options.port);
  const address = addressOf(options.host, listener.port);
  console.log(`mapcoded ${packageVersion()} (tables ${dataVersion()}) serves at ${address}`);
  console.log(`Try: curl ${address}/codes/52.376514,4.908543   Stop with ctrl-C.`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => listener.close());
}

/** Texts go to `write`, so that tests need no process. */
export function createProgram(write: (text: string) => void): Command {
  const program = new Command("mapcoded")
    .description("Converts latitude and longitude to mapcodes and back.")
    .version(`${packageVersion()} (tables ${dataVersion()})`)
    .configureOutput({ writeOut: write })
    .exitOverride()
    .showHelpAfterError("(mapcoded --help tells how it is used)");

  program
    .command("serve")
    .description("serve the conversions over HTTP")
    .addOption(
      new Option("--host <address>", "address to listen on")
        .env("MAPCODED_HOST")
        .default(DEFAULT_HOST),
    )
    .addOption(
      new Option("--port <number>", "port to listen on, 0 for any free one")
        .env("PORT")
        .argParser(integerUpTo(65_535))
        .default(DEFAULT_PORT),
    )
    .action(runService);

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
