/** The entry `mapcoded/batch` in Node, Deno and Bun: its tables and borders come from disk. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";

export * from "../batch/index.ts";
