/**
 * The meaning of file names, and their form in messages. Conversions of one point load this file too, so it imports
 * nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/format-facts.ts";
import { formatList } from "../../messages.ts";

/** The argument for standard input, and the value of `--output` for standard output. */
export const STANDARD_STREAM = "-";

/** Whether an output is standard output: a file that the shell has opened is not a file to replace. */
export function isStandardOutput(path: string | undefined): boolean {
  return path === undefined || path === STANDARD_STREAM || /^\/dev\/(?:stdout|fd\/1)$/.test(path);
}

/** Extensions of common formats that batches do not write; Parquet is written from Parquet only. */
const FOREIGN_EXTENSIONS =
  ".parquet .xlsx .xls .ods .shp .gpkg .fgb .gml .kml .kmz .gpx .tar .tgz .bz2 .xz .zst .zip";

/** Whether the file name implies gzip. */
export function isGzipName(path: string): boolean {
  return /\.gz$/i.test(path);
}

/** Whether the file name implies Parquet. */
export function isParquetName(path: string): boolean {
  return /\.parquet$/i.test(path);
}

/** The extension before `.gz`, in lower case. */
function extensionOf(path: string): string {
  return extname(path.replace(/\.gz$/i, "")).toLowerCase();
}

/** The format that a file name implies, such as `points.csv` or `points.csv.gz`, in any case. */
export function formatNamedBy(path: string): FormatName | undefined {
  const extension = extensionOf(path);
  return FORMAT_NAMES.find((name) => FORMAT_FACTS[name].extensions.includes(extension));
}

/** Whether a file name ends as those of common formats do, in any case. Not all of them are read. */
export function hasKnownExtension(path: string): boolean {
  const isForeign = FOREIGN_EXTENSIONS.split(" ").includes(extensionOf(path));
  return isForeign || isGzipName(path) || formatNamedBy(path) !== undefined;
}

/** The problem with the extension of an output; undefined if the name has no extension or a supported one. */
export function outputNameProblem(path: string, isFormatGiven: boolean): string | undefined {
  const extension = extensionOf(path);
  const isKnown = extension === "" || isFormatGiven || formatNamedBy(path) !== undefined;
  if (isKnown && !FOREIGN_EXTENSIONS.split(" ").includes(extension)) return undefined;
  const known = FORMAT_NAMES.flatMap((name) => FORMAT_FACTS[name].extensions);
  const problem =
    extension === ".parquet"
      ? "writes .parquet files only from files named .parquet, not from standard input"
      : `does not write ${extension} files`;
  return `mapcoded ${problem}. Give the output a name that ends with ${formatList(known, "or")}, or set the format with --to.`;
}

/** A file or standard input in a list. */
export function displayName(path: string): string {
  return path === STANDARD_STREAM ? "standard input" : path;
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_STREAM ? "Standard input" : `The file '${path}'`;
}
