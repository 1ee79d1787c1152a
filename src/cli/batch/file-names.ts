/**
 * The format and compression that a file name implies, and the names of files in messages. Conversions of one
 * point load this file too, so it imports nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMAT_FACTS, FORMAT_NAMES, type FormatName } from "../../batch/options/formats.ts";
import { formatList } from "../../internal.ts";
import { PARQUET, unreadKindNamed, unreadKindOf } from "./unread-kinds.ts";

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
  const [kind, , advice] = unreadKindNamed(extension) ?? [];
  return kind === undefined
    ? `The format of the file '${path}' is unknown: its name does not end with ${formatExtensions()}. Use --from to set it.`
    : `mapcoded does not read ${kind} (${extension}): '${path}'. ${advice}`;
}

/**
 * What is wrong with an input whose contents are of a kind that mapcoded does not read, and what to do; undefined if
 * they are not.
 * @param start the first bytes; the name may say more, as Excel's files are ZIP files
 */
export function inputKindError(path: string, start: Uint8Array): string | undefined {
  const found = unreadKindOf(start);
  if (!found) return undefined;
  const named = unreadKindNamed(extname(path).toLowerCase());
  const [kind, , advice] = found[0] === "ZIP" && named ? named : found;
  return `${describePath(path)} is ${kind}, which mapcoded does not read. ${advice}`;
}

/**
 * What is wrong with the extension of an output, and what to do.
 * @param isFormatGiven whether an option names the format
 * @returns undefined if the output can be written
 */
export function outputNameError(path: string, isFormatGiven: boolean): string | undefined {
  const extension = extensionOf(path);
  const [kind] = unreadKindNamed(extension) ?? [];
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
