/** Versions of the package and of its tables. */
import { readFileSync } from "node:fs";
import { descriptions } from "../tables/tables.ts";

const PACKAGE_FILE = new URL("../../package.json", import.meta.url);

let version: string | undefined;

/** Version of the package, told once in its package.json. */
export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as { version: string }).version;
  return version;
}

/** Version of the published tables that the engine was built from. */
export function dataVersion(): string {
  return descriptions().dataVersion;
}
