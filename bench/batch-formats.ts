/** Conversions of files in each format, good rows and rows that fail side by side: inputs and times. */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { extname, join } from "node:path";
import { type CommandRun, convertFile, createFastFolder } from "./command.ts";
import { ROOT } from "./http/servers.ts";
import { spherePoints } from "./point-sets.ts";
import type { Table } from "./report.ts";

/** A conversion of a file by the command line, with one worker thread. */
export interface FormatCase {
  readonly name: string;
  readonly args: readonly string[];
  /** A file of `writeFormatInputs`, or the output of an earlier case. */
  readonly input: string;
  readonly output: string;
}

/** The command, the input and the output of each case, by its name. */
const CASES: Readonly<Record<string, readonly [args: string, input: string, output: string]>> = {
  "encode csv, 6 digits": ["encode", "points.csv", "codes.csv"],
  "encode csv, 9 digits": ["encode", "points-9.csv", "codes-9.csv"],
  "encode csv, 17 digits": ["encode", "points-17.csv", "codes-17.csv"],
  "encode ndjson": ["encode", "points.ndjson", "codes.ndjson"],
  "encode geojson": ["encode", "points.geojson", "codes.geojson"],
  "encode geojsonl": ["encode", "points.geojsonl", "codes.geojsonl"],
  "encode csv to ndjson": ["encode", "points.csv", "of-csv.ndjson"],
  "encode csv to geojson": ["encode", "points.csv", "of-csv.geojson"],
  "encode ndjson to csv": ["encode", "points.ndjson", "of-json.csv"],
  "encode ndjson, all codes": ["encode --all", "points.ndjson", "all.ndjson"],
  "encode plain lines": ["encode", "points.txt", "codes.txt"],
  "decode csv": ["decode", "codes.csv", "back.csv"],
  "decode ndjson": ["decode", "codes.ndjson", "back.ndjson"],
  "decode geojson": ["decode", "codes.geojson", "back.geojson"],
  "decode geojsonl": ["decode", "codes.geojsonl", "back.geojsonl"],
  "decode csv to geojson": ["decode", "codes.csv", "back-2.geojson"],
  "decode plain lines": ["decode", "codes.txt", "back.txt"],
};

/** The first case with each operation is the one that the others are compared with. */
export const FORMAT_CASES: readonly FormatCase[] = Object.entries(CASES).map(
  ([name, [args, input, output]]) => ({ name, args: args.split(" "), input, output }),
);

/** Coordinates that are written at once. */
const VALUES_PER_WRITE = 100_000;

/** Values as they stand in the file. */
type WriteRow = (id: string, lat: string, lon: string) => string;

interface InputFile {
  readonly name: string;
  /** Decimals of the coordinates; undefined for as many as programs print of a double. */
  readonly decimals: number | undefined;
  readonly opening: string;
  readonly closing: string;
  /** Before each row but the first. */
  readonly separator?: string;
  readonly row: WriteRow;
}

const csvRow: WriteRow = (id, lat, lon) => `${id},${lat},${lon}\n`;
const CSV = { opening: "id,lat,lon\n", closing: "", row: csvRow };

const objectRow: WriteRow = (id, lat, lon) => `{"id":${id},"lat":${lat},"lon":${lon}}\n`;
const featureRow: WriteRow = (id, lat, lon) => {
  return `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lon},${lat}]},"properties":{"id":${id}}}\n`;
};
const LINES = { decimals: 6, opening: "", closing: "" };

const INPUT_FILES: readonly InputFile[] = [
  { ...CSV, name: "points.csv", decimals: 6 },
  { ...CSV, name: "points-9.csv", decimals: 9 },
  { ...CSV, name: "points-17.csv", decimals: undefined },
  { ...LINES, name: "points.ndjson", row: objectRow },
  { ...LINES, name: "points.geojsonl", row: featureRow },
  { ...LINES, name: "points.txt", row: (_, lat, lon) => `${lat} ${lon}\n` },
  {
    name: "points.geojson",
    decimals: 6,
    opening: '{"type":"FeatureCollection","features":[\n',
    closing: "]}\n",
    separator: ",",
    row: featureRow,
  },
];

/** The id and latitude of a row that fails, instead of its good ones; of the first row, which must not fail. */
type FailRow = (index: number, lat: string) => { readonly id?: string; readonly lat?: string };

/** Writes points to a file. */
function writeInput(
  path: string,
  { decimals, opening, closing, separator = "", row }: InputFile,
  points: Float64Array,
  fail?: FailRow,
): void {
  const text = (degrees: number) => {
    return decimals === undefined ? `${degrees}` : degrees.toFixed(decimals);
  };
  const file = openSync(path, "w");
  writeSync(file, opening);
  for (let from = 0; from < points.length; from += VALUES_PER_WRITE) {
    const rows: string[] = [];
    for (let at = from; at < Math.min(points.length, from + VALUES_PER_WRITE); at += 2) {
      const lat = text(points[at]);
      const values = { id: `${at / 2}`, lat, ...fail?.(at / 2, lat) };
      rows.push((at === 0 ? "" : separator) + row(values.id, values.lat, text(points[at + 1])));
    }
    writeSync(file, rows.join(""));
  }
  writeSync(file, closing);
  closeSync(file);
}

/** Writes points of the sphere in each format. */
export function writeFormatInputs(folder: string, points: Float64Array): void {
  for (const file of INPUT_FILES) writeInput(join(folder, file.name), file, points);
}

