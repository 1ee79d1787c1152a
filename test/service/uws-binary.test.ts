import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import commandJson from "../../packages/cli/package.json" with { type: "json" };
import { ServiceError } from "../../src/service/start-errors.ts";
import { chooseTransport } from "../../src/service/transport-choice.ts";
import {
  type EntryOf,
  findBinary,
  hasBinary,
  loadUws,
  type Machine,
  PACKAGE,
  RELEASES,
  THIS_MACHINE,
} from "../../src/service/transports/uws-binary.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const require = createRequire(import.meta.url);
const [NEWEST, OLDER] = RELEASES;
/** Versions of Node that do not exist, so that their binaries are found only where tests install them. */
const OLD_NODE: Machine = { platform: "linux", arch: "x64", node: "90", glibc: "2.36" };
const NEW_NODE: Machine = { ...OLD_NODE, node: "94", glibc: "2.41" };

const root = temporaryFolder();

/** The package of a release as it is installed here. */
const entryHere: EntryOf = (alias) => require.resolve(alias);

function sha256Of(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

const HERE: Machine = { ...THIS_MACHINE, glibc: "2.99" };
const TARGET_HERE = `${HERE.platform}-${HERE.arch}-${HERE.node}`;

/** The binaries that are installed for this machine, whatever its C library. */
const INSTALLED = RELEASES.flatMap((release) => {
  const found = findBinary(release, HERE, entryHere);
  return "path" in found ? [{ release, path: found.path }] : [];
});

/** Packages that are installed in a folder of its own. */
class Elsewhere {
  readonly folder = mkdtempSync(join(root, "elsewhere-"));
  readonly entryOf: EntryOf = (alias) =>
    this.#installed.has(alias) ? join(this.folder, alias, "uws.js") : undefined;
  readonly #installed = new Set<string>();

  #write(path: string, content: object): void {
    mkdirSync(join(this.folder, path), { recursive: true });
    writeFileSync(join(this.folder, path, "package.json"), JSON.stringify(content));
  }

  /** Installs a package that offers binaries for some targets. */
  core(alias: string, name: string, version: string, ...targets: string[]): this {
    const optionalDependencies = Object.fromEntries(
      targets.map((target) => [`@uwsjs/${target}`, version]),
    );
    this.#write(alias, { name, version, optionalDependencies });
    this.#installed.add(alias);
    return this;
  }

  /** Installs a binary that no machine can load. @returns its path */
  binary(target: string, version: string): string {
    const folder = join("node_modules/@uwsjs", target);
    this.#write(folder, { name: `@uwsjs/${target}`, version });
    const path = join(this.folder, folder, "uws.node");
    writeFileSync(path, "not a binary");
    return path;
  }
}

/** An installation of both releases for the targets of one Node on two processors. */
function bothReleases(): Elsewhere {
  return new Elsewhere()
    .core(
      NEWEST.alias,
      PACKAGE,
      NEWEST.version,
      "linux-x64-94",
      "linux-arm64-94",
      "darwin-arm64-94",
    )
    .core(OLDER.alias, PACKAGE, OLDER.version, "linux-x64-90");
}

