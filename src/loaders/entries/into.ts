import "../disk.ts";

export * from "../../into.ts";
