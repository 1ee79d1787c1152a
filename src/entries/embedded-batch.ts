/** The entry `mapcoded/batch` in one file: its tables are part of the code. */
import "../loaders/embedded.ts";

export * from "../batch/index.ts";
