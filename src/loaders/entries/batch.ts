import "../disk.ts";
import "../disk-borders.ts";

export * from "../../batch/index.ts";
