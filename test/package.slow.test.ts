import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { ENTRIES } from "../scripts/bundle.ts";

/** What is read of a source map. */
interface SourceMap {
  readonly sources: readonly string[];
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));

describe("the packed package, installed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "mapcoded-package-"));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  let files: string[];

  beforeAll(() => {
    // Without scripts, as building again would pull dist from under other tests.
    const pack = ["pack", ROOT, "--json", "--ignore-scripts", "--pack-destination", folder];
    const [packed] = JSON.parse(run("npm", ...pack)) as [
      { filename: string; files: { path: string }[] },
    ];
    files = packed.files.map(({ path }) => path);
    writeFileSync(join(folder, "package.json"), '{"name":"elsewhere","private":true}');
    run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const installed = join(folder, "node_modules/mapcoded");

  it("holds the engine with its tables, licence and notice, and nothing of the repository's tools", () => {
    for (const path of ["dist/index.js", "dist/generated/tables.bin", "LICENSE", "NOTICE"]) {
      expect(files).toContain(path);
    }
    const isUnwanted = /^(test|data|codegen|scripts|bench)\/|^src\/generated|\.build\.json$/;
    expect(files.filter((path) => isUnwanted.test(path))).toEqual([]);
  });

  it("holds source maps, and every source that one of them names", () => {
    const textOf = (path: string) => readFileSync(join(installed, path), "utf8");
    const mapped = files.filter(
      (path) => /^dist\/.*\.[jt]s$/.test(path) && textOf(path).includes("sourceMappingURL"),
    );
    expect(mapped).toContain("dist/chunks/engine.js");
    expect(mapped).toContain("dist/index.d.ts");
    for (const path of mapped) expect(files).toContain(`${path}.map`);
    const sources = files
      .filter((path) => path.endsWith(".map"))
      .flatMap((path) => {
        const { sources } = JSON.parse(textOf(path)) as SourceMap;
        return sources.map((source) => join(dirname(path), source));
      });
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((source) => !files.includes(source))).toEqual([]);
  });

  it("names source files and lines in stack traces", () => {
    const script =
      'import { decode } from "mapcoded"; try { decode("x"); } catch (error) { console.log(error.stack); }';
    const flags = ["--enable-source-maps", "--input-type=module"];
    const stack = run(process.execPath, ...flags, "--eval", script);
    const [, path = "", line = ""] = /^ +at \S+ \(?(\S+\.ts):(\d+):\d+\)?$/m.exec(stack) ?? [];
    expect(path.startsWith(join(installed, "src/"))).toBe(true);
    expect(readFileSync(path, "utf8").split("\n")[Number(line) - 1]).toMatch(/new \w+Error\(/);
  });

  it("declares the side effects of all modules that are started and not imported", () => {
    const started = ENTRIES.filter((entry) => /main$|worker$/.test(entry));
    expect(packageJson.sideEffects.toSorted()).toEqual(
      started.map((entry) => `./dist/${entry}.js`).toSorted(),
    );
  });

  it("has a library without side effects, which a bundler drops when it is not used", async () => {
    const entry = join(folder, "unused.js");
    writeFileSync(entry, 'import { encode } from "mapcoded";\nimport "mapcoded/batch";\n');
    const bundle = await rolldown({ input: entry, platform: "node", cwd: folder });
    const { output } = await bundle.generate();
    expect(output).toHaveLength(1);
    expect(output[0].code.replace(/^\/\/.*$/gm, "").trim()).toBe("export {};");
  });

  it("is a library", () => {
    const script =
      'import { encode } from "mapcoded"; console.log(encode(52.376514, 4.908543)[0]);';
    const out = run(process.execPath, "--input-type=module", "--eval", script);
    expect(out).toBe("{ territory: 'NLD', code: '49.4V' }\n");
  });

  it("has batches under a name of their own", () => {
    const script =
      'import { createBatchTransform } from "mapcoded/batch/node";' +
      "const batch = createBatchTransform(); batch.end('0 -30'); batch.pipe(process.stdout);";
    const out = run(process.execPath, "--input-type=module", "--eval", script);
    expect(out).toBe("0 -30\t\t\tHDX7Y.F0MG\n");
  });

  /** What the compiler says to a file that uses the package. */
  function mistakesIn(source: string, ...options: string[]): string[] {
    writeFileSync(join(folder, "use.ts"), source);
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const args = ["--noEmit", "--module", "nodenext", "--target", "es2023", ...options, "use.ts"];
    try {
      run(process.execPath, compiler, ...args);
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
      'import { createBatchTransformStream } from "mapcoded/batch";\n' +
      "const batch = createBatchTransformStream();\n" +
      'new Response(new Blob(["0 -30"]).stream().pipeThrough(batch));\n' +
      "export const rows: string = batch.counts.rows;\n";
    const typeRoots = join(ROOT, "node_modules/@types");
    const options = ["--lib", lib, "--types", "node", "--typeRoots", typeRoots];
    expect(mistakesIn(source, ...options)).toEqual([
      "use.ts(4,14): error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it("has the command", () => {
    expect(run("npx", "mapcoded", "decode", "NLD 49.4V")).toBe("52.37651400000124 4.908543375\n");
  });
});
