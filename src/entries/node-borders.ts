/** The entry `mapcoded/borders` in Node, Deno and Bun: its tables and borders come from disk. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";

export * from "../borders/index.ts";
