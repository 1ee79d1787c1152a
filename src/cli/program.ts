/** The program `mapcoded`: its commands, and the exit code of each error. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";
import { Command, CommanderError, Option } from "commander";
import { packageVersion } from "../http/version.ts";
import {
  alphabets,
  type Coordinate,
  dataVersion,
  MapcodeError,
  type MapcodeErrorCode,
  placesOf,
  searchTerritories,
  territories,
} from "../index.ts";
import { formatList } from "../messages.ts";
import { ServiceError } from "../service/listening.ts";
import { markNegativeArguments } from "./convert/arguments.ts";
import { addConversion } from "./convert/convert-commands.ts";
import { fullNamesOf, pointNear } from "./convert/single-conversions.ts";
import {
  commandError,
  NO_ANSWER,
  printLine,
  RunError,
  UsageError,
  WRONG_USAGE,
  writeMessage,
} from "./messages.ts";
import { writeResult } from "./pipes.ts";

const HELP = `
Examples:
  mapcoded encode 52.376514 4.908543
  mapcoded decode "NLD 49.4V"
  mapcoded encode points.csv --output coded.csv
  mapcoded serve --port 8080
  mapcoded territories nether

Exit codes: 0 for success, 1 for no result or a failed batch, 2 for wrong usage,
141 if the reader of the output has closed it, 130 and 143 after the signals
SIGINT and SIGTERM.`;

const TERRITORIES_HELP = `
Each line has the code of a territory, its name, and its other codes and names,
with tabs between them.

Examples:
  mapcoded territories
  mapcoded territories nether
  mapcoded territories IN --to json`;

interface ListFlags {
  readonly to?: string;
  readonly near?: Coordinate;
  readonly country?: string;
}

/** A command that prints a list, as lines or as JSON. */
function addList<Item>(
  command: Command,
  find: (text: string, flags: ListFlags) => readonly Item[],
  lineOf: (item: Item) => string = String,
): void {
  command
    .addOption(new Option("--to <format>", "json for an array instead of lines").choices(["json"]))
    .action(() => {
      const flags = command.opts<ListFlags>();
      const items = find(command.args.join(" "), flags);
      const lines = items.map((item) => `${lineOf(item)}\n`).join("");
      writeResult(flags.to === "json" ? `${JSON.stringify(items)}\n` : lines);
    });
}

function addTerritories(program: Command): void {
  const command = program
    .command("territories")
    .description("list the territories, or those with a code or name like a text")
    .argument("[text...]", "the beginning of a code, or of a word in a name")
    .addHelpText("after", TERRITORIES_HELP);
  const find = (text: string) => {
    const all = territories();
    const found = text === "" ? all : searchTerritories(text, { limit: all.length });
    if (found.length > 0) return found;
    throw new RunError(
      `No territory has a code or name like '${text}'. mapcoded territories lists all.`,
    );
  };
  addList(command, find, ({ alphaCode, fullName, aliases, fullNameAliases }) => {
    const others = [...aliases, ...fullNameAliases].join(", ");
    return [alphaCode, fullName, others].filter(Boolean).join("\t");
  });
}

const PLACES_HELP = `
Each line has a mapcode with its territory, latitude and longitude, the name of
the territory, and with --near the distance in meters, with tabs between them.
The nearest place comes first.

Examples:
  mapcoded places 49.4V --near 52.3,4.9
  mapcoded places IN HH.GC
  mapcoded places 49.4V --country US --to json`;

function addPlaces(program: Command): void {
  const origin = "latitude and longitude to measure distances from (52.3,4.9)";
  const only = "only places in this country (ISO 3166) and its subdivisions";
  const command = program
    .command("places")
    .description("list the places that a mapcode without its territory can stand for")
    .argument("<mapcode...>", "a code, also after a territory with several meanings")
    .option("--near <lat,lon>", origin, pointNear)
    .option("-c, --country <country>", only)
    .addHelpText("after", PLACES_HELP);
  const find = (mapcode: string, { near, country }: ListFlags) => {
    const places = placesOf(mapcode, { near, country });
    if (places.length === 0) {
      const ofText = /\S\s+\S/.test(mapcode) ? "its territory" : "any territory";
      throw new RunError(`'${mapcode}' is not the code of a place in ${country ?? ofText}.`);
    }
    return places.map((place) => ({ ...place, ...fullNamesOf(place.mapcode.territory) }));
  };
  addList(command, find, ({ mapcode, latDeg, lonDeg, distanceMeters, ...names }) => {
    const name = [...new Set([names.territoryName, names.countryName])].join(", ");
    const meters = distanceMeters === undefined ? [] : [Math.round(distanceMeters)];
    return [mapcode, `${latDeg} ${lonDeg}`, name, ...meters].join("\t");
  });
}

