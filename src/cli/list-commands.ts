/** `mapcoded territories` and `mapcoded alphabets`: the names that options and mapcodes have. */
import { type Command, Option } from "commander";
import { alphabets, searchTerritories, type Territory, territories } from "../index.ts";
import { NoAnswerError } from "./command-errors.ts";

const TERRITORIES_HELP = `
Each line has the code of a territory, its name, and its other codes and names, with tabs between them.

Examples:
  mapcoded territories
  mapcoded territories nether
  mapcoded territories IN --to json`;

const ALPHABETS_HELP = `
Each line has the name of an alphabet, as --alphabet takes it.

Example:
  mapcoded alphabets`;

function jsonOption(): Option {
  return new Option("--to <format>", "json for an array instead of lines").choices(["json"]);
}

function territoryLine({ alphaCode, fullName, aliases, fullNameAliases }: Territory): string {
  const others = [...aliases, ...fullNameAliases].join(", ");
  return others === "" ? `${alphaCode}\t${fullName}` : `${alphaCode}\t${fullName}\t${others}`;
}

function listText<Item>(
  items: readonly Item[],
  to: string | undefined,
  lineOf: (item: Item) => string,
): string {
  if (to === "json") return `${JSON.stringify(items)}\n`;
  return items.map((item) => `${lineOf(item)}\n`).join("");
}

/** @throws NoAnswerError if no territory has the text in a code or name */
function findTerritories(text: string): readonly Territory[] {
  const all = territories();
  const found = text === "" ? all : searchTerritories(text, { limit: all.length });
  if (found.length > 0) return found;
  throw new NoAnswerError(
    `No territory has a code or name like '${text}'. mapcoded territories lists all.`,
  );
}

export function addTerritories(program: Command, write: (text: string) => void): void {
  program
    .command("territories")
    .description("list the territories, or those with a code or name like a text")
    .argument("[text...]", "the beginning of a code, or of a word in a name")
    .addOption(jsonOption())
    .addHelpText("after", TERRITORIES_HELP)
    .action((words: string[], { to }: { to?: string }) => {
      write(listText(findTerritories(words.join(" ")), to, territoryLine));
    });
}

export function addAlphabets(program: Command, write: (text: string) => void): void {
  program
    .command("alphabets")
    .description("list the alphabets that mapcodes can be written in")
    .addOption(jsonOption())
    .addHelpText("after", ALPHABETS_HELP)
    .action(({ to }: { to?: string }) => write(listText(alphabets(), to, (name) => name)));
}
