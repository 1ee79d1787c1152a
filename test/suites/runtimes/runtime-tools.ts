/** The types of runs, and the tools from their own manifest, so that `npm ci` does not install them. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/paths.js";

/** The result of the suite; see suite.js. */
export interface Report {
  readonly vectors: number;
  readonly failures: readonly string[];
}

/** A row of the table: its name, and a run of the suite, or a check without vectors that throws if it fails. */
export type Run = readonly [name: string, run: () => unknown];

/** The packed files of the library and the command line. */
export const TARBALL = `mapcoded-${packageJson.version}.tgz`;
export const COMMAND_TARBALL = `mapcoded-cli-${packageJson.version}.tgz`;
export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-runtimes");

/** A file of an installed tool, by its path in node_modules. */
export const tool = (path: string): string => join(TOOLS, "node_modules", path);

/** The command of an installed tool. */
export const bin = (name: string): string => tool(`.bin/${name}`);

/**
 * Installs the packages of a manifest and its lock file, unless these versions are installed.
 * @param manifests the folder with package.json and package-lock.json
 * @param folder where to install
 */
export function installManifest(manifests: string, folder: string): void {
  const lock = readFileSync(join(manifests, "package-lock.json"));
  // Written last, so that a partial installation has none.
  const done = join(folder, "installed-lock.json");
  if (existsSync(done) && readFileSync(done).equals(lock)) return;
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    cpSync(join(manifests, name), join(folder, name));
  }
  // Not `ci`: it refuses a lock file that lacks optional packages of other systems, as registries may not have them.
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", args, { cwd: folder, stdio: "inherit" });
  cpSync(join(manifests, "package-lock.json"), done);
}

/** Installs the tools, unless these versions are installed. */
export function installTools(): void {
  installManifest(import.meta.dirname, TOOLS);
}

/**
 * A newer C library than the machine's, unpacked, not installed: the newest release of uWebSockets.js needs glibc 2.38.
 * Debian 13 and the image have it.
 */
const NEWER_GLIBC = join(TOOLS, "newer-glibc");

/** Downloads packages of another Debian release, with separate lists and archives of apt. */
const DOWNLOAD = `
mkdir -p lists/partial archives/partial
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keyring] http://deb.debian.org/debian trixie main" > sources.list
fetch() {
  apt-get -qq -o Dir::Etc::sourcelist="$PWD/sources.list" -o Dir::Etc::sourceparts=/dev/null \\
    -o Dir::State::lists="$PWD/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$PWD" \\
    -o Acquire::Retries=5 "$@"
}
fetch update
fetch download libc6 libstdc++6 libgcc-s1 libatomic1
for package in *.deb; do dpkg-deb --extract "$package" root; done
rm -r lists`;

/** On the older C library, these versions would use node:http. */
const NODES_ON_NEWER_GLIBC = ["24", "26"];

/** Unpacks the newer C library, and writes for each version that needs it a program that starts it there. */
function installNewerGlibc(): void {
  // Written last, so that a partial installation has none.
  const done = join(NEWER_GLIBC, "done");
  if (existsSync(done)) return;
  rmSync(NEWER_GLIBC, { recursive: true, force: true });
  mkdirSync(NEWER_GLIBC, { recursive: true });
  execFileSync("sh", ["-ec", DOWNLOAD], { cwd: NEWER_GLIBC, stdio: "inherit" });
  const libraries = join(NEWER_GLIBC, "root/usr/lib/x86_64-linux-gnu");
  const loader = join(libraries, "ld-linux-x86-64.so.2");
  for (const version of NODES_ON_NEWER_GLIBC) {
    const program = programOnNewerGlibc(version);
    const setup = join(dirname(program), "setup.cjs");
    mkdirSync(dirname(program));
    // The service starts workers by this path.
    writeFileSync(setup, `process.execPath = ${JSON.stringify(program)};\n`);
    const node = programOf(version);
    const line = `exec ${loader} --library-path ${libraries} ${node} --require ${setup} "$@"`;
    writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  writeFileSync(done, "");
}

const programOf = (version: string): string => tool(`node-${version}/bin/node`);
const programOnNewerGlibc = (version: string): string => join(NEWER_GLIBC, `node-${version}/node`);

/**
 * The program of a version of Node that can load uWebSockets.js; its name is `node`. It is never written again: a shell
 * that reads a program while it is written ends with 0, and runs nothing.
 */
export function nodeOf(version: string): string {
  if (!NODES_ON_NEWER_GLIBC.includes(version)) return programOf(version);
  installNewerGlibc();
  return programOnNewerGlibc(version);
}
