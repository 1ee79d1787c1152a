/**
 * Loads the binary of uWebSockets.js, and checks it before: it is code that nobody can read, and runs with all
 * rights of the service. docs/operations.md says where it comes from.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TransportError } from "../start-errors.ts";

const require = createRequire(import.meta.url);

/** The package that package.json names. Its checksums change with its version. */
export const REQUIRED = { name: "uws-pack", version: "20.0.8", folder: "dist/bin" } as const;

/** The SHA-256 of each binary of the required package: by system, processor and version of Node's binary interface. */
export const CHECKSUMS: Readonly<Record<string, string>> = {
  "uws_darwin_arm64_108.node": "5b8a491e3e772ce069dc6aaf0490892d2f6beea4adba1f62e71f3cd58bca19fd",
  "uws_darwin_arm64_115.node": "5d523bccbe80d3d8fa59422ff81801b8179212b9a8a5da28bff6926a95a65701",
  "uws_darwin_arm64_120.node": "98ffa032aeb84b98d432502738871c5748f6a636536d5705702c4985925a41ae",
  "uws_darwin_arm64_127.node": "abbeea53d48e21c01808203e9f9835728f2cea720d2e5b154837ee3045b513be",
  "uws_darwin_x64_108.node": "f24bde344f238b7174b2d5641551e618cf98217b2f7fb59e7cd525996bf7ac9f",
  "uws_darwin_x64_115.node": "1f2a5c73d9dc3066d39b675b73f2c50eddbc4f270d292a6126ddfe3757c54cf9",
  "uws_darwin_x64_120.node": "3dc10babf35b3ce5d4edc7deaddf912a5a72a0ac7ad52b098dbe430c3c540313",
  "uws_darwin_x64_127.node": "afd992dc1ca1e33cdc7ce0c72a60baf236e590a257fcecbbbce7bc1a35451387",
  "uws_linux_arm64_108.node": "a6820f6e868b615a0c616d9d77270b34893d05f2a7053046403a568697b8befc",
  "uws_linux_arm64_115.node": "c0e29fc143b46b584f3debec7910014ec228198fc1f17aaeacd1de7991bd3769",
  "uws_linux_arm64_120.node": "a855e3b7cc0db70ec503e296d50e91d2435db679bc3bd5433d7dae30e93c9b3c",
  "uws_linux_arm64_127.node": "d4c4f8b2c28c5f6544b49e36d91b0beee238a5b90a07904a947f77061c8b814d",
  "uws_linux_arm_108.node": "a42c7e5ed3e65aa6a2c243613ef8b1cac7057ee6291a129f921dea4f6661e34e",
  "uws_linux_arm_115.node": "b02d5bc5ab08f040b6b9b818c3eb92806611f77a4dc2439a8f14cac827d498be",
  "uws_linux_arm_120.node": "814b5e63337d5072a85276d5279824b4f9817f8008fcff1f4a4345e2f2c30444",
  "uws_linux_arm_127.node": "0e1d4024b629a1fe17ec76cde8fe7e320101eb8bdcf7b2c4086933932e3cea23",
  "uws_linux_x64_108.node": "b67b3254b1acea464bd6f7b58403c260567c31924abeb6a508a9acdc17a40ce9",
  "uws_linux_x64_115.node": "6f8d96d761a64beddb060f1f7f0e617dd293ed127ec1d57507aa561a0083171e",
  "uws_linux_x64_120.node": "fcb1172837abd2a2dd130f6c6502f18e9b562a5d88bcc3bcdca5e6e710278080",
  "uws_linux_x64_127.node": "8cabc918bbf9a07323e54f89a33882491080b2eb35df0607f473ccdb1f3c31af",
  "uws_win32_x64_108.node": "19848592d2b11e1905f43132e28fecb14de4472f29a7a9306e64fd6c09e026f7",
  "uws_win32_x64_115.node": "58c8b8e47ae3dc6c382dbfc24656755106cbecce56add05ca2c32d5c39951ddd",
  "uws_win32_x64_120.node": "90a09f33c5c876094340a283fa1197b518251a5b8a1f59d9e963736ef0532eb6",
  "uws_win32_x64_127.node": "585d6ee2dbfc750b1d5a59e6ceaef8a977e90ef3e298a82821d58b41cd72a8c0",
};

/** What decides about the binary to load. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** Version of Node's interface to binaries: 115 in Node 20, 127 in Node 22. */
  readonly abi: string;
  readonly nodeVersion: string;
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  abi: process.versions.modules,
  nodeVersion: process.version,
};

function binaryName({ platform, arch, abi }: Machine): string {
  return `uws_${platform}_${arch}_${abi}.node`;
}

/** Whether the required package has a binary for a machine. */
export function hasBinary(machine: Machine = THIS_MACHINE): boolean {
  return Object.hasOwn(CHECKSUMS, binaryName(machine));
}

/** The binary of the required package is not the one that belongs to it. */
export class BinaryError extends TransportError {}

/** Returns the folder of the package that a file belongs to; undefined if there is none. */
function packageFolder(file: string): string | undefined {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return undefined;
}

function isRequired(folder: string): boolean {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return name === REQUIRED.name && version === REQUIRED.version;
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

/**
 * Checks the binary that an installed package would load. Other packages and versions than the required one pass:
 * who installs the official build has chosen it.
 * @param entry the file that importing uWebSockets.js would load
 * @returns the path of the binary; undefined for other packages
 * @throws BinaryError if the binary differs from that of the required package, or is missing
 * @throws Error if the required package has no binary for the machine
 */
export function checkBinary(entry: string, machine: Machine = THIS_MACHINE): string | undefined {
  const folder = packageFolder(entry);
  if (folder === undefined || !isRequired(folder)) return undefined;
  const { name, version } = REQUIRED;
  const binary = binaryName(machine);
  const expected = CHECKSUMS[binary];
  if (expected === undefined) {
    const { nodeVersion, platform, arch } = machine;
    throw new Error(
      `${name} ${version} has no binary for Node ${nodeVersion} on ${platform} ${arch}`,
    );
  }
  const path = join(folder, REQUIRED.folder, binary);
  const actual = existsSync(path) ? sha256Of(path) : undefined;
  if (actual === expected) return path;
  throw new BinaryError(
    `The binary ${path} ${actual === undefined ? "is missing" : `has the SHA-256 ${actual}`}, but that of ${name} ${version} has ${expected}. It was not loaded. Install the package again, or use --transport node.`,
  );
}

/**
 * Loads uWebSockets.js. The binary of the required package is loaded by itself, without the modules around it: it is what
 * was checked, and they would take time of the start.
 * @throws BinaryError if it is not the required one
 * @throws Error if uWebSockets.js is not installed, or has no binary for this machine
 */
export async function loadUws(): Promise<typeof import("uWebSockets.js")> {
  const binary = checkBinary(fileURLToPath(import.meta.resolve("uWebSockets.js")));
  return binary === undefined ? import("uWebSockets.js") : require(binary);
}
