/** The entry `mapcoded` in one file: its tables are part of the code. */
import "../loaders/embedded.ts";

export * from "../index.ts";
