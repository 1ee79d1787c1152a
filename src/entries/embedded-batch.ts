/** The entry `mapcoded/batch` in one file: its tables and borders are part of the code. */
import "../loaders/embedded.ts";
import "../loaders/embedded-borders.ts";

export * from "../batch/index.ts";
