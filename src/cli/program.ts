/** The command line: its commands, options and help. */
import { Command } from "commander";
import { dataVersion } from "../index.ts";
import { packageVersion } from "../internal.ts";
import { addDecode, addEncode } from "./convert-commands.ts";
import { addServe } from "./serve.ts";
import { addStatus } from "./status.ts";

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

  addEncode(program, write);
  addDecode(program, write);
  return program;
}
