/**
 * `npm run packages`: packs both packages of npm into the folder `packed`, without what only a clone can use: with the script
 * `prepare`, for instance, package managers that run it would fail.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "./paths.js";

/** What npm tells of a packed package. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs a package into a folder, without running its scripts: building again would pull dist from under others. */
export function packPackage(source: string, destination: string): Packed {
  const staging = mkdtempSync(join(tmpdir(), "mapcoded-pack-"));
  const run = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });
  const pack = (cwd: string, folder: string): Packed =>
    JSON.parse(
      run(cwd, "npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder),
    )[0];
  try {
    run(staging, "tar", "xzf", pack(source, staging).filename);
    run(
      join(staging, "package"),
      "npm",
      "pkg",
      "delete",
      "scripts",
      "devDependencies",
      "workspaces",
    );
    return pack(join(staging, "package"), destination);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packed = join(ROOT, "packed");
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed);
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) {
    console.log(join("packed", packPackage(source, packed).filename));
  }
}
