import "../../embedded.ts";
import "../../embedded-borders.ts";

export * from "../../../batch/index.ts";
