/** Both packages as npm packs them, installed elsewhere. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import commandJson from "../../packages/cli/package.json" with { type: "json" };
import { type Packed, packPackage } from "../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE } from "../../scripts/paths.js";
import { untilServing } from "../cli/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Packs a package, and installs it in an empty folder. Fails if package.json excludes this Node. */
function install(source: string, folder: string, ...options: string[]): Packed {
  writeFileSync(join(folder, "package.json"), '{"name":"elsewhere","private":true}');
  const packed = packPackage(source, folder);
  const args = ["install", "--no-audit", "--no-fund", "--engine-strict", ...options];
  execFileSync("npm", [...args, `./${packed.filename}`], { cwd: folder, stdio: "pipe" });
  return packed;
}

const installedIn = (folder: string) =>
  readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));

describe("the packed library, installed elsewhere", () => {
  const folder = temporaryFolder();
  const installed = join(folder, "node_modules/mapcoded");
  let packed: Packed;
  let files: string[];

  beforeAll(() => {
    // Without a registry.
    packed = install(LIBRARY_PACKAGE, folder, "--offline");
    files = packed.files.map(({ path }) => path);
  });

  it("is one package of less than 6 MB, with its exports, and without scripts and commands", () => {
    expect(installedIn(folder)).toEqual(["mapcoded"]);
    expect(packed.size).toBeLessThan(1_800_000);
    expect(packed.unpackedSize).toBeLessThan(6_000_000);
    expect(files.length).toBeLessThanOrEqual(60);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    const members = ["dependencies", "devDependencies", "bin", "scripts", "workspaces"];
    expect(members.filter((member) => member in manifest)).toEqual([]);
    const targets = (exported: unknown): string[] =>
      typeof exported === "string"
        ? [exported.slice(2)]
        : Object.values(exported as object).flatMap(targets);
    expect(Object.keys(manifest.exports)).toHaveLength(5);
    expect(files).toEqual(expect.arrayContaining(targets(manifest.exports)));
  });

  it("holds the engine with its tables, license and notice, and nothing of the rest", () => {
    const arrays = ["dist/generated/tables.bin", "dist/generated/borders.bin"];
    expect(files).toEqual(expect.arrayContaining(arrays));
    const others = files.filter((path) => !/^dist\/(?!web\/).*\.(js|d\.ts|bin)$/.test(path));
    expect(others.toSorted()).toEqual(["LICENSE", "NOTICE", "README.md", "package.json"]);
    const notice = readFileSync(join(installed, "NOTICE"), "utf8");
    expect(notice).toContain("https://opendatacommons.org/licenses/odbl/1-0/");
  });

  it.each([
    ["encode and decode", 'export { encode, decode } from "mapcoded";'],
    [
      "functions of both modules, which share the engine",
      'export { encode, decode } from "mapcoded";\nexport { decodeInto } from "mapcoded/into";',
    ],
  ])("takes at most 160 kB in a browser, with %s", async (_what, program) => {
    const entry = join(folder, "page.js");
    writeFileSync(entry, program);
    const bundle = await rolldown({ input: entry, platform: "browser", cwd: folder });
    const { output } = await bundle.generate({ minify: true });
    expect(output).toHaveLength(1);
    // A byte more in front changes the size by up to 2 kB, as the compressor divides its input by position.
    const sizes = Array.from({ length: 7 }, (_, shift) => {
      return brotliCompressSync(" ".repeat(shift) + output[0].code).length;
    });
    const sum = sizes.reduce((before, size) => before + size);
    expect(sum / sizes.length).toBeLessThanOrEqual(160_000);
  });

  const ENCODED = "encode(52.376514, 4.908543)[0]";
  const ROWS = 'new Blob(["0 -30"]).stream().pipeThrough(new EncodeStream())';
  const CAUGHT = '(() => { try { decode("x") } catch (error) { return error.stack } })()';
  const LINES = /at decode \(.*\/dist\/chunks\/engine\.js:\d{3,}:/;
  it.each([
    ["ES modules", 'import { encode } from "mapcoded"', ENCODED, /^NLD 49.4V\n$/],
    ["CommonJS", 'const { encode } = require("mapcoded")', ENCODED, /^NLD 49.4V\n$/],
    [
      "borders",
      'import * as borders from "mapcoded/borders"',
      "borders.encodeLocal(22.543, 114.058)",
      /^CN-GD QFJ.PZ6\n$/,
    ],
    [
      "batches",
      'import { EncodeStream } from "mapcoded/batch"',
      `await new Response(${ROWS}).text()`,
      /^0 -30\t\t\tHDX7Y.F0MG\n\n$/,
    ],
    ["stack traces with functions and lines", 'import { decode } from "mapcoded"', CAUGHT, LINES],
  ])("has %s", (name, importing, expression, expected) => {
    const type = name === "CommonJS" ? "commonjs" : "module";
    const args = [
      `--input-type=${type}`,
      "--eval",
      `${importing}; console.log(String(${expression}));`,
    ];
    expect(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" })).toMatch(
      expected,
    );
  });
});

describe("the packed command line, installed elsewhere", () => {
  const folder = temporaryFolder();
  const program = join(folder, "node_modules/.bin/mapcoded");
  const installed = join(folder, "node_modules/mapcoded-cli");
  let packed: Packed;

  beforeAll(() => {
    // It works without optional packages.
    packed = install(COMMAND_PACKAGE, folder, "--prefer-offline", "--omit=optional");
  });

  it("is of the version of the library, and needs the uWebSockets.js of the tests", () => {
    expect(commandJson.version).toBe(packageJson.version);
    expect(commandJson.engines).toEqual(packageJson.engines);
    const own = commandJson.optionalDependencies["uWebSockets.js"];
    expect(packageJson.devDependencies["uWebSockets.js"]).toBe(own);
  });

  it("has an engine, the map page and licenses", () => {
    const page = ["index.html", "site.json", "licenses.txt"].map((path) => `dist/web/${path}`);
    const engine = ["dist/generated/tables.bin", "LICENSE", "NOTICE", "README.md"];
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining([...page, ...engine]));
    const licenses = readFileSync(join(installed, "dist/web/licenses.txt"), "utf8");
    expect(licenses).toContain("Copyright 2013-2019 Michael Bostock");
    expect(installedIn(folder)).not.toContain("mapcoded");
  });

  it("has the documents, and all files that they link to", () => {
    const documents = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".md"));
    expect(documents).toContain("docs/operations.md");
    const links = documents.flatMap((document) => {
      const text = readFileSync(join(installed, document), "utf8");
      const targets = text.matchAll(/\]\((?!https?:|#)([^)#]+)/g);
      return Array.from(targets, ([, target]) => join(dirname(document), target));
    });
    expect(links).toContain("deploy/nginx.conf");
    expect(links).toContain("docs/map.md");
    expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it("has the command", () => {
    const point = execFileSync(program, ["decode", "NLD 49.4V"], { encoding: "utf8" });
    expect(point).toBe("52.37651400000124 4.908543375\n");
  });

  it("says that uWebSockets.js is absent, and serves", async () => {
    expect(installedIn(folder)).not.toContain("uWebSockets.js");
    const service = await untilServing(spawn(program, ["serve", "--port", "0"]));
    expect((await fetch(`${service.address}/status`)).status).toBe(200);
    await service.stop("SIGTERM");
    const notice = /WARN: uWebSockets\.js does not load on this machine: .*node:http instead/;
    expect(service.output()).toMatch(notice);
  });

  it("has a program in a clone, so that npm can link it", () => {
    expect(existsSync(join(COMMAND_PACKAGE, commandJson.bin.mapcoded))).toBe(true);
  });
});
