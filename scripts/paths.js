// @ts-check
/** Paths for scripts, tests and benchmarks. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const SOURCES = join(ROOT, "src");

/** The packages `mapcoded` and `mapcoded-cli`, and their builds. */
export const LIBRARY_PACKAGE = ROOT;
export const LIBRARY_DIST = join(ROOT, "dist");
export const COMMAND_PACKAGE = join(ROOT, "packages/cli");
export const COMMAND_DIST = join(COMMAND_PACKAGE, "dist");

/** A build writes it last, with the time of its start. */
export const STAMP = join(LIBRARY_DIST, ".stamp");

/** The program that the command `mapcoded` runs. */
export const COMMAND = join(COMMAND_DIST, "cli/main.js");

/** The files of arrays, within src and within each dist. */
export const TABLES = "generated/tables.bin";
export const BORDERS = "generated/borders.bin";
