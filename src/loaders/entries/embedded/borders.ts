import "../../embedded.ts";
import "../../embedded-borders.ts";

export * from "../../../borders/index.ts";
