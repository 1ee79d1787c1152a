/** The entry `mapcoded/batch/node`, which is for Node only: its tables come from disk. */
import "../loaders/disk.ts";

export * from "../batch/node.ts";
