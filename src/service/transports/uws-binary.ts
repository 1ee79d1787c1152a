/**
 * Loads the binary of uWebSockets.js that fits this machine, and checks it before: it is code that nobody can read, and
 * runs with all rights of the service. docs/operations.md says where it comes from.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ServiceError } from "../start-errors.ts";
import { MAX_HEAD_BYTES } from "./transport.ts";

const require = createRequire(import.meta.url);

type Uws = typeof import("uWebSockets.js");

/** The package that the names in package.json stand for; its binaries are packages of their own. */
export const PACKAGE = "@uwsjs/core";

/** A version of the package. Its checksums change with it. */
export interface Release {
  /** The name in package.json. */
  readonly alias: string;
  readonly version: string;
  /** The oldest C library of Linux that its binaries run on. */
  readonly glibc: string;
  /**
   * The SHA-256 of binaries, by system, processor and major version of Node. Those that are missing here could not be
   * fetched when this was written: they are loaded as the package manager has installed them.
   */
  readonly checksums: Readonly<Record<string, string>>;
}

const NEWEST: Release = {
  alias: "uWebSockets.js",
  version: "20.69.0",
  glibc: "2.38",
  checksums: {
    "linux-x64-22": "34d235864db874fbf3aeafd48b63f6fb80f61fb584a86f1e5f7b0291dbd7a3d4",
    "linux-x64-24": "177efdc682425d754474bd30f9586c487fa6694f790f3406a23885d0e61c07a0",
    "linux-x64-26": "604375741bf77780b34e7e299af9274cb1f56d73732201d19e3d8d8448176795",
  },
};

/** For older versions of Node and of glibc. */
const OLDER: Release = {
  alias: "uWebSockets.js-20.51",
  version: "20.51.4",
  glibc: "2.27",
  checksums: {
    "linux-x64-20": "4d482084b665c225892917ee0e9b9572d89eaa6f3dc200ff5e536293d3456c89",
    "linux-x64-22": "f687e7c3666b5cca9d355184bbf07bb0550f5ba0d3ffd453248ccfec552dde6c",
    "linux-x64-23": "ed86f2297e70febcc89138818c2ca503dad29783bc4bba2aa7cc6d9beba70739",
  },
};

/** The releases that the service can run on, in the order of preference. */
export const RELEASES: readonly Release[] = [NEWEST, OLDER];

/** What decides about the binary to load. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** The major version of Node. */
  readonly node: string;
  /** The version of the C library, which is asked for on Linux only; undefined if it is another one than glibc. */
  readonly glibc: string | undefined;
}

/** What is read of a report of Node. */
interface DiagnosticReport {
  readonly header: { readonly glibcVersionRuntime?: string };
}

export const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  node: process.versions.node.split(".", 1)[0],
  get glibc() {
    // Declared as a text, but an object.
    return (process.report.getReport() as unknown as DiagnosticReport).header.glibcVersionRuntime;
  },
};

