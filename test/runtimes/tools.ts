/** The tools that the suite needs, from a manifest of their own, as `npm ci` should not take them along. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The file that `npm pack` makes of the library. */
export const TARBALL = `mapcoded-${packageJson.version}.tgz`;
export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-runtimes");
const MANIFESTS = fileURLToPath(new URL(".", import.meta.url));

/** The lock file that the tools were installed by; written last, so that a partial installation has none. */
const INSTALLED_LOCK = join(TOOLS, "installed-lock.json");

/** A file of an installed tool, by its path in node_modules. */
export const tool = (path: string): string => join(TOOLS, "node_modules", path);

/** The command of an installed tool. */
export const bin = (name: string): string => tool(`.bin/${name}`);

/** Installs the tools, unless these versions are installed. */
export function installTools(): void {
  const lock = join(MANIFESTS, "package-lock.json");
  const isInstalled =
    existsSync(INSTALLED_LOCK) && readFileSync(INSTALLED_LOCK).equals(readFileSync(lock));
  if (isInstalled) return;
  mkdirSync(TOOLS, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(join(MANIFESTS, name), join(TOOLS, name));
  }
  // Not `ci`: it refuses a lock file that lacks optional packages of other systems, as registries may not have them.
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: TOOLS, stdio: "inherit" });
  cpSync(lock, INSTALLED_LOCK);
}
