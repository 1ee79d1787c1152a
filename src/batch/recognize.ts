/** Recognizes the format of an input by its first row if nothing names the format. */
import { OPENING_BRACE, OPENING_BRACKET, utf8Bytes, utf8Text } from "../characters.ts";
import { formatByType } from "./formats/json.ts";
import type { FormatName } from "./options/formats.ts";
import type { ResolvedBatchOptions } from "./options/options.ts";
import { MAX_LINE_BYTES, tableWithHeader } from "./plan.ts";
import { RECORD_SEPARATOR } from "./syntax/json-reader.ts";
import { afterJsonSpace, afterLines, nextLine, startsWith } from "./text.ts";

/** `[lat,lon]` alone on a line. */
const PAIR = /^\[\s*[-+.\deE]+\s*,\s*[-+.\deE]+\s*\]\s*$/;

/** A line with a delimiter and without a number or a mapcode names columns, perhaps not the required ones. */
const HEADER = /^[^\d.]*([,;|\t])[^\d.]*$/;

/**
 * The format of an input.
 * @param bytes the first bytes, in UTF-8
 * @param isEnd whether these are all bytes
 * @returns `plain` unless the first row has another format; undefined if more bytes are needed
 */
export function recognizeFormat(
  bytes: Uint8Array,
  options: Omit<ResolvedBatchOptions, "from" | "to">,
  isEnd: boolean,
): FormatName | undefined {
  const isEnough = isEnd || bytes.length > MAX_LINE_BYTES;
  const rest = bytes.subarray(afterLines(bytes, options.skip));
  const comment = options.comment ? utf8Bytes(options.comment) : undefined;
  let from = afterJsonSpace(rest, 0);
  while (comment && startsWith(rest, from, comment)) {
    const next = nextLine(rest, from);
    from = next < 0 ? rest.length : afterJsonSpace(rest, next);
  }
  if (from === rest.length) return isEnough ? "plain" : undefined;
  if (rest[from] === RECORD_SEPARATOR) return "ndjson";
  if (rest[from] === OPENING_BRACE) {
    const byType = formatByType(rest, isEnough);
    return byType === "other" ? "ndjson" : byType;
  }
  const end = nextLine(rest, from);
  if (end < 0 && !isEnough) return undefined;
  const line = rest.subarray(from, end < 0 ? rest.length : end);
  const text = utf8Text(line, 0, line.length);
  if (rest[from] === OPENING_BRACKET) return PAIR.test(text) ? "ndjson" : "json";
  const table = tableWithHeader(line, { ...options, from: "csv", to: "csv" });
  if (table !== undefined) return table;
  const [, delimiter] = (options.header && HEADER.exec(text)) || [];
  return delimiter === undefined ? "plain" : text.includes("\t") ? "tsv" : "csv";
}
