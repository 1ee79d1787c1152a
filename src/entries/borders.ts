import "../loaders/disk.ts";
import "../loaders/disk-borders.ts";

export * from "../borders/index.ts";
