import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { chooseTransport } from "../../src/service/transport-choice.ts";
import {
  BinaryError,
  CHECKSUMS,
  checkBinary,
  hasBinary,
  REQUIRED,
} from "../../src/service/transports/uws-binary.ts";

const ENTRY = fileURLToPath(import.meta.resolve("uWebSockets.js"));
const INSTALLED = dirname(dirname(ENTRY));
const NODE_20 = { platform: "linux", arch: "x64", abi: "115", nodeVersion: "v20.20.2" };
const BINARY = "uws_linux_x64_115.node";

const folder = mkdtempSync(join(tmpdir(), "mapcoded-binary-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installs a package with the one binary in a folder of its own. @returns its entry */
function install(name: string, version: string): { entry: string; binary: string } {
  const parent = mkdtempSync(join(folder, "package-"));
  mkdirSync(join(parent, REQUIRED.folder), { recursive: true });
  writeFileSync(join(parent, "package.json"), JSON.stringify({ name, version }));
  const binary = join(parent, REQUIRED.folder, BINARY);
  cpSync(join(INSTALLED, REQUIRED.folder, BINARY), binary);
  return { entry: join(parent, "dist/index.mjs"), binary };
}

describe("the checksums of the binaries", () => {
  it("are of the package and version that package.json names", () => {
    const { name, version } = JSON.parse(readFileSync(join(INSTALLED, "package.json"), "utf8"));
    expect({ name, version }).toEqual({ name: REQUIRED.name, version: REQUIRED.version });
    const root = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(root.devDependencies["uWebSockets.js"]).toBe(`npm:${REQUIRED.name}@${REQUIRED.version}`);
  });

  it("are those of all files of the package that end in .node", () => {
    const files = readdirSync(INSTALLED, { recursive: true, encoding: "utf8" });
    const binaries = files.filter((file) => file.endsWith(".node")).sort();
    expect(binaries).toEqual(Object.keys(CHECKSUMS).map((name) => join(REQUIRED.folder, name)));
    for (const [name, checksum] of Object.entries(CHECKSUMS)) {
      const bytes = readFileSync(join(INSTALLED, REQUIRED.folder, name));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(checksum);
    }
  });
});

describe("the check of the binary", () => {
  it("returns the installed one, which is then loaded by itself", () => {
    expect(checkBinary(ENTRY, NODE_20)).toBe(join(INSTALLED, REQUIRED.folder, BINARY));
  });

  it("throws if one byte has been added", () => {
    const { entry, binary } = install(REQUIRED.name, REQUIRED.version);
    expect(() => checkBinary(entry, NODE_20)).not.toThrow();
    appendFileSync(binary, "x");
    const actual = createHash("sha256").update(readFileSync(binary)).digest("hex");
    expect(() => checkBinary(entry, NODE_20)).toThrow(BinaryError);
    expect(() => checkBinary(entry, NODE_20)).toThrow(
      `The binary ${binary} has the SHA-256 ${actual}, but that of uws-pack 20.0.8 has ${CHECKSUMS[BINARY]}. It was not loaded. Install the package again, or use --transport node.`,
    );
  });

  it("throws if it is missing", () => {
    const { entry, binary } = install(REQUIRED.name, REQUIRED.version);
    rmSync(binary);
    expect(() => checkBinary(entry, NODE_20)).toThrow(`The binary ${binary} is missing, but`);
  });

  it.each([
    ["uWebSockets.js", REQUIRED.version],
    [REQUIRED.name, "20.0.9"],
  ])("does not hold back %s %s", (name, version) => {
    const { entry, binary } = install(name, version);
    appendFileSync(binary, "x");
    expect(() => checkBinary(entry, NODE_20)).not.toThrow();
  });

  it("names the machine that the package has no binary for", () => {
    const node26 = { ...NODE_20, abi: "147", nodeVersion: "v26.10.0" };
    expect(hasBinary(node26)).toBe(false);
    expect(() => checkBinary(ENTRY, node26)).toThrow(
      new Error("uws-pack 20.0.8 has no binary for Node v26.10.0 on linux x64"),
    );
    expect(hasBinary(NODE_20)).toBe(true);
  });

  it.each([
    "auto",
    "uws",
  ] as const)("keeps a service with --transport %s from starting", async (choice) => {
    const changed = new BinaryError("The binary differs.");
    const loaders = { uws: () => Promise.reject(changed), node: () => Promise.reject(new Error()) };
    await expect(chooseTransport(choice, undefined, loaders)).rejects.toBe(changed);
  });
});
