/**
 * Runs versions of Node on a newer C library than the machine has: the newest release of uWebSockets.js needs glibc
 * 2.38, the one of Debian 13 and of the image. Its packages are unpacked, not installed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOOLS, tool } from "./runtime-tools.ts";

const FOLDER = join(TOOLS, "newer-glibc");

/** Downloads packages of a Debian that is not the machine's: apt works on lists and archives of its own. */
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
rm -r lists
touch done`;

/** On the older C library, these would take node:http. */
const ON_NEWER_GLIBC = ["24", "26"];

/**
 * The program of a version of Node, with which uWebSockets.js can be loaded; its name is `node`. Where it starts Node on
 * the newer C library, so does what it starts by the path of its own program, as the service starts workers.
 */
export function nodeOf(version: string): string {
  const node = tool(`node-${version}/bin/node`);
  if (!ON_NEWER_GLIBC.includes(version)) return node;
  // Written last, so that a partial installation has none.
  if (!existsSync(join(FOLDER, "done"))) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    execFileSync("sh", ["-ec", DOWNLOAD], { cwd: FOLDER, stdio: "inherit" });
  }
  const folder = join(FOLDER, `node-${version}`);
  const [program, setup] = [join(folder, "node"), join(folder, "setup.cjs")];
  mkdirSync(folder, { recursive: true });
  writeFileSync(setup, `process.execPath = ${JSON.stringify(program)};\n`);
  const libraries = join(FOLDER, "root/usr/lib/x86_64-linux-gnu");
  const loader = join(libraries, "ld-linux-x86-64.so.2");
  const line = `exec ${loader} --library-path ${libraries} ${node} --require ${setup} "$@"`;
  writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return program;
}
