/** `npm run bench:files`: times conversions of files by the command line with one worker, with hyperfine. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../scripts/paths.js";
import { spherePoints } from "./points.ts";

/** A conversion of a file, perhaps of the output of an earlier one. */
export type Conversion = readonly [operation: string, input: string, output: string];
export const CONVERSIONS = ["csv", "ndjson", "geojson"].flatMap((format): Conversion[] => [
  ["encode", `points.${format}`, `codes.${format}`],
  ["decode", `codes.${format}`, `back.${format}`],
]);

/** Creates a folder, in memory if possible: the disk is no part of the measurement. */
export function createFastFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "mapcoded-bench-"));
}

/** Writes the three inputs for points on the sphere. */
export function writeInputs(folder: string, count: number): void {
  const points = spherePoints(count, 5_000).map((degrees) => Math.round(degrees * 1e6) / 1e6);
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(""));
  const rows = Array.from({ length: count }, (_, id) => {
    return { id, lat: points[2 * id], lon: points[2 * id + 1] };
  });
  write("points.csv", ["id,lat,lon", ...rows.map((row) => Object.values(row).join())]);
  const textOf = (row: object) => JSON.stringify(row);
  write("points.ndjson", rows.map(textOf));
  const features = rows.map(({ id, lat, lon }) => {
    const geometry = { type: "Point", coordinates: [lon, lat] };
    return { type: "Feature", properties: { id }, geometry };
  });
  write("points.geojson", [textOf({ type: "FeatureCollection", features })]);
}

/** The mean CPU seconds of a conversion, with the start of the command. @param checkout the folder of its checkout */
export function measureConversion(
  [operation, input, output]: Conversion,
  folder: string,
  runs: number,
  checkout = ROOT,
): number {
  const program = join(checkout, "packages/cli/dist/cli/main.js");
  const files = `${join(folder, input)} -o ${join(folder, output)}`;
  const command = `${process.execPath} ${program} ${operation} ${files} --force --quiet --workers 1`;
  const report = join(folder, "report.json");
  const options = ["-N", "--style", "none", "--runs", `${runs}`, "--export-json", report];
  execFileSync("hyperfine", [...options, command], { cwd: checkout, stdio: "pipe" });
  const [{ user, system }] = JSON.parse(readFileSync(report, "utf8")).results;
  return user + system;
}

const ROWS = 500_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = createFastFolder();
  writeInputs(folder, ROWS);
  console.log("| conversion | CPU ns a row |\n| --- | --- |");
  for (const conversion of CONVERSIONS) {
    const ns = (measureConversion(conversion, folder, 5) * 1e9) / ROWS;
    console.log(`| ${conversion[0]} ${conversion[1]} | ${ns.toFixed(0)} |`);
  }
  rmSync(folder, { recursive: true });
}
