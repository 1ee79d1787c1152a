/** The entry `mapcoded/batch` in Node, Deno and Bun: its tables come from disk. */
import "../loaders/disk.ts";

export * from "../batch/index.ts";
