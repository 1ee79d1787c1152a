/** `npm run bench:files`: conversions of files by the command line with one worker, timed by hyperfine. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../scripts/paths.js";
import { spherePoints } from "./points.ts";

/** Each conversion, with its input, which may be the output of an earlier one, and its output. */
export const CONVERSIONS = [
  ["encode", "points.csv", "codes.csv"],
  ["decode", "codes.csv", "back.csv"],
  ["encode", "points.ndjson", "codes.ndjson"],
  ["decode", "codes.ndjson", "back.ndjson"],
  ["encode", "points.geojson", "codes.geojson"],
  ["decode", "codes.geojson", "back.geojson"],
] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** A new folder, in memory where the system has such files: the speed of a disk is another question. */
export function createFastFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "mapcoded-bench-"));
}

/** Writes the three inputs for points on the sphere. */
export function writeInputs(folder: string, count: number): void {
  const points = spherePoints(count, 5_000);
  const rows = Array.from({ length: count }, (_, id) => {
    return { id, lat: points[2 * id].toFixed(6), lon: points[2 * id + 1].toFixed(6) };
  });
  const csv = rows.map(({ id, lat, lon }) => `${id},${lat},${lon}\n`);
  const lines = rows.map(({ id, lat, lon }) => `{"id":${id},"lat":${lat},"lon":${lon}}\n`);
  const features = rows.map(({ id, lat, lon }) => {
    const geometry = `{"type":"Point","coordinates":[${lon},${lat}]}`;
    return `{"type":"Feature","properties":{"id":${id}},"geometry":${geometry}}`;
  });
  writeFileSync(join(folder, "points.csv"), `id,lat,lon\n${csv.join("")}`);
  writeFileSync(join(folder, "points.ndjson"), lines.join(""));
  const collection = `{"type":"FeatureCollection","features":[${features.join(",\n")}]}\n`;
  writeFileSync(join(folder, "points.geojson"), collection);
}

/** The mean CPU seconds of a conversion, with the start of the command. @param checkout whose command is run */
export function measureConversion(
  [operation, input, output]: Conversion,
  folder: string,
  runs: number,
  checkout = ROOT,
): number {
  const program = join(checkout, "packages/cli/dist/cli/main.js");
  const files = [join(folder, input), "-o", join(folder, output)];
  const command = [
    process.execPath,
    program,
    operation,
    ...files,
    "--force",
    "--quiet",
    "--workers",
    "1",
  ];
  const report = join(folder, "report.json");
  const options = ["-N", "--style", "none", "--runs", `${runs}`, "--export-json", report];
  execFileSync("hyperfine", [...options, command.join(" ")], { cwd: checkout, stdio: "pipe" });
  const [{ user, system }] = JSON.parse(readFileSync(report, "utf8")).results;
  return user + system;
}

const ROWS = 500_000;

function printTable(): void {
  const folder = createFastFolder();
  try {
    writeInputs(folder, ROWS);
    console.log("| conversion | CPU ns a row |\n| --- | --- |");
    for (const conversion of CONVERSIONS) {
      const seconds = measureConversion(conversion, folder, 5);
      console.log(`| ${conversion[0]} ${conversion[1]} | ${((seconds * 1e9) / ROWS).toFixed(0)} |`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printTable();
