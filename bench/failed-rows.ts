/** What rows that fail take beside good rows, by format and kind of error. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { convertFile, createFastFolder } from "./command.ts";
import { ROOT } from "./http/servers.ts";

/** The values of a row, as they stand in the file. */
interface RowValues {
  readonly lat: string;
  readonly lon: string;
  readonly territory: string;
  readonly mapcode: string;
}

interface FailingKind {
  readonly name: string;
  readonly args: readonly string[];
  /** The values of the good rows that are changed. */
  readonly change: (good: RowValues, index: number) => Partial<RowValues>;
}

const WITH_TERRITORY = ["encode", "--territory-column", "territory"];

/** The kind that no row before helps with. */
export const DIFFERENT_NAMES = "different unknown names";

/** Kinds with the same arguments are compared with the same good rows. */
const KINDS: readonly FailingKind[] = [
  { name: "latitude 52.3x", args: ["encode"], change: ({ lat }) => ({ lat: `${lat}x` }) },
  { name: "no latitude", args: ["encode"], change: () => ({ lat: "" }) },
  {
    name: "latitude 152.3, strict",
    args: ["encode", "--strict-range"],
    change: ({ lat }) => ({ lat: `1${lat}` }),
  },
  { name: "one unknown name", args: WITH_TERRITORY, change: () => ({ territory: "Nederlandia" }) },
  {
    name: DIFFERENT_NAMES,
    args: WITH_TERRITORY,
    change: (_, index) => ({ territory: `Region ${index}` }),
  },
  {
    name: "no mapcode in it",
    args: WITH_TERRITORY,
    change: () => ({ territory: "France" }),
  },
  { name: "malformed mapcode", args: ["decode"], change: () => ({ mapcode: "NLD 49" }) },
  { name: "unknown mapcode", args: ["decode"], change: () => ({ mapcode: "NLD ZZZ.ZZZ" }) },
];

interface TextFormat {
  readonly extension: string;
  readonly opening: string;
  readonly between: string;
  readonly closing: string;
  readonly row: (values: RowValues) => string;
}

/** A number as JSON has it, or else a text. */
function jsonNumber(text: string): string {
  return /^[\d.]+$/.test(text) ? text : JSON.stringify(text);
}

function objectText({ lat, lon, territory, mapcode }: RowValues): string {
  return `{"lat":${jsonNumber(lat)},"lon":${jsonNumber(lon)},"territory":"${territory}","mapcode":"${mapcode}"}`;
}

function featureText({ lat, lon, territory, mapcode }: RowValues): string {
  const point = `{"type":"Point","coordinates":[${jsonNumber(lon)},${jsonNumber(lat)}]}`;
  return `{"type":"Feature","geometry":${point},"properties":{"territory":"${territory}","mapcode":"${mapcode}"}}`;
}

const LINES = { opening: "", between: "\n", closing: "\n" };

const FORMATS: readonly TextFormat[] = [
  {
    ...LINES,
    extension: "csv",
    opening: "lat,lon,territory,mapcode\n",
    row: ({ lat, lon, territory, mapcode }) => `${lat},${lon},${territory},${mapcode}`,
  },
  { ...LINES, extension: "ndjson", row: objectText },
  { ...LINES, extension: "geojsonl", row: featureText },
  {
    extension: "geojson",
    opening: '{"type":"FeatureCollection","features":[\n',
    between: ",\n",
    closing: "\n]}\n",
    row: featureText,
  },
];

function goodValues(index: number): RowValues {
  const minutes = (index * 7_919) % 900_000;
  return {
    lat: `52.${`${minutes}`.padStart(6, "0")}`,
    lon: `5.${`${899_999 - minutes}`.padStart(6, "0")}`,
    territory: "NLD",
    mapcode: "NLD 49.4V",
  };
}

type Change = FailingKind["change"];

/** Writes a file. The first row is always good, as the columns follow from it. */
function writeRows(path: string, format: TextFormat, count: number, change: Change): void {
  const rows = Array.from({ length: count }, (_, index) => {
    const good = goodValues(index);
    return format.row(index === 0 ? good : { ...good, ...change(good, index) });
  });
  writeFileSync(path, format.opening + rows.join(format.between) + format.closing);
}

const KEEP: Change = () => ({});

/** Converts a file with one thread. @returns the user time in microseconds */
function convert(args: readonly string[], path: string, options: readonly string[] = []): number {
  const output = `${path}.out${path.slice(path.lastIndexOf("."))}`;
  return convertFile(ROOT, [...args, ...options], path, output).userMicroseconds;
}

const CHECKED_ROWS = 50;

/** @throws Error unless all rows but the first fail */
function checkFailures(folder: string, format: TextFormat, { name, args, change }: FailingKind) {
  const path = join(folder, `checked.${format.extension}`);
  const rejects = join(folder, "rejects.csv");
  writeRows(path, format, CHECKED_ROWS, change);
  convert(args, path, ["--rejects", rejects]);
  const failed = readFileSync(rejects, "utf8").trimEnd().split("\n").length - 1;
  if (failed === CHECKED_ROWS - 1) return;
  throw new Error(`${failed} of ${CHECKED_ROWS} rows with '${name}' fail in ${format.extension}.`);
}

export interface FailureMeasurement {
  readonly format: string;
  readonly kind: string;
  readonly rows: number;
  /** The least user time of the runs, without the start of the process. */
  readonly goodNsPerRow: number;
  readonly failedNsPerRow: number;
}

/** Converts good and failing rows in each format by turns. */
function measureFormat(
  folder: string,
  format: TextFormat,
  rows: number,
  runs: number,
): readonly FailureMeasurement[] {
  const pathOf = (name: string) => join(folder, `${name}.${format.extension}`);
  writeRows(pathOf("one"), format, 1, KEEP);
  writeRows(pathOf("good"), format, rows, KEEP);
  const jobs = new Map<string, { args: readonly string[]; path: string; times: number[] }>();
  KINDS.forEach((kind, index) => {
    const { args, change } = kind;
    checkFailures(folder, format, kind);
    writeRows(pathOf(`${index}`), format, rows, change);
    jobs.set(kind.name, { args, path: pathOf(`${index}`), times: [] });
    jobs.set(args.join(" "), { args, path: pathOf("good"), times: [] });
  });
  const starts = Array.from({ length: 3 }, () => convert(["encode"], pathOf("one")));
  for (let run = 0; run < runs; run++) {
    for (const { args, path, times } of jobs.values()) times.push(convert(args, path));
  }
  const nsOf = (name: string) => {
    return (1000 * (Math.min(...(jobs.get(name)?.times ?? [])) - Math.min(...starts))) / rows;
  };
  return KINDS.map(({ name, args }) => ({
    format: format.extension,
    kind: name,
    rows,
    goodNsPerRow: nsOf(args.join(" ")),
    failedNsPerRow: nsOf(name),
  }));
}

/** Checks that the rows fail, and measures them in each format. */
export function measureFailures(rows: number, runs: number): readonly FailureMeasurement[] {
  return FORMATS.flatMap((format) => {
    const folder = createFastFolder();
    try {
      return measureFormat(folder, format, rows, runs);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
