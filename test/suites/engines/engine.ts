/** Shared by tests of engines: the installed command, the examples of docs/engines.md, points, and speeds. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { spherePoints } from "../../../bench/points.ts";
import { packPackage } from "../../../scripts/pack.ts";
import { COMMAND_PACKAGE, ROOT } from "../../../scripts/paths.js";
import { type Coordinate, decode, type EncodeOptions, MapcodeError } from "../../../src/index.ts";
import { isInRange } from "../../../src/library/errors.ts";
import { blocks } from "../../documents/examples.ts";
import { resultOr } from "../../support/errors.ts";
import { cpuSecondsOf } from "../../support/linux-processes.ts";
import { localMapcode } from "../../support/local-codes.ts";
import { readVectors } from "../../support/vectors.ts";
import { installManifest } from "../runtimes/runtime-tools.ts";

/** Installs engines from npm by their own manifest, so that `npm ci` does not install them. @returns the folder */
export function installTools(): string {
  const folder = join(ROOT, "node_modules/.cache/mapcoded-engines");
  installManifest(import.meta.dirname, folder);
  return folder;
}

/** The code blocks of a language in an engine's section of docs/engines.md. */
export function blocksOf(title: string, language: string): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/engines.md"), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  const found = blocks(language, section ?? "");
  if (found.length === 0) throw new Error(`docs/engines.md has no ${language} for ${title}.`);
  return found;
}

/** The SQL statements of a section. */
export function sqlExamples(title: string): readonly string[] {
  const statements = blocksOf(title, "sql").flatMap((block) => block.split(/;\n/));
  return statements.map((statement) => statement.trim()).filter(Boolean);
}

/**
 * Installs the command by the first shell block about an engine, from the packed file instead of the published package,
 * and into `folder` instead of npm's global one. The users of engines may not have access to this clone.
 * @param paths replacements in the block
 * @returns the environment for programs that need the command
 */
export function install(
  title: string,
  folder: string,
  paths: Readonly<Record<string, string>> = {},
) {
  const packed = join(folder, packPackage(COMMAND_PACKAGE, folder).filename);
  const replacements = { " mapcoded-cli": ` ${packed}`, ...paths };
  const script = Object.entries(replacements).reduce(
    (text, [from, to]) => text.replace(from, to),
    blocksOf(title, "sh")[0].replace(/^apt-get .*$/m, ""),
  );
  const programs = [join(folder, "bin"), dirname(process.execPath), process.env.PATH];
  const settings = { prefix: folder, prefer_offline: "true" };
  const env: Record<string, string> = { PATH: programs.join(delimiter) };
  for (const [name, value] of Object.entries(settings)) env[`npm_config_${name}`] = value;
  const options = { cwd: folder, env: { ...process.env, ...env }, stdio: "pipe" } as const;
  execFileSync("sh", ["-euc", script], options);
  return env;
}

export const MANY = 1_000_000;

/** The points of the vectors, except points out of range: as rows, they have no mapcodes. */
export const VECTOR_POINTS: readonly Coordinate[] = readVectors("encode.tsv")
  .map(({ lat, lon }) => ({ latDeg: Number(lat), lonDeg: Number(lon) }))
  .filter(({ latDeg, lonDeg }) => isInRange(latDeg, lonDeg));

/** The points of the vectors, and points all over the Earth. */
export function manyPoints(count = MANY): readonly Coordinate[] {
  const more = spherePoints(count - VECTOR_POINTS.length, 4);
  const pointAt = (_: unknown, at: number) => ({ latDeg: more[2 * at], lonDeg: more[2 * at + 1] });
  return [...VECTOR_POINTS, ...Array.from({ length: more.length / 2 }, pointAt)];
}

/** Points as lines of two fields. */
export function linesOfPoints(points: readonly Coordinate[], delimiter = "\t"): string {
  return points.map(({ latDeg, lonDeg }) => `${latDeg}${delimiter}${lonDeg}\n`).join("");
}

/** The local mapcode by borders as text; `nullText` where no territory has one. */
export function localText(
  { latDeg, lonDeg }: Coordinate,
  nullText: string,
  options: EncodeOptions = {},
): string {
  return String(localMapcode("borders", latDeg, lonDeg, options) ?? nullText);
}

/** A mapcode, its context (may be blank), and its point; undefined where an engine has NULL. */
export interface Code {
  readonly code: string;
  readonly context: string;
  readonly point: Coordinate | undefined;
}

/** All valid and invalid mapcodes of the vectors, and texts that rows must escape. */
export function vectorCodes(): readonly Code[] {
  const vectors = [...readVectors("decode.tsv"), ...readVectors("decode-errors.tsv")];
  const odd = ["", "\t", "it's", "a\\b", "49.4V\n", '"', "\\N", "\\t", "東京", "{a,b}"];
  const codes = vectors.map(({ mapcode, context }) => [mapcode, context === "-" ? "" : context]);
  return [...codes, ...odd.map((code) => [code, code])].map(([code, context]) => {
    const options = context.trim() === "" ? {} : { context };
    return { code, context, point: resultOr(undefined, MapcodeError, () => decode(code, options)) };
  });
}

/** Codes and contexts as lines of two fields, escaped for TabSeparated and COPY. */
export function linesOfCodes(codes: readonly Code[]): string {
  const escapes: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };
  const escaped = (text: string) => text.replace(/[\t\n\r\\]/g, (character) => escapes[character]);
  return codes.map(({ code, context }) => `${escaped(code)}\t${escaped(context)}\n`).join("");
}

export const linesOf = (text: string): readonly string[] => text.split("\n").slice(0, -1);

/**
 * Compares rows with the expected row of each item.
 * @throws Error with the first difference: Vitest would compare a million rows for minutes
 */
export function expectRows<Item>(
  rows: readonly string[],
  items: readonly Item[],
  expectedOf: (item: Item) => string = String,
): void {
  const at = items.findIndex((item, index) => rows[index] !== expectedOf(item));
  if (at < 0 && rows.length === items.length) return;
  const expected = at < 0 ? "the end" : JSON.stringify(expectedOf(items[at]));
  throw new Error(
    `Row ${at + 1} of ${rows.length} is ${JSON.stringify(rows.at(at))}, not ${expected} of ${items.length}.`,
  );
}

/** Prints a row of the table of speeds. */
export function printSpeed(name: string, rows: number, ...seconds: readonly number[]): void {
  const cells = [name, ...seconds.map((time) => Math.round(rows / time))];
  console.log(`| ${cells.join(" | ")} |`);
}

/** Runs a function, and prints its speed, also by the CPU time of this process and its descendants. */
export async function timed<Result>(name: string, rows: number, run: () => Result) {
  const [startMs, cpuSeconds] = [performance.now(), cpuSecondsOf(process.pid)];
  const result = await run();
  const seconds = (performance.now() - startMs) / 1000;
  printSpeed(name, rows, seconds, cpuSecondsOf(process.pid) - cpuSeconds);
  return result;
}

/** The processes of the command in a folder, with these arguments. */
export function processesOf(folder: string, args: string): readonly number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" });
  const lines = linesOf(table).filter((line) => line.includes(folder) && line.includes(args));
  return lines.map((line) => Number.parseInt(line, 10));
}
