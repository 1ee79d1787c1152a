import "../../loaders/embedded.ts";
import "../../loaders/embedded-borders.ts";

export * from "../../borders/index.ts";
