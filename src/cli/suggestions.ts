/** What the user of an unknown command or option probably meant. */
import type { Command } from "commander";
import { hasMapcodeForm } from "../index.ts";
import { formatList, nearestName, parseDegrees } from "../internal.ts";
import { fileKindOf } from "./batch/file-names.ts";

/** Shorter texts are the beginnings of too many names. */
const MIN_BEGINNING_CHARS = 2;

/** The names that a text is the beginning of, or else the nearest one. */
function likelyNames(text: string, names: readonly string[]): readonly string[] {
  const isLong = text.replace(/^-+/, "").length >= MIN_BEGINNING_CHARS;
  const begun = isLong ? names.filter((name) => name.startsWith(text)) : [];
  if (begun.length > 0) return begun;
  const nearest = nearestName(text, names);
  return nearest === undefined ? [] : [nearest];
}

/** The commands that convert an argument that stands in place of the name of a command. */
function commandsFor(argument: string): readonly string[] {
  const isPoint = argument.split(",").every((part) => parseDegrees(part) !== undefined);
  // Some numbers have the form of a mapcode.
  if (isPoint) return ["encode"];
  if (hasMapcodeForm(argument)) return ["decode"];
  return fileKindOf(argument).format === undefined ? [] : ["encode", "decode"];
}

function likelyCommands(text: string, names: readonly string[]): readonly string[] {
  const conversions = commandsFor(text);
  if (conversions.length === 0) return likelyNames(text, names);
  return conversions.map((name) => `mapcoded ${name} ${text}`);
}

function likelyOptions(text: string, names: readonly string[]): readonly string[] {
  const ours = OTHER_NAMES[text];
  return ours === undefined ? likelyNames(text, names) : [ours];
}

/** Commander offers no other place than its message for the name that it does not know. */
const UNKNOWN_NAME = /^error: unknown (command|option) '(.*)'\n$/s;

/** What other programs call our options. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  "-v": "mapcoded --version",
  "--header": "--no-header",
  "--format": "--from or --to",
  "--context": "--territory",
  "--threads": "--workers",
  "--input": "a file as an argument",
  "--separator": "--delimiter",
  "--sep": "--delimiter",
  "--overwrite": "--force",
};

function suggestionFor(message: string, command: Command): string {
  const [, kind, name = ""] = UNKNOWN_NAME.exec(message) ?? [];
  const help = command.createHelp();
  const names =
    kind === "command"
      ? likelyCommands(
          name,
          help.visibleCommands(command).map((known) => known.name()),
        )
      : likelyOptions(
          name,
          help.visibleOptions(command).flatMap(({ long }) => long ?? []),
        );
  return kind === undefined || names.length === 0
    ? ""
    : `(Did you mean ${formatList(names, "or")}?)\n`;
}

/**
 * Adds suggestions to the errors about unknown commands and options. Commander does not suggest names by their
 * beginning, such as `mapcoded terr`.
 */
export function suggestNames(command: Command): void {
  command.showSuggestionAfterError(false).configureOutput({
    outputError: (message, write) => write(message + suggestionFor(message, command)),
  });
  command.commands.forEach(suggestNames);
}
