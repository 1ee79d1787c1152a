/** Conversions of files in each format, side by side: their inputs, a check of their answers, and their times. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { extname, join } from "node:path";
import { type CommandRun, convertFile, createFastFolder } from "./command.ts";
import { decode, encode } from "./engine.ts";
import { ROOT } from "./http/servers.ts";
import { spherePoints } from "./point-sets.ts";

/** A conversion of a file by the command line, with one worker thread. */
export interface FormatCase {
  readonly name: string;
  readonly args: readonly string[];
  /** A file of `writeFormatInputs`, or the output of an earlier case. */
  readonly input: string;
  readonly output: string;
}

/** The first case with each operation is the one that the others are compared with. */
export const FORMAT_CASES: readonly FormatCase[] = [
  { name: "encode csv, 6 digits", args: ["encode"], input: "points.csv", output: "codes.csv" },
  { name: "encode csv, 9 digits", args: ["encode"], input: "points-9.csv", output: "codes-9.csv" },
  {
    name: "encode csv, 17 digits",
    args: ["encode"],
    input: "points-17.csv",
    output: "codes-17.csv",
  },
  { name: "encode ndjson", args: ["encode"], input: "points.ndjson", output: "codes.ndjson" },
  { name: "encode geojson", args: ["encode"], input: "points.geojson", output: "codes.geojson" },
  {
    name: "encode geojsonl",
    args: ["encode"],
    input: "points.geojsonl",
    output: "codes.geojsonl",
  },
  { name: "encode csv to ndjson", args: ["encode"], input: "points.csv", output: "of-csv.ndjson" },
  {
    name: "encode csv to geojson",
    args: ["encode"],
    input: "points.csv",
    output: "of-csv.geojson",
  },
  { name: "encode ndjson to csv", args: ["encode"], input: "points.ndjson", output: "of-json.csv" },
  {
    name: "encode ndjson, all codes",
    args: ["encode", "--all"],
    input: "points.ndjson",
    output: "all.ndjson",
  },
  { name: "decode csv", args: ["decode"], input: "codes.csv", output: "back.csv" },
  { name: "decode ndjson", args: ["decode"], input: "codes.ndjson", output: "back.ndjson" },
  { name: "decode geojson", args: ["decode"], input: "codes.geojson", output: "back.geojson" },
  { name: "decode geojsonl", args: ["decode"], input: "codes.geojsonl", output: "back.geojsonl" },
  { name: "decode csv to geojson", args: ["decode"], input: "codes.csv", output: "back-2.geojson" },
];

/** Coordinates that are written at once. */
const VALUES_PER_WRITE = 100_000;

type WriteRow = (index: number, lat: string, lon: string) => string;

interface InputFile {
  readonly name: string;
  /** Decimals of the coordinates; undefined for as many as programs print of a double. */
  readonly decimals: number | undefined;
  readonly opening: string;
  readonly closing: string;
  readonly row: WriteRow;
}

const csvRow: WriteRow = (index, lat, lon) => `${index},${lat},${lon}\n`;
const CSV = { opening: "id,lat,lon\n", closing: "", row: csvRow };

