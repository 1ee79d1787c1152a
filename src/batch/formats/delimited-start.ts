/** The first lines and the row ends of tables with delimited fields. */
import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from "../../characters.ts";
import { option, quoted, sentence } from "../../internal.ts";
import { batchError } from "../errors.ts";
import { QUOTE_RULE } from "../fields.ts";
import type { FormatPlan, Preamble } from "../format-plan.ts";
import type { ConversionOptions } from "../options/conversion.ts";
import {
  afterByteOrderMark,
  countLines,
  endOfText,
  NO_END,
  OPEN_QUOTE,
  startsWith,
} from "../scan.ts";
import { findLineFeed } from "../syntax/delimited-fields.ts";
import { nextLine, type RowEnds } from "../syntax/line-splitter.ts";
import { utf8Text } from "../text.ts";
import { isCollection, rejectCollection } from "./geojson-start.ts";

/** How the delimiter of an input is found. */
export interface DelimiterRule {
  /** The delimiter of most inputs. */
  readonly preferred: string;
  /** Set if all inputs have this one. */
  readonly fixed?: string;
  /** What a first row may have instead. */
  readonly others: readonly string[];
  /** Whether a delimiter makes sense of a first row. */
  suits(firstRow: string, delimiter: string, options: ConversionOptions): boolean;
}

const encoder = new TextEncoder();

/** The ends of the rows of a plan. A comment ends with its line, whatever quotes it has. */
export function createRowEnds({ delimiter, options }: FormatPlan): RowEnds {
  const delimiterByte = delimiter.charCodeAt(0);
  const comment = options.comment === undefined ? undefined : encoder.encode(options.comment);
  return {
    areLines: (bytes) => !bytes.includes(QUOTE),
    findNext(bytes, from) {
      if (comment && startsWith(bytes, from, comment)) return nextLine(bytes, from);
      const lineFeed = findLineFeed(bytes, from, delimiterByte);
      return lineFeed < 0 ? lineFeed : lineFeed + 1;
    },
    keepsFirstLine: true,
    recover: nextLine,
  };
}

/** The line of spreadsheets that names the delimiter: `sep=;`. */
const DELIMITER_LINE = /^"?sep=([\t,:;|])"?$/i;

/** Longer lines do not name a delimiter. */
const MAX_DELIMITER_LINE_BYTES = 10;

interface TableStart {
  /** Where the first row begins. */
  readonly from: number;
  /** The delimiter that a line in front of it names. */
  readonly named: string | undefined;
}

/** Skips blank lines, comments and the line that names the delimiter. */
function startOf(
  bytes: Uint8Array,
  { comment }: ConversionOptions,
  rule: DelimiterRule,
): TableStart {
  const commentBytes = comment === undefined ? undefined : encoder.encode(comment);
  let named: string | undefined;
  let from = afterByteOrderMark(bytes);
  for (;;) {
    while (bytes[from] === LINE_FEED || bytes[from] === CARRIAGE_RETURN) from++;
    if (from === bytes.length) return { from, named };
    const next = nextLine(bytes, from);
    const end = next < 0 ? bytes.length : next - 1;
    const isComment = commentBytes !== undefined && startsWith(bytes, from, commentBytes);
    const isShort = end - from <= MAX_DELIMITER_LINE_BYTES;
    const text = isShort && !rule.fixed ? utf8Text(bytes, from, endOfText(bytes, from, end)) : "";
    const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
    if (!isComment && delimiter === undefined) return { from, named };
    named ??= delimiter;
    from = next < 0 ? bytes.length : next;
  }
}

function chosenDelimiter(
  { delimiter }: ConversionOptions,
  { fixed }: DelimiterRule,
  { named }: TableStart,
): string | undefined {
  return fixed ?? delimiter ?? named;
}

export function hasFirstRow(
  bytes: Uint8Array,
  options: ConversionOptions,
  rule: DelimiterRule,
): boolean {
  const start = startOf(bytes, options, rule);
  const delimiter = chosenDelimiter(options, rule, start) ?? rule.preferred;
  const { from } = start;
  if (isCollection(bytes)) return true;
  return from < bytes.length && findLineFeed(bytes, from, delimiter.charCodeAt(0)) >= 0;
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = { "\t": "tabs" };

/** The delimiter of a first row that nothing names: the preferred one, or the only other that suits. */
function guessDelimiter(
  firstRow: string,
  options: ConversionOptions,
  { preferred, others, suits }: DelimiterRule,
): Required<Pick<Preamble, "delimiter" | "notice">> {
  const guesses = suits(firstRow, preferred, options)
    ? []
    : others.filter((delimiter) => suits(firstRow, delimiter, options));
  const [delimiter, second] = guesses;
  if (delimiter === undefined || second !== undefined) {
    return { delimiter: preferred, notice: undefined };
  }
  const name = DELIMITER_NAMES[delimiter] ?? quoted(delimiter);
  const notice = sentence`The fields are separated by ${name}, as in the first row. Use the ${option("delimiter")} for another one.`;
  return { delimiter, notice };
}

/** @throws BatchError when the first row has a quote that is not closed, or the input is GeoJSON */
export function parsePreamble(
  bytes: Uint8Array,
  options: ConversionOptions,
  rule: DelimiterRule,
): Preamble {
  rejectCollection(bytes);
  const start = startOf(bytes, options, rule);
  const { from } = start;
  const chosen = chosenDelimiter(options, rule, start);
  const likely = chosen ?? rule.preferred;
  if (from === bytes.length) {
    return { bytes: from, lines: 0, firstRow: undefined, lineEnd: "\n", delimiter: likely };
  }
  const lineFeed = findLineFeed(bytes, from, likely.charCodeAt(0));
  if (lineFeed === OPEN_QUOTE) {
    throw batchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = lineFeed === NO_END ? bytes.length : lineFeed;
  const textEnd = endOfText(bytes, from, end);
  const firstRow = utf8Text(bytes, from, textEnd);
  const preambleBytes = options.header ? Math.min(end + 1, bytes.length) : from;
  return {
    bytes: preambleBytes,
    lines: countLines(bytes, 0, preambleBytes),
    firstRow,
    lineEnd: textEnd < end ? "\r\n" : "\n",
    ...(chosen === undefined ? guessDelimiter(firstRow, options, rule) : { delimiter: chosen }),
  };
}