interface FailingKind {
  readonly name: string;
  readonly args: readonly string[];
  readonly fail: FailRow;
}

const ID_IS_TERRITORY = ["encode", "--territory-column", "id"];
const ID_IS_CODE = ["decode", "--code-column", "id"];
/** The ids of a file whose first row has the id `first`. Texts are quoted, which each format reads. */
const idsOf = (first: string, idOf: (index: number) => string): FailRow => {
  return (index) => ({ id: `"${index === 0 ? first : idOf(index)}"` });
};

const FAILING_KINDS: readonly FailingKind[] = [
  {
    name: "no number",
    args: ["encode"],
    fail: (index, lat) => ({ lat: index === 0 ? lat : `"${lat}x"` }),
  },
  {
    name: "out of range",
    args: ["encode"],
    fail: (index, lat) => ({ lat: index === 0 ? lat : `${Math.abs(Number(lat)) + 100}` }),
  },
  { name: "one unknown name", args: ID_IS_TERRITORY, fail: idsOf("AAA", () => "Nederlandia") },
  {
    name: "different unknown names",
    args: ID_IS_TERRITORY,
    fail: idsOf("AAA", (index) => `Region ${index}`),
  },
  { name: "unknown mapcode", args: ID_IS_CODE, fail: idsOf("NLD 49.4V", () => "NLD ZZZ.ZZZ") },
];

interface FailingCase extends FormatCase {
  readonly file: InputFile;
  readonly fail: FailRow;
  /** The conversion of good rows that this one is compared with. */
  readonly good: string;
}

const FAILING_CASES: readonly FailingCase[] = INPUT_FILES.flatMap((file) => {
  if (!["points.csv", "points.ndjson"].includes(file.name)) return [];
  const extension = extname(file.name);
  return FAILING_KINDS.map(({ name, args, fail }, index) => ({
    name: `${name}, ${extension.slice(1)}`,
    args,
    input: `failing-${index}${extension}`,
    output: `of-failing${extension}`,
    file,
    fail,
    good:
      FORMAT_CASES.find((one) => {
        return one.args[0] === args[0] && extname(one.input) === extension;
      })?.name ?? "",
  }));
});

function writeFailingInputs(folder: string, points: Float64Array): void {
  for (const { input, file, fail } of FAILING_CASES) {
    writeInput(join(folder, input), file, points, fail);
  }
}

/** Runs a case in a folder. */
export function runCase({ args, input, output }: FormatCase, folder: string): CommandRun {
  return convertFile(ROOT, args, join(folder, input), join(folder, output));
}

/** Converts one row. @returns microseconds that the start of the command takes */
function measureStart(): number {
  const folder = createFastFolder();
  try {
    writeFormatInputs(folder, spherePoints(1, 7_000));
    const starts = Array.from({ length: 3 }, () => runCase(FORMAT_CASES[0], folder));
    return Math.min(...starts.map(({ userMicroseconds }) => userMicroseconds));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface FormatTiming {
  readonly rows: number;
  /** How often each file is converted. */
  readonly runs: number;
}

/** What a case took: user time is the least of the runs, without the start of the process. */
interface CaseCost {
  readonly ns: number;
  /** The maximum of the runs. */
  readonly rssBytes: number;
}

/** Converts a file in each case, all by turns. */
function measureCases(
  { rows, runs }: FormatTiming,
  startMicroseconds: number,
): ReadonlyMap<string, CaseCost> {
  const folder = createFastFolder();
  try {
    const points = spherePoints(rows, 8_000);
    writeFormatInputs(folder, points);
    writeFailingInputs(folder, points);
    const cases = [...FORMAT_CASES, ...FAILING_CASES];
    const runsOf = new Map(cases.map((one) => [one, [] as CommandRun[]]));
    for (let run = 0; run < runs; run++) {
      for (const [one, own] of runsOf) own.push(runCase(one, folder));
    }
    return new Map(
      Array.from(runsOf, ([{ name }, own]) => {
        const least = Math.min(...own.map(({ userMicroseconds }) => userMicroseconds));
        const ns = (1000 * (least - startMicroseconds)) / rows;
        return [name, { ns, rssBytes: 1024 * Math.max(...own.map((run) => run.rssKilobytes)) }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures all conversions beside the first with the same operation, failing rows beside good ones. */
export function measureFormats(timing: FormatTiming): readonly Table[] {
  const costs = measureCases(timing, measureStart());
  const tableOf = (
    title: string,
    share: string,
    cases: readonly (readonly [name: string, other: string])[],
  ): Table => ({
    title: `${title} (one worker thread, ${timing.rows} rows, without the start of the process):`,
    head: ["conversion", "user ns per row", share, "max resident MB"],
    names: 1,
    rows: cases.map(([name, other]) => {
      const { ns = Number.NaN, rssBytes = Number.NaN } = costs.get(name) ?? {};
      const ratio = ns / (costs.get(other)?.ns ?? Number.NaN);
      return [name, ns.toFixed(0), ratio.toFixed(2), (rssBytes / 1e6).toFixed(0)];
    }),
  });
  const csvOf = (operation: string) => FORMAT_CASES.find(({ args }) => args[0] === operation);
  return [
    tableOf(
      "Good rows",
      "share of csv",
      FORMAT_CASES.map(({ name, args }) => [name, csvOf(args[0])?.name ?? ""]),
    ),
    tableOf(
      "Rows that fail",
      "times good rows",
      FAILING_CASES.map(({ name, good }) => [name, good]),
    ),
  ];
}
