/** The conversions that are measured: of files in each format, with good rows and with rows that fail. */
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { extname, join } from "node:path";
import type { Conversion } from "./conversion.ts";

/** A conversion and the name of another one that it is compared with. */
export interface FormatCase extends Conversion {
  readonly beside: string;
}

/** The command, the input, which may be the output of an earlier case, and the output of each case, by its name. */
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

/** Each is compared with the first case that has the same operation. */
export const FORMAT_CASES: readonly FormatCase[] = Object.entries(CASES).map(
  ([name, [args, input, output]]) => {
    const [operation] = args.split(" ");
    const beside = operation === "encode" ? "encode csv, 6 digits" : "decode csv";
    return { name, args: args.split(" "), input, output, beside };
  },
);

/** The start of the command, which the times of other conversions contain. */
export const START: Conversion = {
  name: "start, and encode one line",
  args: ["encode"],
  input: "one.txt",
  output: "one-out.txt",
};

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

/** Writes the inputs of FORMAT_CASES and START. */
export function writeFormatInputs(folder: string, points: Float64Array): void {
  for (const file of INPUT_FILES) writeInput(join(folder, file.name), file, points);
  writeFileSync(join(folder, START.input), "52.376514 4.908543\n");
}

const ID_IS_TERRITORY = ["encode", "--territory-column", "id"];
const ID_IS_CODE = ["decode", "--code-column", "id"];
/** The ids of a file whose first row has the id `first`. Texts are quoted, which each format reads. */
const idsOf = (first: string, idOf: (index: number) => string): FailRow => {
  return (index) => ({ id: `"${index === 0 ? first : idOf(index)}"` });
};
/** The latitudes of a file whose first row is good. */
const latsOf = (latOf: (lat: string) => string): FailRow => {
  return (index, lat) => ({ lat: index === 0 ? lat : latOf(lat) });
};

const FAILING_KINDS: Readonly<Record<string, readonly [args: readonly string[], fail: FailRow]>> = {
  "no number": [["encode"], latsOf((lat) => `"${lat}x"`)],
  "out of range": [["encode"], latsOf((lat) => `${Math.abs(Number(lat)) + 100}`)],
  "one unknown name": [ID_IS_TERRITORY, idsOf("AAA", () => "Nederlandia")],
  "different unknown names": [ID_IS_TERRITORY, idsOf("AAA", (index) => `Region ${index}`)],
  "unknown mapcode": [ID_IS_CODE, idsOf("NLD 49.4V", () => "NLD ZZZ.ZZZ")],
};

interface FailingCase extends FormatCase {
  readonly file: InputFile;
  readonly fail: FailRow;
}

/** Each is compared with the conversion of good rows in the same format. */
export const FAILING_CASES: readonly FailingCase[] = ["csv", "ndjson"].flatMap((format) => {
  const file = INPUT_FILES.find(({ name }) => name === `points.${format}`);
  if (file === undefined) throw new Error(`There is no file of ${format}.`);
  return Object.entries(FAILING_KINDS).map(([name, [args, fail]], index) => ({
    name: `${name}, ${format}`,
    args,
    input: `failing-${index}.${format}`,
    output: `of-failing.${format}`,
    file,
    fail,
    beside:
      FORMAT_CASES.find((one) => {
        return one.args[0] === args[0] && extname(one.input) === `.${format}`;
      })?.name ?? "",
  }));
});

export function writeFailingInputs(folder: string, points: Float64Array): void {
  for (const { input, file, fail } of FAILING_CASES) {
    writeInput(join(folder, input), file, points, fail);
  }
}
