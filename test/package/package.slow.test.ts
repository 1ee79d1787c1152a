import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import commandJson from "../../packages/cli/package.json" with { type: "json" };
import { type Packed, packPackage } from "../../scripts/pack.ts";
import { COMMAND_PACKAGE, LIBRARY_PACKAGE, ROOT } from "../../scripts/paths.js";

/** An empty folder to install packages in. */
class Elsewhere {
  readonly folder = mkdtempSync(join(tmpdir(), "mapcoded-package-"));

  constructor() {
    writeFileSync(join(this.folder, "package.json"), '{"name":"elsewhere","private":true}');
  }

  run(command: string, ...args: string[]): string {
    return execFileSync(command, args, { cwd: this.folder, encoding: "utf8", stdio: "pipe" });
  }

  install(...args: string[]): string {
    return this.run("npm", "install", "--no-audit", "--no-fund", ...args);
  }

  /** Runs an ES module. */
  evaluate(script: string, ...flags: string[]): string {
    return this.run(process.execPath, ...flags, "--input-type=module", "--eval", script);
  }

  /** The files of a folder, by their contents. */
  text(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  packages(): string[] {
    const names = readdirSync(join(this.folder, "node_modules"));
    return names.filter((name) => !name.startsWith("."));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

describe("the packed library, installed elsewhere", () => {
  const elsewhere = new Elsewhere();
  let packed: Packed;
  let files: string[];

  beforeAll(() => {
    packed = packPackage(LIBRARY_PACKAGE, elsewhere.folder);
    files = packed.files.map(({ path }) => path);
    // No registry is asked, and no Node that package.json names is refused.
    elsewhere.install("--offline", "--engine-strict", `./${packed.filename}`);
  });
  afterAll(() => elsewhere.remove());

  const installed = "node_modules/mapcoded";

  it("is one package without dependencies, scripts of its own and commands", () => {
    expect(elsewhere.packages()).toEqual(["mapcoded"]);
    const manifest = JSON.parse(elsewhere.text(join(installed, "package.json")));
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
    for (const path of [
      "dist/index.js",
      "dist/generated/tables.bin",
      "dist/generated/borders.bin",
      "LICENSE",
      "NOTICE",
    ]) {
      expect(files).toContain(path);
    }
    const others = files.filter((path) => !/^dist\/(?!web\/).*\.(js|d\.ts|bin)$/.test(path));
    expect(others.toSorted()).toEqual(["LICENSE", "NOTICE", "README.md", "package.json"]);
  });

  it("has four exports, all of which are there", () => {
    const targets = (exported: unknown): string[] => {
      if (typeof exported === "string") return [exported];
      return Object.values(exported as object).flatMap(targets);
    };
    expect(Object.keys(packageJson.exports)).toEqual([
      ".",
      "./batch",
      "./borders",
      "./package.json",
    ]);
    const missing = targets(packageJson.exports).filter((path) => !files.includes(path.slice(2)));
    expect(missing).toEqual([]);
  });

  it("takes at most 165 kB in a browser, with what encodes and decodes", async () => {
    const entry = join(elsewhere.folder, "page.js");
    writeFileSync(entry, 'export { encode, decode } from "mapcoded";\n');
    const bundle = await rolldown({ input: entry, platform: "browser", cwd: elsewhere.folder });
    const { output } = await bundle.generate({ minify: true });
    expect(output).toHaveLength(1);
    expect(brotliCompressSync(output[0].code).length).toBeLessThanOrEqual(165_000);
  });

  it.each([
    ["an ES module", 'import { encode } from "mapcoded";', "module"],
    ["CommonJS", 'const { encode } = require("mapcoded");', "commonjs"],
  ])("is a library for %s", (_, load, type) => {
    const script = `${load} console.log(encode(52.376514, 4.908543)[0].territory);`;
    const out = elsewhere.run(process.execPath, `--input-type=${type}`, "--eval", script);
    expect(out).toBe("NLD\n");
  });

  it("has borders under a name of their own, and their notice", () => {
    const script =
      'import { encodeLocal } from "mapcoded/borders";' +
      "console.log(String(encodeLocal(22.543, 114.058)));";
    expect(elsewhere.evaluate(script)).toBe("CN-GD QFJ.PZ6\n");
    const notice = elsewhere.text(join(installed, "NOTICE"));
    expect(notice).toContain("OpenStreetMap contributors");
    expect(notice).toContain("https://opendatacommons.org/licenses/odbl/1-0/");
  });

  it("has batches under a name of their own", () => {
    const script =
      'import { EncodeStream } from "mapcoded/batch";' +
      'const rows = new Blob(["0 -30"]).stream().pipeThrough(new EncodeStream());' +
      "console.log(await new Response(rows).text());";
    expect(elsewhere.evaluate(script)).toBe("0 -30\t\t\tHDX7Y.F0MG\n\n");
  });

  it("names functions and lines in stack traces", () => {
    const script =
      'import { decode } from "mapcoded"; try { decode("x"); } catch (error) { console.log(error.stack); }';
    expect(elsewhere.evaluate(script)).toMatch(/at decode \(.*\/dist\/chunks\/engine\.js:\d{3,}:/);
  });

  /** What the compiler says to a file that uses the package. */
  function mistakesIn(source: string, ...options: string[]): string[] {
    writeFileSync(join(elsewhere.folder, "use.ts"), source);
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const args = ["--noEmit", "--module", "nodenext", "--target", "es2023", ...options, "use.ts"];
    try {
      elsewhere.run(process.execPath, compiler, ...args);
    } catch (error) {
      return (error as { stdout: string }).stdout.trim().split("\n");
    }
    return [];
  }

  // The one mistake in each is found, so the types are there and nothing else is wrong with them.
  it("has types", () => {
    const source =
      'import { decode } from "mapcoded";\nexport const lat: string = decode("x").latDeg;\n';
    expect(mistakesIn(source)).toEqual([
      "use.ts(2,14): error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it.each(["es2023", "es2023,dom"])("has types of streams that go with those of %s", (lib) => {
    const source =
      'import { EncodeStream } from "mapcoded/batch";\n' +
      "const batch = new EncodeStream();\n" +
      'new Response(new Blob(["0 -30"]).stream().pipeThrough(batch));\n' +
      "export const rows: string = batch.counts.rows;\n";
    const typeRoots = join(ROOT, "node_modules/@types");
    const options = ["--lib", lib, "--types", "node", "--typeRoots", typeRoots];
    expect(mistakesIn(source, ...options)).toEqual([
      "use.ts(4,14): error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });
});

describe("the packed command line, installed elsewhere", () => {
  const elsewhere = new Elsewhere();
  let packed: Packed;
  const decoded = () => elsewhere.run("npx", "mapcoded", "decode", "NLD 49.4V");

  beforeAll(() => {
    packed = packPackage(COMMAND_PACKAGE, elsewhere.folder);
    // No Node that package.json names is refused, and what is optional is not needed.
    elsewhere.install(
      "--prefer-offline",
      "--engine-strict",
      "--omit=optional",
      `./${packed.filename}`,
    );
  });
  afterAll(() => elsewhere.remove());

  it("is of the version of the library", () => {
    expect(commandJson.version).toBe(packageJson.version);
    expect(commandJson.engines).toEqual(packageJson.engines);
  });

  it("needs the versions of packages that the repository is tested with", () => {
    const own = commandJson.optionalDependencies["uWebSockets.js"];
    expect(packageJson.devDependencies["uWebSockets.js"]).toBe(own);
  });

  it("has the map page, and the licenses of what the page contains", () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of ["index.html", "site.json", "licenses.txt"]) {
      expect(paths).toContain(`dist/web/${path}`);
    }
    const licenses = elsewhere.text("node_modules/mapcoded-cli/dist/web/licenses.txt");
    expect(licenses).toContain("Copyright 2013-2019 Michael Bostock");
  });

  it("has an engine with tables, license and notice", () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of ["dist/generated/tables.bin", "LICENSE", "NOTICE", "README.md"]) {
      expect(paths).toContain(path);
    }
    expect(elsewhere.packages()).not.toContain("mapcoded");
  });

  it("has the command", () => {
    expect(decoded()).toBe("52.37651400000124 4.908543375\n");
  });

  it("says that uWebSockets.js is absent, and serves", () => {
    expect(elsewhere.packages()).not.toContain("uWebSockets.js");
    const script =
      'const { spawn } = require("node:child_process");' +
      'const service = spawn("npx", ["mapcoded", "serve", "--port", "0"], { detached: true });' +
      'let log = ""; service.stdout.on("data", async (data) => { log += data;' +
      "const [url] = /http:\\S+/.exec(log) ?? []; if (url === undefined) return;" +
      'console.log(await (await fetch(url + "/status")).text());' +
      "console.log(log); process.kill(-service.pid); process.exit(); });";
    const out = elsewhere.run(process.execPath, "--input-type=commonjs", "--eval", script);
    expect(out).toContain('"status":"OK"');
    expect(out).toMatch(/WARN: uWebSockets\.js does not load on this machine: .*node:http instead/);
  });

  it("is linked to a clone by npm, whatever is built", () => {
    expect(existsSync(join(ROOT, "packages/cli", commandJson.bin.mapcoded))).toBe(true);
  });
});
