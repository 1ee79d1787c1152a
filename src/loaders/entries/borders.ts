import "../disk.ts";
import "../disk-borders.ts";

export * from "../../borders/index.ts";
