import "../../loaders/embedded.ts";

export * from "../../index.ts";
