/** Checks of the packed packages by compilers, package linters and package managers. */
import { execFile, execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { untilServing } from "../../cli/command.ts";
import { bin, COMMAND_TARBALL, nodeOf, type Run, TARBALL, tool } from "./runtime-tools.ts";

/** A user of all entries, as an ES module and as CommonJS. */
const CONSUMER = `import { decode, encode, type TerritoryCode } from "mapcoded";
import { EncodeStream } from "mapcoded/batch";
import { encodeLocal, territoriesAt } from "mapcoded/borders";
import { decodeInto, NO_TERRITORY } from "mapcoded/into";

const territory: TerritoryCode = "NLD";
export const codes: readonly string[] = encode(52.4, 4.9, { territory }).map(({ code }) => code);
export const local: string | undefined = encodeLocal(52.4, 4.9)?.code;
export const names: readonly string[] = territoriesAt(52.4, 4.9).map(({ fullName }) => fullName);
export const lat: number = decode("NLD 49.4V").latDeg;
export const result: number = decodeInto("NLD 49.4V", NO_TERRITORY, new Float64Array(2));
// @ts-expect-error: a latitude is a number; without the types it would be any
export const text: string = decode("NLD 49.4V").latDeg;
export function convert(body: ReadableStream<Uint8Array>): ReadableStream<string> {
  const batch = new EncodeStream({ from: "csv" });
  return body.pipeThrough(batch).pipeThrough(new TextDecoderStream());
}
`;
const FILES = ["use.mts", "use.cts"];

/** The versions of TypeScript: the first with require of ES modules, and the newest. */
const COMPILERS = ["5.8", "newest"];
/** The options moduleResolution, each with its option module. */
const RESOLUTIONS = { nodenext: "nodenext", bundler: "esnext" };
/** The oldest target that the types support. */
const TARGET = "es2020";

const MAX_NATIVE_BYTES = 15e6;

/** The binaries for each version of Node. For Node 22, the older one is for an older C library. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  "20": ["linux-x64-20@20.51.4"],
  "22": ["linux-x64-22@20.51.4", "linux-x64-22@20.69.0"],
  "24": ["linux-x64-24@20.69.0"],
  "26": ["linux-x64-26@20.69.0"],
};

/** The command of each package manager to add packages: its program, and the arguments before the packages. */
const MANAGERS: Readonly<Record<string, readonly string[]>> = {
  npm: [process.env.npm_execpath ?? "", "install", "--no-audit", "--no-fund"],
  pnpm: [tool("pnpm/bin/pnpm.cjs"), "add", "--store-dir", "store"],
};

/** The installed binaries: the package and version of each, and their total size in bytes. */
function binariesIn(folder: string): { names: string[]; bytes: number } {
  const paths = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = paths.filter((path) => path.endsWith("uws.node"));
  // pnpm links to each package from several places.
  const binaries = [...new Set(found.map((path) => fs.realpathSync(join(folder, path))))];
  const names = binaries.map((path) => {
    const { name, version } = JSON.parse(fs.readFileSync(join(path, "../package.json"), "utf8"));
    return `${name.replace("@uwsjs/", "")}@${version}`;
  });
  const bytes = binaries.reduce((sum, path) => sum + fs.statSync(path).size, 0);
  return { names: names.toSorted(), bytes };
}

/** Installs both packages, checks their binaries, and uses the library and the service. */
async function installAndServe(manager: string, version: string, folder: string): Promise<void> {
  const node = nodeOf(version);
  const project = join(folder, `${manager}-${version}`);
  const run = (...args: string[]) => promisify(execFile)(node, args, { cwd: project });
  fs.mkdirSync(project);
  fs.writeFileSync(join(project, "package.json"), '{"name":"elsewhere","private":true}');
  await run(...MANAGERS[manager], `file:../${TARBALL}`, `file:../${COMMAND_TARBALL}`);
  const { names, bytes } = binariesIn(join(project, "node_modules"));
  if (`${names}` !== `${FITTING[version]}`) throw new Error(`It installed: ${names}`);
  if (bytes > MAX_NATIVE_BYTES) throw new Error(`Binaries take ${bytes} bytes.`);
  await run("--eval", 'if (require("mapcoded").encode(0, -30).length !== 1) throw "no mapcode";');
  const program = join(project, "node_modules/mapcoded-cli/bin/mapcoded.js");
  // Only packages installed there.
  const env = { ...process.env, NODE_PATH: "" };
  const service = await untilServing(spawn(node, [program, "serve", "--port", "0"], { env }));
  await service.stop("SIGTERM");
  const said = service.output();
  if (!said.includes("(uws, 1 worker)")) throw new Error(`It said: ${said}`);
}

/** @param folder has both packed packages and the installed library; each package manager gets a folder in it */
export function packageChecks(folder: string): Run[] {
  const run = (command: string, ...args: string[]) => {
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  };
  for (const name of FILES) fs.writeFileSync(join(folder, name), CONSUMER);
  const compile = (version: string, moduleResolution: string, module: string) => {
    // Without the types of Node, as users of the library may not have them.
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: false, types: [] },
      ...{ target: TARGET, lib: [TARGET, "dom"], module, moduleResolution },
    };
    const settings = JSON.stringify({ compilerOptions, files: FILES });
    fs.writeFileSync(join(folder, "tsconfig.json"), settings);
    run(process.execPath, tool(`typescript-${version}/bin/tsc`));
  };
  return [
    ...Object.entries(RESOLUTIONS).flatMap(([resolution, module]) =>
      COMPILERS.map((version): Run => {
        const name = `TypeScript ${version}, ${resolution}`;
        return [name, () => compile(version, resolution, module)];
      }),
    ),
    ...[TARBALL, COMMAND_TARBALL].flatMap((tarball): Run[] => [
      [`attw, ${tarball}`, () => run(bin("attw"), tarball, "--profile", "esm-only")],
      [`publint, ${tarball}`, () => run(bin("publint"), tarball, "--strict")],
    ]),
    ...Object.keys(MANAGERS).flatMap((manager) =>
      Object.keys(FITTING).map((version): Run => {
        return [`${manager}, Node ${version}`, () => installAndServe(manager, version, folder)];
      }),
    ),
  ];
}