describe("the releases of uWebSockets.js", () => {
  it("are what package.json names, exactly", () => {
    expect(commandJson.optionalDependencies).toEqual(
      Object.fromEntries(
        RELEASES.map(({ alias, version }) => [alias, `npm:${PACKAGE}@${version}`]),
      ),
    );
  });

  it("are installed with checked binaries for this machine", () => {
    if (hasBinary()) expect(INSTALLED).not.toEqual([]);
    for (const { release, path } of INSTALLED) {
      expect(sha256Of(path)).toBe(release.checksums[TARGET_HERE]);
    }
  });

  it("have binaries for Node 20 to 26 on Linux, the newest for glibc 2.38", () => {
    const fits = (node: string, glibc: string | undefined) =>
      hasBinary({ platform: "linux", arch: "x64", node, glibc });
    expect(["20", "22", "24", "26"].map((node) => fits(node, "2.38"))).toEqual(Array(4).fill(true));
    expect(["20", "22", "24", "26"].map((node) => fits(node, "2.37"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(fits("20", "2.26")).toBe(false);
    expect(fits("20", "2.100")).toBe(true);
    expect(fits("24", undefined)).toBe(false);
  });
});

describe("the search for a binary", () => {
  it("throws if the binary is another one", () => {
    const elsewhere = bothReleases();
    const path = elsewhere.binary("linux-x64-94", NEWEST.version);
    const expected = "0".repeat(64);
    const release = { ...NEWEST, checksums: { "linux-x64-94": expected } };
    const search = () => findBinary(release, NEW_NODE, elsewhere.entryOf);
    expect(search).toThrow(ServiceError);
    expect(search).toThrow(
      `The binary ${path} has the SHA-256 ${sha256Of(path)}, but that of @uwsjs/linux-x64-94 20.69.0 has ${expected}. It was not loaded. Install the package again, or use --transport node.`,
    );
  });

  it("throws if the binary is missing from its package", () => {
    const elsewhere = bothReleases();
    const path = elsewhere.binary("linux-x64-94", NEWEST.version);
    rmSync(path);
    expect(() => findBinary(NEWEST, NEW_NODE, elsewhere.entryOf)).toThrow(
      `The binary ${path} is missing, but`,
    );
  });

  it.runIf(INSTALLED.length > 0)("throws if one byte has been added", () => {
    const [{ release, path: original }] = INSTALLED;
    const elsewhere = new Elsewhere().core(release.alias, PACKAGE, release.version, TARGET_HERE);
    const path = elsewhere.binary(TARGET_HERE, release.version);
    writeFileSync(path, readFileSync(original));
    expect(findBinary(release, HERE, elsewhere.entryOf)).toEqual({ path });
    appendFileSync(path, "x");
    expect(() => findBinary(release, HERE, elsewhere.entryOf)).toThrow(ServiceError);
  });

  it("finds the installed one whose checksum could not be known", () => {
    const elsewhere = bothReleases();
    const path = elsewhere.binary("linux-arm64-94", NEWEST.version);
    const machine = { ...NEW_NODE, arch: "arm64" };
    expect(findBinary(NEWEST, machine, elsewhere.entryOf)).toEqual({ path });
  });

  it("takes no binary of another version", () => {
    const elsewhere = bothReleases();
    elsewhere.binary("linux-x64-94", "20.70.0");
    expect(findBinary(NEWEST, NEW_NODE, elsewhere.entryOf)).toEqual({
      obstacle:
        "20.69.0 needs @uwsjs/linux-x64-94, which is not installed: install again with Node 94",
    });
  });

  it.each([
    "auto",
    "uws",
  ] as const)("keeps a service with --transport %s from starting where the binary differs", async (choice) => {
    const changed = new ServiceError("The binary differs.");
    const loaders = {
      uws: () => Promise.reject(changed),
      node: () => Promise.reject(new Error()),
    };
    await expect(chooseTransport(choice, undefined, loaders)).rejects.toBe(changed);
  });
});

describe("a machine that cannot load uWebSockets.js is told", () => {
  const messageFor = (machine: Machine, elsewhere: Elsewhere) =>
    loadUws(machine, elsewhere.entryOf).then(
      () => "",
      (error) => (error as Error).message,
    );

  it("which release has no binary for its Node, and that the other is not installed", async () => {
    const elsewhere = new Elsewhere().core(NEWEST.alias, PACKAGE, NEWEST.version, "linux-x64-94");
    expect(await messageFor({ ...NEW_NODE, node: "30" }, elsewhere)).toBe(
      "20.69.0 has no binary for Node 30 on linux x64; 20.51.4 is not installed",
    );
  });

  it.each([
    ["2.36", "there is 2.36"],
    [undefined, "there is none"],
  ])("which glibc is needed, and which one it has: %s", async (glibc, found) => {
    expect(await messageFor({ ...NEW_NODE, glibc }, bothReleases())).toBe(
      `20.69.0 needs glibc 2.38 or later, and ${found}; 20.51.4 has no binary for Node 94 on linux x64`,
    );
  });

  it("that the binary for its Node is not installed", async () => {
    expect(await messageFor(OLD_NODE, bothReleases())).toBe(
      "20.69.0 has no binary for Node 90 on linux x64; 20.51.4 needs @uwsjs/linux-x64-90, which is not installed: install again with Node 90",
    );
  });

  it("what the system says of a binary that does not load", async () => {
    const elsewhere = bothReleases();
    elsewhere.binary("darwin-arm64-94", NEWEST.version);
    const machine: Machine = { ...NEW_NODE, platform: "darwin", arch: "arm64" };
    expect(await messageFor(machine, elsewhere)).toMatch(
      /^20\.69\.0 does not load \(.*uws\.node.*\); 20\.51\.4 has no binary for Node 94 on darwin arm64$/,
    );
  });
});

it("loads another build that is installed by the name as it is, whatever its checksum", async () => {
  const elsewhere = bothReleases().core(NEWEST.alias, "uWebSockets.js", NEWEST.version);
  elsewhere.binary("linux-x64-94", NEWEST.version);
  const loaded = loadUws({ ...NEW_NODE, node: "30" }, elsewhere.entryOf).then(Object.keys, String);
  // Importing by the name finds what is installed here.
  const imported = import("uWebSockets.js").then(Object.keys, String);
  expect(await loaded).toEqual(await imported);
});
