/** Recognizes the format of an input that nothing names by its first rows. */
import { OPENING_BRACE, OPENING_BRACKET, TAB } from "../characters.ts";
import { utf8Bytes, utf8Text } from "../platform.ts";
import { createConverter } from "./converter.ts";
import { BatchError } from "./errors.ts";
import { isCollection, mayBecomeCollection } from "./formats/json-start.ts";
import type { FormatName } from "./options/formats.ts";
import type { ResolvedBatchOptions } from "./options/options.ts";
import { type BatchPlan, planBatch } from "./plan.ts";
import type { RowErrorCode } from "./rows/row-errors.ts";
import { afterByteOrderMark, afterJsonSpace, afterLines, startsWith } from "./scan.ts";
import { RECORD_SEPARATOR } from "./syntax/json-reader.ts";
import { nextLine } from "./syntax/splitter.ts";

/** All options but the formats, of which the output may have that of the input. */
export type UnformattedOptions = Omit<ResolvedBatchOptions, "from" | "to">;

/** A first row that has not ended by then is not waited for. */
const MAX_LINE_BYTES = 1 << 16;

/** `[lat,lon]` alone on a line. */
const PAIR = /^\[\s*[-+.\deE]+\s*,\s*[-+.\deE]+\s*\]\s*$/;

/** Errors of lines that are a point or a mapcode nonetheless. */
const PLAIN_ERRORS: readonly (RowErrorCode | undefined)[] = [
  "out-of-range",
  "no-mapcode",
  "unknown-mapcode",
  "unknown-territory",
];

/** The plan of an input that begins with a line; undefined if it cannot have the format. */
function planFor(
  line: Uint8Array,
  format: FormatName,
  options: UnformattedOptions,
): BatchPlan | undefined {
  try {
    return planBatch(line, { ...options, skip: 0, from: format, to: format });
  } catch (error) {
    if (error instanceof BatchError) return undefined;
    throw error;
  }
}

/** Whether a line is a point or a mapcode. */
function isPlain(line: Uint8Array, options: UnformattedOptions): boolean {
  const plan = planFor(line, "plain", options);
  if (!plan) return false;
  const { failed, firstError } = createConverter(plan).convert({ bytes: line });
  return failed === 0 || PLAIN_ERRORS.includes(firstError?.code);
}

/** The format of an input that begins with a line of text: a table if it names columns or the options do. */
function formatOfLine(line: Uint8Array, options: UnformattedOptions): FormatName {
  if (isPlain(line, options)) return "plain";
  const tables = line.includes(TAB) ? (["tsv", "csv"] as const) : (["csv"] as const);
  return tables.find((name) => planFor(line, name, options)) ?? "plain";
}

/** Where the first line begins that is neither blank nor a comment. */
function afterComments(bytes: Uint8Array, comment: string | undefined): number {
  const text = utf8Bytes(comment ?? "");
  let from = afterJsonSpace(bytes, 0);
  while (comment !== undefined && startsWith(bytes, from, text)) {
    const end = nextLine(bytes, from);
    from = end < 0 ? bytes.length : afterJsonSpace(bytes, end);
  }
  return from;
}

/**
 * The format of an input.
 * @param bytes the first bytes, in UTF-8
 * @param isEnd whether these are all
 * @returns `plain` unless the first row has another format; undefined if it takes more bytes to tell
 */
export function recognizeFormat(
  bytes: Uint8Array,
  options: UnformattedOptions,
  isEnd: boolean,
): FormatName | undefined {
  const isEnough = isEnd || bytes.length > MAX_LINE_BYTES;
  const lines = bytes.subarray(afterLines(bytes, options.skip));
  const rest = lines.subarray(afterByteOrderMark(lines));
  const from = afterComments(rest, options.comment);
  if (from === rest.length) return isEnough ? "plain" : undefined;
  if (rest[from] === RECORD_SEPARATOR) return "ndjson";
  const end = nextLine(rest, from);
  const line = rest.subarray(from, end < 0 ? rest.length : end);
  const text = () => utf8Text(line, 0, line.length);
  if (rest[from] === OPENING_BRACE) {
    if (!isEnough && mayBecomeCollection(rest)) return undefined;
    if (isCollection(rest)) return "geojson";
    return "ndjson";
  }
  if (end < 0 && !isEnough) return undefined;
  if (rest[from] === OPENING_BRACKET) return PAIR.test(text()) ? "ndjson" : "json";
  return formatOfLine(line, options);
}
