/** Versions of the package and of its tables. */
import { readFileSync } from "node:fs";
import { descriptions } from "../tables/tables.ts";

const PACKAGE_FILE = new URL("../../package.json", import.meta.url);

let version: string | undefined;

/** The version of the package, from its package.json. */
export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as { version: string }).version;
  return version;
}

/**
 * The version of the published tables that this package contains.
 * @example
 * ```ts
 * dataVersion(); // "2.3.0"
 * ```
 */
export function dataVersion(): string {
  return descriptions().dataVersion;
}
