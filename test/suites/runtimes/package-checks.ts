/** Checks of the packed packages by compilers, and by tools that judge packages. */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, COMMAND_TARBALL, type Run, TARBALL, tool } from "./runtime-tools.ts";

/** Entries that wait for their tables, which CommonJS cannot: they are ES modules only. */
const ONLY_MODULES = ["fetched", "fetched/batch", "fetched/borders"];

/** Entries that are no code and have no types. */
const WITHOUT_TYPES = ["tables-compact.bin"];

/** A user of all entries, except those of Node, as an ES module and as CommonJS. */
const CONSUMER = `import { decode, encode, type TerritoryCode } from "mapcoded";
import { EncodeStream } from "mapcoded/batch";
import { encodeLocal } from "mapcoded/borders";
import { decode as decodeEmbedded } from "mapcoded/embedded";
import { planBatch } from "mapcoded/embedded/batch";
import { territoriesAt } from "mapcoded/embedded/borders";
import { init } from "mapcoded/init";

const territory: TerritoryCode = "NLD";
export const codes: readonly string[] = encode(52.4, 4.9, { territory }).map(({ code }) => code);
export const plan = planBatch;
export const local: string | undefined = encodeLocal(52.4, 4.9)?.code;
export const names: readonly string[] = territoriesAt(52.4, 4.9).map(({ fullName }) => fullName);
export const lat: number = decode("NLD 49.4V").latDeg + decodeEmbedded("NLD 49.4V").latDeg;
// @ts-expect-error: a latitude is a number; with types that are not found it would be any
export const text: string = decode("NLD 49.4V").latDeg;
export const load = (bytes: Uint8Array | ArrayBuffer): void => init(bytes);
export function convert(body: ReadableStream<Uint8Array>): ReadableStream<string> {
  const batch = new EncodeStream({ from: "csv" });
  return body.pipeThrough(batch).pipeThrough(new TextDecoderStream());
}
`;

/** The versions of TypeScript: the oldest that is supported, one from between, the newest. */
const COMPILERS = ["5.0", "5.4", "newest"];

/** Files of both kinds of modules, and a file without a kind of its own. */
const BOTH_KINDS = ["use.mts", "use.cts"];
const NO_KIND = ["use.ts"];

/** The ways to find modules, each with the kind of modules that goes with it. */
const RESOLUTIONS = [
  { moduleResolution: "node16", module: "node16", compilers: COMPILERS, files: BOTH_KINDS },
  { moduleResolution: "nodenext", module: "nodenext", compilers: COMPILERS, files: BOTH_KINDS },
  { moduleResolution: "bundler", module: "esnext", compilers: COMPILERS, files: BOTH_KINDS },
  // It reads typesVersions, not exports. The newest compiler has it no more.
  { moduleResolution: "node10", module: "commonjs", compilers: ["5.0", "5.4"], files: NO_KIND },
];

/** The oldest JavaScript that the types allow a project to be written for. */
const TARGET = "es2020";

function compilerChecks(folder: string): Run[] {
  for (const name of [...BOTH_KINDS, ...NO_KIND]) writeFileSync(join(folder, name), CONSUMER);
  return RESOLUTIONS.flatMap(({ moduleResolution, module, compilers, files }) =>
    compilers.map((version): Run => {
      const check = () => {
        // No types of Node: the library is also for those who have none.
        const compilerOptions = {
          ...{ noEmit: true, strict: true, skipLibCheck: false, types: [] },
          ...{ target: TARGET, lib: [TARGET, "dom"], module, moduleResolution },
        };
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
        runTool(folder, process.execPath, tool(`typescript-${version}/bin/tsc`));
      };
      return { name: `TypeScript ${version}, ${moduleResolution}`, entry: "types", check };
    }),
  );
}

function runTool(folder: string, command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
}

/**
 * attw looks for types that a kind of modules does not find, or that are of another kind. Its resolution
 * `node10` is left out: it does not read `exports`, and TypeScript 5.0 has others.
 */
function typeChecks(folder: string): Run[] {
  const attw = (...args: string[]) => runTool(folder, bin("attw"), ...args);
  return [
    {
      name: "attw, both kinds of modules",
      entry: "types",
      check: () =>
        attw(
          ...[TARBALL, "--profile", "node16"],
          ...["--exclude-entrypoints", ...ONLY_MODULES, ...WITHOUT_TYPES],
        ),
    },
    {
      name: "attw, ES modules only",
      entry: "types",
      check: () => attw(TARBALL, "--profile", "esm-only", "--entrypoints", ...ONLY_MODULES),
    },
    {
      name: "attw, the command line",
      entry: "types",
      check: () => attw(COMMAND_TARBALL, "--profile", "esm-only"),
    },
  ];
}

/** @throws Error unless a program fails with an error that has a text */
function expectToFail(folder: string, text: string, command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 1 || !stderr.includes(text)) throw new Error(`It ended with ${status}: ${stderr}`);
}

/** Programs that may read their modules, but no other files. */
function permissionChecks(folder: string): Run[] {
  const program = join(folder, "first-code.mjs");
  writeFileSync(program, 'import { encode } from "mapcoded";\nconsole.log(encode(0, -30));\n');
  const library = join(folder, "node_modules/mapcoded");
  const modules = ["package.json", "dist/index.js", "dist/chunks/"].map((path) =>
    join(library, path),
  );
  const readable = [program, join(folder, "package.json"), ...modules];
  const ways: Readonly<Record<string, [flag: string, command: string, ...args: string[]]>> = {
    Deno: ["--allow-read", bin("deno"), "run", "--no-prompt", "--node-modules-dir=manual"],
    "Node 24": [
      "--allow-fs-read",
      tool("node-24/bin/node"),
      "--permission",
      ...readable.map((path) => `--allow-fs-read=${path}`),
    ],
  };
  return Object.entries(ways).map(([name, [flag, command, ...args]]) => ({
    name: `${name} without permission`,
    entry: "import",
    check: () =>
      expectToFail(folder, `run the program with ${flag}, or`, command, ...args, program),
  }));
}

/** @param folder where both packages are packed, and the library is installed */
export function packageChecks(folder: string): Run[] {
  return [
    ...compilerChecks(folder),
    ...permissionChecks(folder),
    ...typeChecks(folder),
    ...[TARBALL, COMMAND_TARBALL].map((tarball) => ({
      name: `publint, ${tarball}`,
      entry: "package",
      check: () => runTool(folder, bin("publint"), tarball, "--strict"),
    })),
  ];
}
