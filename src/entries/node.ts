/** The entry `mapcoded` in Node, Deno and Bun: its tables come from disk. */
import "../loaders/disk.ts";

export * from "../index.ts";
