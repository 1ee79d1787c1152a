/** Both packages as npm packs them, installed elsewhere. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import commandJson from "../../packages/cli/package.json" with { type: "json" };
import { type Packed, packPackage } from "../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "../../scripts/paths.js";
import { untilServing } from "../cli/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Packs a package, and installs it in an empty folder. No Node that package.json names is refused. */
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
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  let packed: Packed;
  let files: string[];

  beforeAll(() => {
    // No registry is asked.
    packed = install(LIBRARY_PACKAGE, folder, "--offline");
    files = packed.files.map(({ path }) => path);
  });

  it("is one package without dependencies, scripts of its own and commands", () => {
    expect(installedIn(folder)).toEqual(["mapcoded"]);
    const text = readFileSync(join(folder, "node_modules/mapcoded/package.json"), "utf8");
    const manifest = JSON.parse(text);
    for (const member of ["dependencies", "devDependencies", "bin", "scripts", "workspaces"]) {
      expect(Object.keys(manifest)).not.toContain(member);
    }
    expect(manifest.exports).toEqual(packageJson.exports);
  });

  it("takes less than 1.8 MB packed and 6 MB unpacked, in 60 files", () => {
    expect(packed.size).toBeLessThan(1_800_000);
    expect(packed.unpackedSize).toBeLessThan(6_000_000);
    expect(files.length).toBeLessThanOrEqual(60);
  });

  it("holds the engine with its tables, license and notice, and nothing of the rest", () => {
    const arrays = ["dist/generated/tables.bin", "dist/generated/borders.bin"];
    expect(files).toEqual(expect.arrayContaining(["dist/index.js", ...arrays]));
    const others = files.filter((path) => !/^dist\/(?!web\/).*\.(js|d\.ts|bin)$/.test(path));
    expect(others.toSorted()).toEqual(["LICENSE", "NOTICE", "README.md", "package.json"]);
    const notice = readFileSync(join(folder, "node_modules/mapcoded/NOTICE"), "utf8");
    expect(notice).toContain("https://opendatacommons.org/licenses/odbl/1-0/");
  });

  it("has four exports, all of which are there", () => {
    const targets = (exported: unknown): string[] =>
      typeof exported === "string"
        ? [exported]
        : Object.values(exported as object).flatMap(targets);
    const names = [".", "./batch", "./borders", "./package.json"];
    expect(Object.keys(packageJson.exports)).toEqual(names);
    const missing = targets(packageJson.exports).filter((path) => !files.includes(path.slice(2)));
    expect(missing).toEqual([]);
  });

  it("takes at most 165 kB in a browser, with what encodes and decodes", async () => {
    const entry = join(folder, "page.js");
    writeFileSync(entry, 'export { encode, decode } from "mapcoded";\n');
    const bundle = await rolldown({ input: entry, platform: "browser", cwd: folder });
    const { output } = await bundle.generate({ minify: true });
    expect(output).toHaveLength(1);
    expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(165_000);
  });

  const ENCODED = "console.log(encode(52.376514, 4.908543)[0].territory);";
  it.each([
    ["an ES module", "module", `import { encode } from "mapcoded"; ${ENCODED}`, /^NLD\n$/],
    ["CommonJS", "commonjs", `const { encode } = require("mapcoded"); ${ENCODED}`, /^NLD\n$/],
    [
      "borders",
      "module",
      'import { encodeLocal } from "mapcoded/borders"; console.log(String(encodeLocal(22.543, 114.058)));',
      /^CN-GD QFJ.PZ6\n$/,
    ],
    [
      "batches",
      "module",
      'import { EncodeStream } from "mapcoded/batch";' +
        'const rows = new Blob(["0 -30"]).stream().pipeThrough(new EncodeStream());' +
        "console.log(await new Response(rows).text());",
      /^0 -30\t\t\tHDX7Y.F0MG\n\n$/,
    ],
    [
      "stack traces with functions and lines",
      "module",
      'import { decode } from "mapcoded"; try { decode("x"); } catch (error) { console.log(error.stack); }',
      /at decode \(.*\/dist\/chunks\/engine\.js:\d{3,}:/,
    ],
  ])("has %s", (_, type, script, expected) => {
    expect(run(`--input-type=${type}`, "--eval", script)).toMatch(expected);
  });

  // These mistakes are found, so the types are there and nothing else is wrong with them.
  it("has types", () => {
    const source = `import { decode } from "mapcoded";
import { EncodeStream } from "mapcoded/batch";
export const lat: string = decode("x").latDeg;
const batch = new EncodeStream();
new Response(new Blob(["0 -30"]).stream().pipeThrough(batch));
export const rows: string = batch.counts.rows;
`;
    writeFileSync(join(folder, "use.ts"), source);
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const kinds = ["--module", "nodenext", "--target", "es2023", "--lib", "es2023"];
    const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
    let said = "";
    try {
      run(compiler, "--noEmit", ...kinds, ...types, "use.ts");
    } catch (error) {
      said = (error as { stdout: string }).stdout;
    }
    const mistake = "error TS2322: Type 'number' is not assignable to type 'string'.\n";
    expect(said).toBe(`use.ts(3,14): ${mistake}use.ts(6,14): ${mistake}`);
  });
});

describe("the packed command line, installed elsewhere", () => {
  const folder = temporaryFolder();
  const program = join(folder, "node_modules/.bin/mapcoded");
  const installed = join(folder, "node_modules/mapcoded-cli");
  let packed: Packed;

  beforeAll(() => {
    // What is optional is not needed.
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

  it("is linked to a clone by npm, whatever is built", () => {
    expect(existsSync(join(COMMAND_PACKAGE, commandJson.bin.mapcoded))).toBe(true);
  });
});
