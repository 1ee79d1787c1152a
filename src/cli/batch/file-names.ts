/** What the names of files say of what is in them. */
import { extname } from "node:path";
import type { FormatName } from "../../batch/options.ts";
import type { Compression } from "./compression.ts";

export const EXTENSIONS: Readonly<Record<string, FormatName>> = {
  ".csv": "csv",
  ".tsv": "tsv",
  ".tab": "tsv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".json": "json",
  ".txt": "plain",
};

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
