import "../disk.ts";

export * from "../../index.ts";
