/**
 * The format and compression that a file name implies, and the names of files in messages. Conversions of one
 * point load this file too, so it imports nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/formats.ts";
import { formatList } from "../../internal.ts";

const OFFICE = "LibreOffice converts it: libreoffice --headless --convert-to csv FILE.";
const OGR = "ogr2ogr converts it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";
const TAR = "tar takes the files out of it: tar -xf FILE.";
const PIPE = "Pipe its contents to mapcoded, which reads standard input: PROGRAM FILE.";
const PARQUET_ADVICE = "Only files whose names end with .parquet are read as Parquet.";

const PARQUET = "Parquet";

/** The files that people have and mapcoded does not read, by their extensions, and what to do then. */
const FOREIGN_KINDS: readonly (readonly [
  kind: string,
  extensions: readonly string[],
  advice: string,
])[] = [
  [PARQUET, [".parquet"], PARQUET_ADVICE],
  ["Excel", [".xlsx", ".xls"], OFFICE],
  ["OpenDocument", [".ods"], OFFICE],
  ["Shapefile", [".shp"], OGR],
  ["GeoPackage", [".gpkg"], OGR],
  ["FlatGeobuf", [".fgb"], OGR],
  ["GML", [".gml"], OGR],
  ["KML", [".kml", ".kmz"], OGR],
  ["GPX", [".gpx"], OGR.replace("FILE", "FILE waypoints")],
  ["tar", [".tar", ".tgz"], TAR],
  ["bzip2", [".bz2"], PIPE.replace("PROGRAM", "bzip2 -dc")],
  ["xz", [".xz"], PIPE.replace("PROGRAM", "xz -dc")],
  ["ZIP", [".zip"], PIPE.replace("PROGRAM", "unzip -p")],
];

function foreignKindOf(extension: string) {
  return FOREIGN_KINDS.find(([, extensions]) => extensions.includes(extension));
}

/** The compressions of files. How compressed data begin is in Latin 1; no text does, as these bytes are not UTF-8. */
export const COMPRESSIONS = {
  gzip: { title: "gzip", extension: ".gz", magic: "\x1f\x8b" },
  zstd: { title: "Zstandard", extension: ".zst", magic: "\x28\xb5\x2f\xfd" },
} as const;

export type Compression = keyof typeof COMPRESSIONS;

export const COMPRESSION_NAMES = Object.keys(COMPRESSIONS) as readonly Compression[];

/** The format of each file name extension. */
const FORMAT_OF_EXTENSION = new Map<string, FormatName>(
  FORMAT_NAMES.flatMap((name) => {
    return FORMAT_FACTS[name].extensions.map((extension) => [extension, name] as const);
  }),
);

/** All file name extensions that imply a format, in a message. */
function formatExtensions(): string {
  return formatList(Array.from(FORMAT_OF_EXTENSION.keys()), "or");
}

/** The compression that the end of a name implies. */
function compressionNamed(path: string): Compression | undefined {
  const extension = extname(path).toLowerCase();
  return COMPRESSION_NAMES.find((name) => COMPRESSIONS[name].extension === extension);
}

/** The extension of a name, in front of the extension of a compression, in lower case. */
function extensionOf(path: string): string {
  const extension = extname(path).toLowerCase();
  const isCompressed = compressionNamed(path) !== undefined;
  return isCompressed ? extname(path.slice(0, -extension.length)).toLowerCase() : extension;
}

/** The argument that stands for standard input. */
export const STANDARD_INPUT = "-";

/** The value of `--output` that stands for standard output. */
export const STANDARD_OUTPUT = "-";

export interface FileKind {
  readonly format: FormatName | undefined;
  readonly compression: Compression | undefined;
}

/**
 * The format and the compression that a file name implies.
 * @param path such as `points.csv` or `points.csv.gz`, in any case
 */
export function fileKindOf(path: string): FileKind {
  return {
    format: FORMAT_OF_EXTENSION.get(extensionOf(path)),
    compression: compressionNamed(path),
  };
}

/** Whether a file is Parquet by its name. */
export function isParquetName(path: string): boolean {
  return extname(path).toLowerCase() === ".parquet";
}

/** How to get a file of a format that mapcoded does not write. */
function writingAdvice(kind: string): string {
  if (kind !== PARQUET) return "Other programs convert these.";
  return "Parquet is written from Parquet only. DuckDB makes it: duckdb -c \"COPY (SELECT * FROM 'out.csv') TO 'out.parquet'\".";
}

/** What is wrong with the name of an input whose format nothing else tells, and what to do. */
export function inputNameError(path: string): string {
  const extension = extensionOf(path);
  const [kind, , advice] = foreignKindOf(extension) ?? [];
  return kind === undefined
    ? `The format of the file '${path}' is unknown: its name does not end with ${formatExtensions()}. Use --from to set it.`
    : `mapcoded does not read ${kind} (${extension}): '${path}'. ${advice}`;
}

/** What to do with an input that has NUL bytes, as no text has. */
export function notTextError(path: string): string {
  return `${describePath(path)} is not text: it has NUL bytes. Convert it to csv or GeoJSON; if it is UTF-16, use --encoding utf-16le.`;
}

/**
 * What is wrong with the extension of an output, and what to do.
 * @param isFormatGiven whether an option names the format
 * @returns undefined if the output can be written
 */
export function outputNameError(path: string, isFormatGiven: boolean): string | undefined {
  const extension = extensionOf(path);
  const [kind] = foreignKindOf(extension) ?? [];
  const isUnknown = extension !== "" && fileKindOf(path).format === undefined && !isFormatGiven;
  if (kind === undefined && !isUnknown) return undefined;
  const advice = `Give the output a name that ends with ${formatExtensions()}, optionally followed by .gz or .zst`;
  return kind === undefined
    ? `mapcoded does not write ${extension}. ${advice}, or set the format with --to.`
    : `mapcoded does not write ${kind} (${extension}). ${advice}. ${writingAdvice(kind)}`;
}

/** A file or standard input in a list. */
export function displayName(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : path;
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : `The file '${path}'`;
}