function addAlphabets(program: Command): void {
  const description =
    "list the alphabets that mapcodes can be written in, as --alphabet takes them";
  addList(program.command("alphabets").description(description), alphabets);
}

/** The maximum width of help texts, in characters. */
const MAX_WIDTH = 80;

/** Adds each command, in the order of the help. The first two must start fast, as shells run them in loops. */
const COMMANDS = new Map<string, (program: Command) => void | Promise<void>>([
  ["encode", (program) => addConversion(program, "encode")],
  ["decode", (program) => addConversion(program, "decode")],
  ["udf", async (program) => (await import("./udf.ts")).addUdf(program)],
  ["serve", async (program) => (await import("./serve-command.ts")).addServe(program)],
  ["places", addPlaces],
  ["territories", addTerritories],
  ["alphabets", addAlphabets],
]);

/** The program with the command that the first argument names. Without one, and for help, it has all commands. */
async function createProgram([name = ""]: readonly string[]): Promise<Command> {
  const program = new Command("mapcoded")
    .description("Converts latitude and longitude to mapcodes and back.")
    .version(`${packageVersion()} (tables ${dataVersion()})`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .configureOutput({
      writeOut: writeResult,
      writeErr: writeMessage,
      getOutHelpWidth: () => Math.min(MAX_WIDTH, process.stdout.columns ?? MAX_WIDTH),
    })
    .exitOverride()
    .showHelpAfterError("(Run mapcoded --help for usage.)")
    .addHelpText("after", HELP);
  const add = COMMANDS.get(name);
  for (const addOne of add ? [add] : COMMANDS.values()) await addOne(program);
  for (const command of program.commands.flatMap((outer) => [outer, ...outer.commands])) {
    const words = [command.parent === program ? "" : `${command.parent?.name()} `, command.name()];
    command.showHelpAfterError(`(Run mapcoded ${words.join("")} --help for usage.)`);
  }
  return program;
}

/** Errors of a mapcode without a result: not wrong usage. */
const NO_ANSWERS: readonly MapcodeErrorCode[] = ["malformed-mapcode", "unknown-mapcode"];

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  if (error instanceof Error && "exitCode" in error) return Number(error.exitCode);
  if (error instanceof ServiceError) return NO_ANSWER;
  if (!(error instanceof MapcodeError)) throw error;
  return NO_ANSWERS.includes(error.code) ? NO_ANSWER : WRONG_USAGE;
}

/**
 * Runs the command line. Prints an error as one line on standard error.
 * @param words without the names of Node and of the program
 * @returns the exit code
 */
export async function run(words: readonly string[]): Promise<number> {
  try {
    const [name, topic] = words;
    const isHelp = name === "help" && topic !== undefined;
    if (isHelp && !COMMANDS.has(topic)) {
      const names = formatList([...COMMANDS.keys()], "or");
      throw new UsageError(`There is no command '${topic}'. Choose ${names}.`);
    }
    const args = isHelp ? [...words.slice(1), "--help"] : words;
    const program = await createProgram(args);
    const options = program.commands.flatMap((command) => command.options);
    const withValue = options.filter(({ required }) => required);
    const flags = withValue.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
    await program.parseAsync(markNegativeArguments(args, flags), { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (caught) {
    const error = commandError(caught);
    const { message } = error instanceof Error ? error : { message: String(error) };
    // Commander has already printed its own errors.
    if (message !== "" && !(error instanceof CommanderError)) printLine(message);
    return exitCodeOf(error);
  }
}
