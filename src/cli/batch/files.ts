/**
 * The format that a file name implies, and the names of files in messages. Conversions of one point load this file too,
 * so it imports nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/formats.ts";
import { formatList } from "../../messages.ts";

/** The argument that stands for standard input. */
export const STANDARD_INPUT = "-";

/** The value of `--output` that stands for standard output. */
export const STANDARD_OUTPUT = "-";

const OFFICE = "LibreOffice converts it: libreoffice --headless --convert-to csv FILE.";
const OGR = "ogr2ogr converts it: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";
const TAR = "tar takes the files out of it: tar -xf FILE.";
const PIPE = "Pipe its contents to mapcoded, which reads standard input: PROGRAM FILE.";
const PARQUET = "Parquet goes to Parquet only. DuckDB converts it from and to others, such as csv.";

/** The files that people have and mapcoded does not read or write, and what to do then. */
const FOREIGN_KINDS: Readonly<Record<string, readonly [kind: string, advice: string]>> = {
  ".parquet": ["Parquet", PARQUET],
  ".xlsx": ["Excel", OFFICE],
  ".xls": ["Excel", OFFICE],
  ".ods": ["OpenDocument", OFFICE],
  ".shp": ["Shapefile", OGR],
  ".gpkg": ["GeoPackage", OGR],
  ".fgb": ["FlatGeobuf", OGR],
  ".gml": ["GML", OGR],
  ".kml": ["KML", OGR],
  ".kmz": ["KML", OGR],
  ".gpx": ["GPX", OGR.replace("FILE", "FILE waypoints")],
  ".tar": ["tar", TAR],
  ".tgz": ["tar", TAR],
  ".bz2": ["bzip2", PIPE.replace("PROGRAM", "bzip2 -dc")],
  ".xz": ["xz", PIPE.replace("PROGRAM", "xz -dc")],
  ".zst": ["Zstandard", PIPE.replace("PROGRAM", "zstd -dc")],
  ".zip": ["ZIP", PIPE.replace("PROGRAM", "unzip -p")],
};

/** Whether a file is compressed by its name. */
export function isGzipName(path: string): boolean {
  return extname(path).toLowerCase() === ".gz";
}

/** Whether a file is Parquet by its name. */
export function isParquetName(path: string): boolean {
  return extname(path).toLowerCase() === ".parquet";
}

/** The extension of a name, in front of `.gz`, in lower case. */
function extensionOf(path: string): string {
  return extname(isGzipName(path) ? path.slice(0, -".gz".length) : path).toLowerCase();
}

/** The format that a file name implies, such as `points.csv` or `points.csv.gz`, in any case. */
export function formatNamedBy(path: string): FormatName | undefined {
  const extension = extensionOf(path);
  return FORMAT_NAMES.find((name) => FORMAT_FACTS[name].extensions.includes(extension));
}

/** The extensions that tell a format, in a message. */
function knownExtensions(): string {
  return formatList(
    FORMAT_NAMES.flatMap((name) => FORMAT_FACTS[name].extensions),
    "or",
  );
}

/** What is wrong with the name of an input whose format nothing else tells, and what to do. */
export function inputNameError(path: string): string {
  const extension = extensionOf(path);
  const [kind, advice] = FOREIGN_KINDS[extension] ?? [];
  if (kind) return `mapcoded does not read ${kind} (${extension}): '${path}'. ${advice}`;
  return `The format of the file '${path}' is unknown: its name does not end with ${knownExtensions()}. Use --from to set it.`;
}

/** What is wrong with the extension of an output; undefined if it has none, or one that mapcoded writes. */
export function outputNameError(path: string, isFormatGiven: boolean): string | undefined {
  const extension = extensionOf(path);
  const [kind] = FOREIGN_KINDS[extension] ?? [];
  const isKnown = extension === "" || isFormatGiven || formatNamedBy(path) !== undefined;
  if (kind === undefined && isKnown) return undefined;
  return `mapcoded does not write ${kind ?? extension}. Give the output a name that ends with ${knownExtensions()}, or set the format with --to.`;
}

/** What to do with an input that has NUL bytes, as no text has. */
export function notTextError(path: string): string {
  return `${describePath(path)} is not text: it has NUL bytes. Convert it to csv or GeoJSON; if it is UTF-16, use --encoding utf-16le.`;
}

/** A file or standard input in a list. */
export function displayName(path: string): string {
  return path === STANDARD_INPUT ? "standard input" : path;
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : `The file '${path}'`;
}
