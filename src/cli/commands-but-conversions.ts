/**
 * All commands but encode and decode, which start without this file: that saves 6 of the 48 ms of their start
 * (bench/NOTES.md).
 */
import type { Command } from "commander";
import { addCompletion } from "./completion.ts";
import { addAlphabets, addTerritories } from "./list-commands.ts";
import { addServe } from "./service/serve-command.ts";
import { addStatus } from "./service/status-command.ts";
import { addUdf } from "./udf/udf-commands.ts";

/** Adds all commands but encode and decode, in the order of the help. */
export function addCommandsButConversions(program: Command, write: (text: string) => void): void {
  addUdf(program);
  addServe(program);
  addStatus(program, write);
  addTerritories(program, write);
  addAlphabets(program, write);
  addCompletion(program, write);
}
