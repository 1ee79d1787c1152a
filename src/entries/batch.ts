import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";

export * from "../batch/index.ts";
