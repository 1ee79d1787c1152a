/**
 * `npm run packages`: packs both packages of npm into the folder `packed`, without the scripts and fields for a clone.
 * The script `prepare`, for instance, would fail on the user's machine.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "./paths.js";

/** The report of npm about a packed package. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Runs no scripts of the packages: a build would replace dist while others read it. */
const PACK = `
tar xzf "$(npm pack --silent --ignore-scripts "$1")"
cd package
npm pkg delete scripts devDependencies workspaces
npm pack --json --ignore-scripts --pack-destination "$2"`;

/** Packs a package into a folder. Both are absolute paths. */
export function packPackage(source: string, destination: string): Packed {
  const cwd = mkdtempSync(join(tmpdir(), "mapcoded-pack-"));
  const args = ["-ec", PACK, "sh", source, destination];
  const report = execFileSync("sh", args, { cwd, encoding: "utf8", stdio: "pipe" });
  rmSync(cwd, { recursive: true });
  return JSON.parse(report)[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = join(ROOT, "packed");
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed);
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) {
    console.log(join("packed", packPackage(source, packed).filename));
  }
}
