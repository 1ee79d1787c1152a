/**
 * Runs versions of Node on a newer C library than the machine has: the newest release of uWebSockets.js needs glibc
 * 2.38, the one of Debian 13 and of the image. Its packages are unpacked, not installed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TOOLS, tool } from "./runtime-tools.ts";

const SUITE = "trixie";
const PACKAGES = ["libc6", "libstdc++6", "libgcc-s1", "libatomic1"];
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const FOLDER = join(TOOLS, "newer-glibc");
/** Written last, so that a partial installation has none. */
const DONE = join(FOLDER, "done");
const LIBRARIES = join(FOLDER, "root/usr/lib/x86_64-linux-gnu");

/** Downloads packages of a Debian that is not the machine's: apt works on lists and archives of its own. */
function download(): void {
  const list = join(FOLDER, "sources.list");
  for (const folder of ["lists/partial", "archives/partial"]) {
    mkdirSync(join(FOLDER, folder), { recursive: true });
  }
  writeFileSync(list, `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${SUITE} main\n`);
  const settings = [
    `Dir::Etc::sourcelist=${list}`,
    "Dir::Etc::sourceparts=/dev/null",
    `Dir::State::lists=${join(FOLDER, "lists")}`,
    "Dir::State::status=/dev/null",
    `Dir::Cache=${FOLDER}`,
    "Acquire::Retries=5",
  ].flatMap((setting) => ["-o", setting]);
  const apt = (...args: string[]) =>
    execFileSync("apt-get", [...settings, "-qq", ...args], { cwd: FOLDER, stdio: "inherit" });
  apt("update");
  apt("download", ...PACKAGES);
}

/** Unpacks the C library of Debian 13, unless it is there. */
function installNewerGlibc(): void {
  if (existsSync(DONE)) return;
  rmSync(FOLDER, { recursive: true, force: true });
  download();
  const root = join(FOLDER, "root");
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".deb"))) {
    execFileSync("dpkg-deb", ["--extract", join(FOLDER, file), root]);
  }
  rmSync(join(FOLDER, "lists"), { recursive: true });
  writeFileSync(DONE, "");
}

/** On the older C library, these would take node:http. */
const ON_NEWER_GLIBC = ["24", "26"];

/** The program of a version of Node, with which uWebSockets.js can be loaded. */
export function nodeOf(version: string): string {
  return ON_NEWER_GLIBC.includes(version)
    ? nodeOnNewerGlibc(version)
    : tool(`node-${version}/bin/node`);
}

/**
 * Makes a program that starts a version of Node on the newer C library. What it starts by the path of its own
 * program, as the service starts workers, is on the newer one, too.
 * @returns its path; its name is `node`
 */
function nodeOnNewerGlibc(version: string): string {
  installNewerGlibc();
  const program = join(FOLDER, `node-${version}/node`);
  const setup = join(dirname(program), "setup.cjs");
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(setup, `process.execPath = ${JSON.stringify(program)};\n`);
  const loader = join(LIBRARIES, "ld-linux-x86-64.so.2");
  const node = tool(`node-${version}/bin/node`);
  const line = `exec ${loader} --library-path ${LIBRARIES} ${node} --require ${setup} "$@"`;
  writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return program;
}
