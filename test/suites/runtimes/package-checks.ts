/** Checks of the packed library by compilers, by tools that judge packages, and by another package manager. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "./runtime.ts";
import { bin, TARBALL, tool } from "./runtime-tools.ts";

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

/** The ways to find modules, each with the kind of modules that goes with it. */
const RESOLUTIONS = { node16: "node16", nodenext: "nodenext", bundler: "esnext" };

function compilerChecks(folder: string): Check[] {
  for (const name of ["use.mts", "use.cts"]) writeFileSync(join(folder, name), CONSUMER);
  return COMPILERS.flatMap((version) =>
    Object.entries(RESOLUTIONS).map(([moduleResolution, module]): Check => {
      // No types of Node: the library is also for those who have none.
      const compilerOptions = {
        ...{ noEmit: true, strict: true, skipLibCheck: false, types: [] },
        ...{ target: "es2022", lib: ["es2022", "dom"], module, moduleResolution },
      };
      const run = () => {
        const settings = { compilerOptions, files: ["use.mts", "use.cts"] };
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
        runTool(folder, process.execPath, tool(`typescript-${version}/bin/tsc`));
      };
      return { name: `TypeScript ${version}, ${moduleResolution}`, entry: "types", run };
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
function typeChecks(folder: string): Check[] {
  const attw = (...args: string[]) => runTool(folder, bin("attw"), TARBALL, ...args);
  return [
    {
      name: "attw, both kinds of modules",
      entry: "types",
      run: () =>
        attw("--profile", "node16", "--exclude-entrypoints", ...ONLY_MODULES, ...WITHOUT_TYPES),
    },
    {
      name: "attw, ES modules only",
      entry: "types",
      run: () => attw("--profile", "esm-only", "--entrypoints", ...ONLY_MODULES),
    },
  ];
}

/** yarn 1 refuses packages whose dependencies want another Node. */
function runYarn(folder: string): void {
  const node = tool("node-20/bin/node");
  const project = join(folder, "yarn");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"name":"elsewhere","private":true}');
  runTool(project, node, tool("yarn/bin/yarn.js"), "add", "--offline", `file:../${TARBALL}`);
  const script =
    'if (require("mapcoded").encode(0, -30).length !== 1) throw new Error("no mapcode");';
  runTool(project, node, "--eval", script);
}

/** @param folder where the library is packed and installed */
export function packageChecks(folder: string): Check[] {
  return [
    ...compilerChecks(folder),
    ...typeChecks(folder),
    {
      name: "publint",
      entry: "package",
      run: () => runTool(folder, bin("publint"), TARBALL, "--strict"),
    },
    { name: "yarn 1, Node 20", entry: "package", run: () => runYarn(folder) },
  ];
}
