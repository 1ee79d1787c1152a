/** The first lines of tables with delimited fields. */
import { CARRIAGE_RETURN, HASH, LINE_FEED } from "../../characters.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes, utf8Text } from "../../platform.ts";
import { BatchError } from "../errors.ts";
import type { InputStart } from "../format-plan.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { BROKEN_ROW, endOfText, OPEN_QUOTE, startsWith } from "../scan.ts";
import { FieldReader, findNextRow } from "../syntax/fields.ts";
import { nextLine } from "../syntax/splitter.ts";
import { QUOTE_RULE } from "../text.ts";

/** How the delimiter of an input is found. */
export interface DelimiterRule {
  /** The delimiter of most inputs. */
  readonly preferred: string;
  /** Set if all inputs have this one. */
  readonly fixed?: string;
  /** What a first row may have instead. */
  readonly others: readonly string[];
  /** Whether a delimiter makes sense of a first row. */
  suits(firstRow: string, delimiter: string, options: ResolvedBatchOptions): boolean;
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
  /** The remarks in front of it. */
  readonly remarks: readonly string[];
}

/** Whether a line in front of a header is a remark: one with `#` that names no columns. */
function isRemark(text: string, options: ResolvedBatchOptions, rule: DelimiterRule): boolean {
  const { comment, delimiter, header } = options;
  if (!header || comment !== undefined || !text.startsWith("#")) return false;
  const delimiters = [delimiter ?? rule.preferred, ...rule.others];
  return !delimiters.some((one) => rule.suits(text, one, options));
}

/** Longer lines are no remarks. */
const MAX_REMARK_BYTES = 10_000;

/** Skips blank lines, comments, remarks and the line that names the delimiter. */
function startOf(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  rule: DelimiterRule,
): TableStart {
  const { comment } = options;
  const commentBytes = comment === undefined ? undefined : utf8Bytes(comment);
  let named: string | undefined;
  const remarks: string[] = [];
  let from = 0;
  for (;;) {
    while (bytes[from] === LINE_FEED || bytes[from] === CARRIAGE_RETURN) from++;
    if (from === bytes.length) return { from, named, remarks };
    const next = nextLine(bytes, from);
    const end = next < 0 ? bytes.length : next - 1;
    const isComment = commentBytes !== undefined && startsWith(bytes, from, commentBytes);
    const mayBeRead =
      end - from <= (bytes[from] === HASH ? MAX_REMARK_BYTES : MAX_DELIMITER_LINE_BYTES);
    const text = mayBeRead ? utf8Text(bytes, from, endOfText(bytes, from, end)) : "";
    const [, delimiter] = rule.fixed ? [] : (DELIMITER_LINE.exec(text) ?? []);
    const isSkipped = isComment || delimiter !== undefined;
    if (!isSkipped && !isRemark(text, options, rule)) return { from, named, remarks };
    if (!isSkipped) remarks.push(text);
    named ??= delimiter;
    from = next < 0 ? bytes.length : next;
  }
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = { "\t": "tabs" };

/** The delimiter of a first row that nothing names: the preferred one, or the only other that suits. */
function guessDelimiter(
  firstRow: string,
  options: ResolvedBatchOptions,
  { preferred, others, suits }: DelimiterRule,
): Required<Pick<InputStart, "delimiter" | "notices">> {
  const guesses = suits(firstRow, preferred, options)
    ? []
    : others.filter((delimiter) => suits(firstRow, delimiter, options));
  const [delimiter, second] = guesses;
  if (delimiter === undefined || second !== undefined) {
    return { delimiter: preferred, notices: [] };
  }
  const name = DELIMITER_NAMES[delimiter] ?? quoted(delimiter);
  const notice = `The fields are separated by ${name}, as in the first row. Use the option delimiter for another one.`;
  return { delimiter, notices: [notice] };
}

function remarkNotices([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  const count = others.length + 1;
  const subject =
    count === 1 ? "A line in front of the header is" : `${count} lines in front of the header are`;
  const shown = count === 1 ? quoted(first) : `${quoted(first)} is the first`;
  return [
    `${subject} left out: ${shown}. Use the option comment with '#' if such lines stand among the rows.`,
  ];
}

/** @throws BatchError when the first row has a quote that is not closed */
export function readTableStart(
  bytes: Uint8Array,
  options: ResolvedBatchOptions,
  isLast: boolean,
  rule: DelimiterRule,
): InputStart | undefined {
  const { from, named, remarks } = startOf(bytes, options, rule);
  const chosen = rule.fixed ?? options.delimiter ?? named;
  const likely = chosen ?? rule.preferred;
  const next = findNextRow(bytes, from, new FieldReader(likely));
  if (next < 0 && next !== BROKEN_ROW && !isLast) return undefined;
  if (from === bytes.length) return { bytes: from, firstRow: undefined, delimiter: likely };
  if (next === OPEN_QUOTE || next === BROKEN_ROW) {
    throw new BatchError(`The quotes of the first row are broken. ${QUOTE_RULE}`);
  }
  const end = next < 0 ? bytes.length : next - 1;
  const textEnd = endOfText(bytes, from, end);
  const firstRow = utf8Text(bytes, from, textEnd);
  const guess =
    chosen === undefined
      ? guessDelimiter(firstRow, options, rule)
      : { delimiter: chosen, notices: [] };
  return {
    bytes: options.header ? Math.min(end + 1, bytes.length) : from,
    firstRow,
    lineEnd: textEnd < end ? "\r\n" : "\n",
    delimiter: guess.delimiter,
    notices: [...remarkNotices(remarks), ...guess.notices],
  };
}
