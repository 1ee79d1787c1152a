/**
 * The format and compression that a file name implies, and the names of files in messages. Conversions of one
 * point load this file too, so it imports nothing that only batches need.
 */
import { extname } from "node:path";
import { FORMATS, type FormatName } from "../../batch/formats/index.ts";

export type Compression = "gzip" | "zstd";

/** The format of each file name extension. */
const FORMAT_OF_EXTENSION = new Map<string, FormatName>(
  FORMATS.flatMap(({ name, extensions }) => extensions.map((extension) => [extension, name])),
);

/** All file name extensions that imply a format. */
export const FORMAT_EXTENSIONS: readonly string[] = Array.from(FORMAT_OF_EXTENSION.keys());

const COMPRESSIONS: Readonly<Record<string, Compression>> = { ".gz": "gzip", ".zst": "zstd" };

/** The argument that stands for standard input. */
export const STANDARD_INPUT = "-";

export interface FileKind {
  readonly format: FormatName | undefined;
  readonly compression: Compression | undefined;
}

/**
 * The format and the compression that a file name implies.
 * @param path such as `points.csv` or `points.csv.gz`, in any case
 */
export function fileKindOf(path: string): FileKind {
  const extension = extname(path).toLowerCase();
  const compression = COMPRESSIONS[extension];
  const uncompressed = compression ? path.slice(0, -extension.length) : path;
  return { format: FORMAT_OF_EXTENSION.get(extname(uncompressed).toLowerCase()), compression };
}

/** A file or standard input at the start of a message. */
export function describePath(path: string): string {
  return path === STANDARD_INPUT ? "Standard input" : `The file '${path}'`;
}