const objectRow: WriteRow = (index, lat, lon) => `{"id":${index},"lat":${lat},"lon":${lon}}\n`;
const featureRow: WriteRow = (index, lat, lon) => {
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lon},${lat}]},"properties":{"id":${index}}}\n`;
};
const LINES = { decimals: 6, opening: "", closing: "" };

const INPUT_FILES: readonly InputFile[] = [
  { ...CSV, name: "points.csv", decimals: 6 },
  { ...CSV, name: "points-9.csv", decimals: 9 },
  { ...CSV, name: "points-17.csv", decimals: undefined },
  { ...LINES, name: "points.ndjson", row: objectRow },
  { ...LINES, name: "points.geojsonl", row: featureRow },
  {
    name: "points.geojson",
    decimals: 6,
    opening: '{"type":"FeatureCollection","features":[\n',
    closing: "]}\n",
    row: (index, lat, lon) => (index === 0 ? "" : ",") + featureRow(index, lat, lon),
  },
];

/** Writes points of the sphere in each format. */
export function writeFormatInputs(folder: string, points: Float64Array): void {
  for (const { name, decimals, opening, closing, row } of INPUT_FILES) {
    const text = (degrees: number) => {
      return decimals === undefined ? `${degrees}` : degrees.toFixed(decimals);
    };
    const file = openSync(join(folder, name), "w");
    writeSync(file, opening);
    for (let from = 0; from < points.length; from += VALUES_PER_WRITE) {
      const rows: string[] = [];
      for (let at = from; at < Math.min(points.length, from + VALUES_PER_WRITE); at += 2) {
        rows.push(row(at / 2, text(points[at]), text(points[at + 1])));
      }
      writeSync(file, rows.join(""));
    }
    writeSync(file, closing);
    closeSync(file);
  }
}

/** Runs a case in a folder. */
export function runCase({ args, input, output }: FormatCase, folder: string): CommandRun {
  return convertFile(ROOT, args, join(folder, input), join(folder, output));
}

type Row = Readonly<Record<string, unknown>>;

interface FeatureLike extends Row {
  readonly geometry?: { readonly coordinates: readonly number[] };
  readonly properties?: Row;
}

/** The values of an object, or of a feature with its point. */
function valuesOf({ geometry, properties, ...members }: FeatureLike): Row {
  if (geometry === undefined) return members;
  const [longitude, latitude] = geometry.coordinates;
  return { latitude, longitude, ...properties };
}

/** The rows of an output, by the name of the column or member. */
function rowsOf(path: string): readonly Row[] {
  const text = readFileSync(path, "utf8").trimEnd();
  if (extname(path) === ".geojson") return JSON.parse(text).features.map(valuesOf);
  const lines = text.split("\n");
  if (extname(path) !== ".csv") return lines.map((line) => valuesOf(JSON.parse(line)));
  const [header, ...rows] = lines.map((line) => line.split(","));
  return rows.map((fields) => {
    return Object.fromEntries(header.map((name, index) => [name, fields[index] || null]));
  });
}

/** The codes of a row's point, as the library gives them. */
function expectedCodes({ lat, lon, latitude, longitude }: Row, isAll: boolean): Row {
  const mapcodes = encode(Number(lat ?? latitude), Number(lon ?? longitude)).map((one) => {
    return { territory: one.territory, mapcode: one.code };
  });
  if (isAll) return { mapcodes };
  const international = mapcodes.pop()?.mapcode;
  const [local] = mapcodes.toSorted((one, other) => one.mapcode.length - other.mapcode.length);
  return { territory: local?.territory ?? null, mapcode: local?.mapcode ?? null, international };
}

/** The point of a row's code, as the library decodes it. */
function expectedPoint({ territory, mapcode, international }: Row): Row {
  const code = mapcode ? `${territory} ${mapcode}` : international;
  const { latDeg, lonDeg } = decode(`${code}`);
  return { latitude: latDeg, longitude: lonDeg };
}

/** @throws Error when a row of the output has other values than the library gives to its point or code */
function checkRows({ name, args, output }: FormatCase, folder: string, count: number): void {
  const rows = rowsOf(join(folder, output));
  if (rows.length !== count) throw new Error(`'${name}' writes ${rows.length} of ${count} rows.`);
  for (const row of rows) {
    const isEncode = args[0] === "encode";
    const expected = isEncode ? expectedCodes(row, args.includes("--all")) : expectedPoint(row);
    for (const [column, value] of Object.entries(expected)) {
      // Results have a number in their names where the input has the name of one of them.
      const found = row[column] ?? row[`${column}_2`] ?? null;
      const actual = typeof value === "number" ? Number(found) : found;
      if (JSON.stringify(actual) === JSON.stringify(value)) continue;
      throw new Error(`'${name}' gives ${JSON.stringify(row)}, not ${JSON.stringify(expected)}.`);
    }
  }
}

/** Rows that are converted to check the answers. */
const CHECKED_ROWS = 2_000;

export interface FormatMeasurement {
  readonly case: string;
  readonly rows: number;
  /** The least of the runs, without the start of the process. */
  readonly userNsPerRow: number;
  /** That of csv with 6 digits is 1. */
  readonly shareOfCsv: number;
  /** The maximum over the runs. */
  readonly maxRssBytes: number;
}

/** Checks the answers of all cases with a few rows, and measures what the start of the command takes. */
function checkFormats(): number {
  const folder = createFastFolder();
  try {
    writeFormatInputs(folder, spherePoints(CHECKED_ROWS, 7_000));
    for (const one of FORMAT_CASES) {
      runCase(one, folder);
      checkRows(one, folder, CHECKED_ROWS);
    }
    writeFormatInputs(folder, spherePoints(1, 7_000));
    const starts = Array.from({ length: 3 }, () => runCase(FORMAT_CASES[0], folder));
    return Math.min(...starts.map(({ userMicroseconds }) => userMicroseconds));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Converts a file in each format, all cases by turns. */
export function measureFormats(rows: number, runs: number): readonly FormatMeasurement[] {
  const startMicroseconds = checkFormats();
  const folder = createFastFolder();
  try {
    writeFormatInputs(folder, spherePoints(rows, 8_000));
    const runsOf = new Map(FORMAT_CASES.map((one) => [one, [] as CommandRun[]]));
    for (let run = 0; run < runs; run++) {
      for (const [one, own] of runsOf) own.push(runCase(one, folder));
    }
    const nsOf = ({ userMicroseconds }: CommandRun) => {
      return (1000 * (userMicroseconds - startMicroseconds)) / rows;
    };
    const times = new Map(Array.from(runsOf, ([one, own]) => [one, Math.min(...own.map(nsOf))]));
    return Array.from(runsOf, ([one, own]) => {
      const csv = FORMAT_CASES.find(({ args }) => args[0] === one.args[0]) ?? one;
      const ns = times.get(one) ?? Number.NaN;
      return {
        case: one.name,
        rows,
        userNsPerRow: ns,
        shareOfCsv: ns / (times.get(csv) ?? Number.NaN),
        maxRssBytes: 1024 * Math.max(...own.map(({ rssKilobytes }) => rssKilobytes)),
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
