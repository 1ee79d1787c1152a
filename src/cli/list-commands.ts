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

const jsonOption = () =>
  new Option("--to <format>", "json for an array instead of lines").choices(["json"]);

function listText(items: readonly unknown[], to: string | undefined, lines: readonly string[]) {
  return to === "json" ? `${JSON.stringify(items)}\n` : lines.map((line) => `${line}\n`).join("");
}

function territoryLine({ alphaCode, fullName, aliases, fullNameAliases }: Territory): string {
  const others = [...aliases, ...fullNameAliases].join(", ");
  return [alphaCode, fullName, others].filter(Boolean).join("\t");
}

export function addTerritories(program: Command, write: (text: string) => void): void {
  program
    .command("territories")
    .description("list the territories, or those with a code or name like a text")
    .argument("[text...]", "the beginning of a code, or of a word in a name")
    .addOption(jsonOption())
    .addHelpText("after", TERRITORIES_HELP)
    .action((words: string[], { to }: { to?: string }) => {
      const text = words.join(" ");
      const all = territories();
      const found = text === "" ? all : searchTerritories(text, { limit: all.length });
      if (found.length > 0) return write(listText(found, to, found.map(territoryLine)));
      throw new NoAnswerError(
        `No territory has a code or name like '${text}'. mapcoded territories lists all.`,
      );
    });
}

export function addAlphabets(program: Command, write: (text: string) => void): void {
  program
    .command("alphabets")
    .description("list the alphabets that mapcodes can be written in, as --alphabet takes them")
    .addOption(jsonOption())
    .action(({ to }: { to?: string }) => write(listText(alphabets(), to, alphabets())));
}
