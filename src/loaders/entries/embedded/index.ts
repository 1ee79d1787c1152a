import "../../embedded.ts";

export * from "../../../index.ts";
