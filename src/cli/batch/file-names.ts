/** What the names of files say of what is in them. */
import { extname } from "node:path";
import { FORMATS, type FormatName } from "../../batch/formats/index.ts";
import type { Compression } from "./compression.ts";

/** The extensions of all formats. */
export const EXTENSIONS: Readonly<Record<string, FormatName>> = Object.fromEntries(
  FORMATS.flatMap(({ name, extensions }) => extensions.map((extension) => [extension, name])),
);

const COMPRESSIONS: Readonly<Record<string, Compression>> = { ".gz": "gzip", ".zst": "zstd" };

/** The name that stands for standard input. */
export const STANDARD_INPUT = "-";

export interface FileKind {
  readonly format: FormatName | undefined;
  readonly compression: Compression | undefined;
}

/** @param path `points.csv`, `points.csv.gz`; letters in any case */
export function kindOf(path: string): FileKind {
  const last = extname(path).toLowerCase();
  const compression = COMPRESSIONS[last];
  const bare = compression ? path.slice(0, -last.length) : path;
  return { format: EXTENSIONS[extname(bare).toLowerCase()], compression };
}
