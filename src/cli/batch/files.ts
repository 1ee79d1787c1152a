/**
 * The meaning of file names, and their form in messages. Conversions of one point load this file too, so it imports
 * nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/formats.ts";
import { formatList } from "../../messages.ts";

/** The argument for standard input, and the value of `--output` for standard output. */
export const STANDARD_STREAM = "-";

const OGR = "ogr2ogr converts them: ogr2ogr -t_srs EPSG:4326 points.geojson FILE";
const PIPE = "Pipe their contents: PROGRAM FILE | mapcoded encode.";

/** Extensions of common formats that text batches do not support, with advice. */
const FOREIGN_KINDS: Readonly<Record<string, string>> = {
  ".parquet": "Parquet goes to Parquet only. DuckDB converts it from and to others.",
  ".xlsx .xls .ods": "LibreOffice converts them: libreoffice --headless --convert-to csv FILE.",
  ".shp .gpkg .fgb .gml .kml .kmz": `${OGR}.`,
  ".gpx": `${OGR} waypoints.`,
  ".tar .tgz": "tar takes files out of them: tar -xf FILE.",
  ".bz2": PIPE.replace("PROGRAM", "bzip2 -dc"),
  ".xz": PIPE.replace("PROGRAM", "xz -dc"),
  ".zst": PIPE.replace("PROGRAM", "zstd -dc"),
  ".zip": PIPE.replace("PROGRAM", "unzip -p"),
};

/** Whether the file name implies gzip. */
export function isGzipName(path: string): boolean {
  return /\.gz$/i.test(path);
}

/** Whether the file name implies Parquet. */
export function isParquetName(path: string): boolean {
  return /\.parquet$/i.test(path);
}

/** The extension before `.gz`, in lower case, and the advice for an unsupported one. */
function extensionOf(path: string) {
  const extension = extname(path.replace(/\.gz$/i, "")).toLowerCase();
  const foreign = Object.entries(FOREIGN_KINDS).find(([kind]) =>
    kind.split(" ").includes(extension),
  );
  return { extension, advice: foreign?.[1] };
}

/** The format that a file name implies, such as `points.csv` or `points.csv.gz`, in any case. */
export function formatNamedBy(path: string): FormatName | undefined {
  const { extension } = extensionOf(path);
  return FORMAT_NAMES.find((name) => FORMAT_FACTS[name].extensions.includes(extension));
}

/** The list of all known extensions, for a message. */
function knownExtensions(): string {
  const extensions = FORMAT_NAMES.flatMap((name) => FORMAT_FACTS[name].extensions);
  return formatList(extensions, "or");
}

/** The problem with the name of an input whose format is unknown, and its remedy. */
export function inputNameError(path: string): string {
  const { advice, extension } = extensionOf(path);
  if (advice) return `mapcoded does not read ${extension} files: '${path}'. ${advice}`;
  return `The format of the file '${path}' is unknown: its name does not end with ${knownExtensions()}. Use --from to set it.`;
}

/** The problem with the extension of an output; undefined if the name has no extension or a supported one. */
export function outputNameError(path: string, isFormatGiven: boolean): string | undefined {
  const { advice, extension } = extensionOf(path);
  const isKnown = extension === "" || isFormatGiven || formatNamedBy(path) !== undefined;
  if (isKnown && !advice) return undefined;
  return `mapcoded does not write ${extension} files. Give the output a name that ends with ${knownExtensions()}, or set the format with --to.`;
}

/** A file or standard input in a list. */
export function displayName(path: string): string {
  return path === STANDARD_STREAM ? "standard input" : path;
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_STREAM ? "Standard input" : `The file '${path}'`;
}
