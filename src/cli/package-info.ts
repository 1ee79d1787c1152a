import { readFileSync } from "node:fs";

const FILE = new URL("../../package.json", import.meta.url);

/** Version of the package, told once in its package.json. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(FILE, "utf8")) as { version: string }).version;
}
