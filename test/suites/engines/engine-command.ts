/** The command `mapcoded` for engines that look for it in their PATH. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMAND } from "../../../scripts/freshness.js";

/**
 * Puts a program `mapcoded` into a folder, which runs the built command.
 * @returns the folder within it to be added to PATH
 */
export function installCommand(folder: string): string {
  const programs = join(folder, "bin");
  mkdirSync(programs, { recursive: true });
  const program = join(programs, "mapcoded");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  chmodSync(program, 0o755);
  return programs;
}