/** Finds what a module would load by a name, wherever the package manager has put it; undefined if it is not installed. */
function resolveFrom(module: string, name: string): string | undefined {
  try {
    return createRequire(module).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Finds the main file of a package. Replaced by tests. */
export type EntryOf = (alias: string) => string | undefined;

const installedEntry: EntryOf = (alias) => resolveFrom(import.meta.url, alias);

/** What is read of the package.json of a package. */
interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Returns the package.json beside a file. */
function manifestOf(file: string): PackageJson {
  return JSON.parse(readFileSync(join(dirname(file), "package.json"), "utf8"));
}

const PIECE_BYTES = 64 * 1024;

/** The SHA-256 of a file. Read in one piece, a binary would take 7 MB of each process from then on. */
function sha256Of(path: string): string {
  const hash = createHash("sha256");
  const piece = new Uint8Array(PIECE_BYTES);
  const file = openSync(path, "r");
  try {
    for (let count = readSync(file, piece); count > 0; count = readSync(file, piece)) {
      hash.update(piece.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

/** @throws ServiceError if the binary of a package is missing, or is another one than expected */
function check(path: string, owner: string, expected: string | undefined): void {
  const actual = existsSync(path) ? sha256Of(path) : undefined;
  if (actual !== undefined && (expected === undefined || actual === expected)) return;
  const found = actual === undefined ? "is missing" : `has the SHA-256 ${actual}`;
  const wanted = expected === undefined ? "has one" : `has ${expected}`;
  throw new ServiceError(
    `The binary ${path} ${found}, but that of ${owner} ${wanted}. It was not loaded. Install the package again, or use --transport node.`,
  );
}

/** The package of a release as it is installed. */
interface Installed {
  readonly entry: string;
  readonly manifest: PackageJson;
  /** Whether somebody has installed another build by the name, such as the official one. */
  readonly isReplaced: boolean;
}

function installedAs({ alias, version }: Release, entryOf: EntryOf): Installed | undefined {
  const entry = entryOf(alias);
  if (entry === undefined) return undefined;
  const manifest = manifestOf(entry);
  const isReplaced = manifest.name !== PACKAGE || manifest.version !== version;
  return { entry, manifest, isReplaced };
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) < 0;
}

function targetOf({ platform, arch, node }: Machine): string {
  return `${platform}-${arch}-${node}`;
}

/** Returns why the C library of a machine is not enough for a release. Asking for its version takes 10 ms. */
function glibcObstacle({ glibc: needed }: Release, machine: Machine): string | undefined {
  if (machine.platform !== "linux") return undefined;
  const { glibc } = machine;
  if (glibc === undefined) return `needs glibc ${needed} or later, and there is none`;
  return isOlder(glibc, needed)
    ? `needs glibc ${needed} or later, and there is ${glibc}`
    : undefined;
}

/** Returns why a release is not for a machine, whatever its C library; undefined if it is. */
function machineObstacle(installed: Installed | undefined, machine: Machine): string | undefined {
  if (installed === undefined || installed.isReplaced) return "is not installed";
  const { platform, arch, node } = machine;
  return installed.manifest.optionalDependencies?.[`@uwsjs/${targetOf(machine)}`] === undefined
    ? `has no binary for Node ${node} on ${platform} ${arch}`
    : undefined;
}

/** Whether a release fits a machine. A binary that is only missing is no reason against it. */
export function hasBinary(machine: Machine = THIS_MACHINE): boolean {
  return RELEASES.some(
    (release) =>
      machineObstacle(installedAs(release, installedEntry), machine) === undefined &&
      glibcObstacle(release, machine) === undefined,
  );
}

/** The binary of a release for a machine, or why there is none: a clause without a full stop. */
export type Search = { readonly path: string } | { readonly obstacle: string };

/**
 * Finds the binary of a release, and checks it.
 * @throws ServiceError if the binary is not the one of the release
 */
export function findBinary(
  release: Release,
  machine: Machine = THIS_MACHINE,
  entryOf: EntryOf = installedEntry,
): Search {
  const { version, checksums } = release;
  const installed = installedAs(release, entryOf);
  const obstacle = machineObstacle(installed, machine);
  if (installed === undefined || obstacle !== undefined) {
    return { obstacle: `${version} ${obstacle}` };
  }
  const target = targetOf(machine);
  const name = `@uwsjs/${target}`;
  const file = resolveFrom(installed.entry, `${name}/package.json`);
  if (file === undefined || manifestOf(file).version !== version) {
    // Package managers leave out what needs another C library.
    const missing = `needs ${name}, which is not installed: install again with Node ${machine.node}`;
    return { obstacle: `${version} ${glibcObstacle(release, machine) ?? missing}` };
  }
  const path = join(dirname(file), "uws.node");
  check(path, `${name} ${version}`, checksums[target]);
  return { path };
}

/**
 * Loads the newest release that fits. Its binary is loaded by itself, without the modules around it: it is what was
 * checked, and they would take time of the start.
 * @throws ServiceError if a binary is not the one of its release
 * @throws Error if none fits; its message says why, release by release
 */
export async function loadUws(
  machine: Machine = THIS_MACHINE,
  entryOf: EntryOf = installedEntry,
): Promise<Uws> {
  // Binaries read this variable when they are loaded; its default is 4 kB.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= `${MAX_HEAD_BYTES}`;
  // Another build than ours is loaded as it is.
  if (installedAs(NEWEST, entryOf)?.isReplaced) return import("uWebSockets.js");
  const obstacles: string[] = [];
  for (const release of RELEASES) {
    const found = findBinary(release, machine, entryOf);
    if ("obstacle" in found) {
      obstacles.push(found.obstacle);
      continue;
    }
    try {
      return require(found.path);
    } catch (error) {
      const reason =
        glibcObstacle(release, machine) ?? `does not load (${(error as Error).message})`;
      obstacles.push(`${release.version} ${reason}`);
    }
  }
  throw new Error(obstacles.join("; "));
}
