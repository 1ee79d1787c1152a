import "../loaders/disk.ts";

export * from "../index.ts";
