/** The entry `mapcoded/borders` in one file: its tables and borders are part of the code. */
import "../loaders/embedded.ts";
import "../loaders/embedded-borders.ts";

export * from "../borders/index.ts";
