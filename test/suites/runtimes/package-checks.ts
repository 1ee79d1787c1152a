/** Checks of the packed packages by compilers, and by tools that judge packages. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, COMMAND_TARBALL, type Run, TARBALL, tool } from "./runtime-tools.ts";

/** A user of all entries, as an ES module and as CommonJS. */
const CONSUMER = `import { decode, encode, type TerritoryCode } from "mapcoded";
import { EncodeStream } from "mapcoded/batch";
import { encodeLocal, territoriesAt } from "mapcoded/borders";

const territory: TerritoryCode = "NLD";
export const codes: readonly string[] = encode(52.4, 4.9, { territory }).map(({ code }) => code);
export const local: string | undefined = encodeLocal(52.4, 4.9)?.code;
export const names: readonly string[] = territoriesAt(52.4, 4.9).map(({ fullName }) => fullName);
export const lat: number = decode("NLD 49.4V").latDeg;
// @ts-expect-error: a latitude is a number; with types that are not found it would be any
export const text: string = decode("NLD 49.4V").latDeg;
export function convert(body: ReadableStream<Uint8Array>): ReadableStream<string> {
  const batch = new EncodeStream({ from: "csv" });
  return body.pipeThrough(batch).pipeThrough(new TextDecoderStream());
}
`;
const FILES = ["use.mts", "use.cts"];

/** The versions of TypeScript: the first that knows require of ES modules, and the newest. */
const COMPILERS = ["5.8", "newest"];
/** The ways to find modules, each with the kind of modules that goes with it. */
const RESOLUTIONS = { nodenext: "nodenext", bundler: "esnext" };
/** The oldest JavaScript that the types allow a project to be written for. */
const TARGET = "es2020";

/** @param folder where both packages are packed, and the library is installed */
export function packageChecks(folder: string): Run[] {
  const run = (command: string, ...args: string[]) => {
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  };
  for (const name of FILES) writeFileSync(join(folder, name), CONSUMER);
  const compile = (version: string, moduleResolution: string, module: string) => {
    // No types of Node: the library is also for those who have none.
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: false, types: [] },
      ...{ target: TARGET, lib: [TARGET, "dom"], module, moduleResolution },
    };
    const settings = JSON.stringify({ compilerOptions, files: FILES });
    writeFileSync(join(folder, "tsconfig.json"), settings);
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
  ];
}
