/** The version of the command line and the service. */
import { readFileSync } from "node:fs";

// Valid from this folder and from the folders of a build, which are as deep.
const PACKAGE_FILE = new URL("../../package.json", import.meta.url);

let version: string | undefined;

/** The version in package.json, which all packages of this repository share. */
export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as { version: string }).version;
  return version;
}
