/** The entry `mapcoded/batch/node`, which is for Node only: its tables and borders come from disk. */
import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";

export * from "../batch/node.ts";
