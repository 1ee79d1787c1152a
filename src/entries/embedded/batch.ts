import "../../loaders/embedded.ts";
import "../../loaders/embedded-borders.ts";

export * from "../../batch/index.ts";
