/**
 * `npm run packages`: packs both packages of npm into the folder `packed`, as they are published. Their package.json lacks what
 * only a clone can use: with the script `prepare`, for instance, package managers that run it would fail.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_DIST, ROOT } from "./freshness.js";

/** What npm tells of a packed package. */
export interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** The folders of the packages. */
export const LIBRARY_PACKAGE = ROOT;
export const COMMAND_PACKAGE = dirname(COMMAND_DIST);

/** Where `npm run packages` writes. */
export const PACKED = join(ROOT, "packed");

/** Members of package.json that are about clones. */
const OF_CLONES = ["scripts", "devDependencies", "workspaces"];

/** Runs `npm pack` without scripts, as building again would pull dist from under others. */
function npmPack(folder: string, ...args: string[]): Packed {
  const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
  const said = execFileSync("npm", ["pack", "--json", "--ignore-scripts", ...args], options);
  const [packed] = JSON.parse(said) as [Packed];
  return packed;
}

/** Packs a package into a folder. */
export function packPackage(source: string, destination: string): Packed {
  const staging = mkdtempSync(join(tmpdir(), "mapcoded-pack-"));
  try {
    for (const { path } of npmPack(source, "--dry-run").files) {
      cpSync(join(source, path), join(staging, path));
    }
    const manifest = join(staging, "package.json");
    const members = Object.entries(JSON.parse(readFileSync(manifest, "utf8")));
    const published = members.filter(([name]) => !OF_CLONES.includes(name));
    writeFileSync(manifest, `${JSON.stringify(Object.fromEntries(published), null, 2)}\n`);
    return npmPack(staging, "--pack-destination", destination);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED);
  for (const source of [LIBRARY_PACKAGE, COMMAND_PACKAGE]) {
    console.log(join("packed", packPackage(source, PACKED).filename));
  }
}
