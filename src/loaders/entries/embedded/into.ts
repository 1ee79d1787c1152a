import "../../embedded.ts";

export * from "../../../into.ts";
