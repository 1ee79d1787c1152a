/** What tests of engines share: the command as npm installs it, the examples of docs/engines.md, points, and speeds. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { COMMAND_DIST, ROOT } from "../../../scripts/paths.js";
import { type Coordinate, decode, type EncodeOptions, MapcodeError } from "../../../src/index.ts";
import { isInRange } from "../../../src/library/errors.ts";
import { resultOr } from "../../support/errors.ts";
import { cpuSecondsOf } from "../../support/linux-processes.ts";
import { localMapcode } from "../../support/local-codes.ts";
import { readVectors } from "../../support/vectors.ts";
import { installManifest } from "../runtimes/runtime-tools.ts";

/** Where the engines from npm are, by a manifest of their own, as `npm ci` should not take them along. */
export const TOOLS = join(ROOT, "node_modules/.cache/mapcoded-engines");

export function installTools(): void {
  installManifest(import.meta.dirname, TOOLS);
}

/** Copies the packages that a package needs, and what these need, to a folder. */
function copyDependencies(manifest: string, folder: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  for (const name of Object.keys(dependencies)) {
    if (existsSync(join(folder, name))) continue;
    const source = join(ROOT, "node_modules", name);
    cpSync(source, join(folder, name), { recursive: true });
    copyDependencies(join(source, "package.json"), folder);
  }
}

/**
 * Copies the built command as `npm install --global --prefix FOLDER` does: not every user of an engine may read this
 * clone.
 * @returns the environment of programs that find it, and npm's folder of global packages
 */
export function installCommand(folder: string): Record<string, string> {
  const installed = join(folder, "lib/node_modules/mapcoded-cli");
  cpSync(COMMAND_DIST, join(installed, "dist"), { recursive: true });
  cpSync(join(ROOT, "packages/cli/package.json"), join(installed, "package.json"));
  cpSync(join(ROOT, "deploy"), join(installed, "deploy"), { recursive: true });
  copyDependencies(join(installed, "package.json"), join(installed, "node_modules"));
  const program = join(folder, "bin/mapcoded");
  mkdirSync(dirname(program), { recursive: true });
  const main = join(installed, "dist/cli/main.js");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(program, 0o755);
  const path = `${dirname(program)}${delimiter}${process.env.PATH}`;
  return { ...(process.env as Record<string, string>), npm_config_prefix: folder, PATH: path };
}

/** The blocks of a language in the section of the document about an engine. */
export function blocksOf(title: string, language: string): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/engines.md"), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
  const found = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"));
  const blocks = Array.from(found, ([, block]) => block);
  if (blocks.length === 0) throw new Error(`docs/engines.md has no ${language} for ${title}.`);
  return blocks;
}

/** The statements of a section. */
export function sqlExamples(title: string): readonly string[] {
  const statements = blocksOf(title, "sql").flatMap((block) => block.split(/;\n/));
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

/** The points of all vectors of encoding that are in range: others have no mapcodes in rows. */
export function vectorPoints(): readonly Coordinate[] {
  const points = readVectors("encode.tsv").map(({ lat, lon }) => {
    return { latDeg: Number(lat), lonDeg: Number(lon) };
  });
  return points.filter(({ latDeg, lonDeg }) => isInRange(latDeg, lonDeg));
}

/** The mapcodes and contexts of all vectors of decoding, those that are no places, and texts that rows must escape. */
export function vectorCodes(): readonly { readonly code: string; readonly context: string }[] {
  const vectors = [...readVectors("decode.tsv"), ...readVectors("decode-errors.tsv")];
  const odd = ["", "\t", "it's", "a\\b", "49.4V\n", '"', "\\N", "\\t", "東京", "{a,b}"];
  return [
    ...vectors.map(({ mapcode, context }) => ({
      code: mapcode,
      context: context === "-" ? "" : context,
    })),
    ...odd.map((code) => ({ code, context: code })),
  ];
}

/** The point of a mapcode in a context, which may be blank; undefined where an engine has NULL. */
export function pointOf(code: string, context: string): Coordinate | undefined {
  const options = context.trim() === "" ? {} : { context };
  return resultOr(undefined, MapcodeError, () => decode(code, options));
}

export const MANY = 1_000_000;

/** Points all over the Earth with six decimals; the same in each run. */
export function manyPoints(count = MANY): readonly Coordinate[] {
  // A generator of pseudo-random numbers: Lehmer's, with the multiplier of Park and Miller.
  let state = 20_261_122;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => ({
    latDeg: Math.round((Math.asin(2 * next() - 1) * 180e6) / Math.PI) / 1e6,
    lonDeg: Math.round((next() * 360 - 180) * 1e6) / 1e6,
  }));
}

/** The local mapcode by borders as text; `nullText` where no territory has one. */
export function localText(
  { latDeg, lonDeg }: Coordinate,
  nullText: string,
  options: EncodeOptions = {},
): string {
  return String(localMapcode("borders", latDeg, lonDeg, options) ?? nullText);
}

/** Points as lines of two fields. */
export function linesOfPoints(points: readonly Coordinate[], delimiter = "\t"): string {
  return points.map(({ latDeg, lonDeg }) => `${latDeg}${delimiter}${lonDeg}\n`).join("");
}

export function linesOf(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

/** @throws if two lists of rows differ, with the first difference: Vitest would compare a million rows for minutes */
export function expectRows(rows: readonly string[], expected: readonly string[]): void {
  const at = expected.findIndex((row, index) => rows[index] !== row);
  if (at < 0 && rows.length === expected.length) return;
  throw new Error(
    `Row ${at + 1} of ${rows.length} is ${JSON.stringify(rows.at(at))}, not ${JSON.stringify(expected.at(at))} of ${expected.length}.`,
  );
}

/** The CPU time of this process and of all that it has started. */
export const allCpuSeconds = () => cpuSecondsOf(process.pid);

function cpuSecondsOfOthers(): number {
  const { user, system } = process.cpuUsage();
  return allCpuSeconds() - (user + system) / 1e6;
}

/** Prints a row of the table of speeds. */
export function printSpeed(name: string, rows: number, seconds: number, cpuSeconds: number): void {
  const [speed, ofCpu] = [seconds, cpuSeconds].map((time) => Math.round(rows / time));
  console.log(`| ${name} | ${speed} | ${ofCpu || ""} |`);
}

/** Runs something and prints how fast it was. @param cpu returns CPU times; null where these are not known */
export async function timed<Result>(
  name: string,
  rows: number,
  run: () => Result | Promise<Result>,
  cpu: (() => number) | null = cpuSecondsOfOthers,
): Promise<Result> {
  const [startMs, cpuStart] = [performance.now(), cpu?.() ?? Number.NaN];
  const result = await run();
  const cpuSeconds = (cpu?.() ?? Number.NaN) - cpuStart;
  printSpeed(name, rows, (performance.now() - startMs) / 1000, cpuSeconds);
  return result;
}

/** The processes of the command that is installed in a folder, with these arguments. */
export function processesOf(folder: string, args: string): readonly number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" });
  const lines = linesOf(table).filter((line) => line.includes(folder) && line.includes(args));
  return lines.map((line) => Number.parseInt(line, 10));
}
