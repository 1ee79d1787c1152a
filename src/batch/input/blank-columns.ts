/** Recognizes tables whose columns have blanks between them. They need a delimiter. */
import { utf8Text } from "../../characters.ts";
import { BatchError } from "../errors.ts";
import { columnsNamedBy } from "./header.ts";
import { type GivenBytes, MAX_SAMPLE_ROWS } from "./sample.ts";

/** A mark in front of names of columns, as numpy and MATLAB write it. */
const HEADER_MARK = /^[#%]/;

/** The starts of columns of fixed width except the first: each line has a blank before them. */
function columnStarts(lines: readonly string[]): readonly number[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const isBlank = (at: number) => lines.every((line) => (line[at] ?? " ") === " ");
  const starts = Array.from({ length: width }, (_, at) => at).filter((at) => {
    return isBlank(at - 1) && !isBlank(at);
  });
  return starts.slice(1);
}

const TOKEN = /"[^"]*"|[^" ]+/g;

/** The names of a table with texts in quotes, as R writes it, and the program for it. Rows may have numbers in front. */
function quotedTable(lines: readonly string[]) {
  const [names, ...rows] = lines.map((line) => line.match(TOKEN) ?? []);
  const numbers = (rows[0]?.length ?? 0) - names.length;
  const areEven = rows.every(({ length }) => length === names.length + numbers);
  if (!areEven || ![0, 1].includes(numbers) || !lines[0].includes('"')) return undefined;
  const program = `${numbers === 1 ? '1s/^/"row" /; ' : ""}s/("[^"]*"|[^" ]+) /\\1,/g`;
  return { names: names.map((name) => name.replaceAll('"', "")), program };
}

/**
 * Checks that a table with names of columns has delimiters between them.
 * @throws BatchError with the command that puts commas there, if it has blanks
 */
export function checkHasDelimiters({ bytes, isWhole, options }: GivenBytes): void {
  const { delimiter, header, operation } = options;
  const text = utf8Text(bytes);
  const isMarked = HEADER_MARK.test(text);
  const unmarked = text.replace(HEADER_MARK, " ");
  // Three names or more, no values. Two names are those of pairs.
  const hasNames = /^ *[^\s\d,;|:]+(?: +[^\s\d,;|:]+){2,} *\r?\n/.test(unmarked);
  if (!hasNames || delimiter !== undefined || !header || operation === "decode") return;
  const all = unmarked.split(/\r?\n/, MAX_SAMPLE_ROWS);
  const lines = all.slice(0, isWhole ? undefined : -1).filter((line) => line.trim() !== "");
  const words = lines.map((line) => line.trim().split(/ +/));
  const starts = columnStarts(lines);
  const fixed = [0, ...starts].map((start, index) => lines[0].slice(start, starts[index]).trim());
  // Words of a cell may stand in place of an empty one.
  const isFixed = fixed.join(" ") === words[0].join(" ") && fixed.length === words[0].length;
  const haveAllWords = !isFixed && words.every(({ length }) => length === words[0].length);
  const quoted = quotedTable(lines);
  const names = quoted?.names ?? (haveAllWords ? words[0] : fixed);
  const isTable = names.length > 2 && columnsNamedBy(names, options);
  if (lines.some((line) => line.includes(",")) || !isTable) return;
  const cuts = starts.toReversed().map((start) => `s/./&,/${start}`);
  const blanks = haveAllWords ? "s/^ +//; s/ +$//; s/ +/,/g" : cuts.join("; ");
  const commas = quoted?.program ?? blanks;
  const program = isMarked ? `s/^[#%]/ /; ${commas}` : commas;
  const what = quoted || haveAllWords ? "blanks between its columns" : "columns of fixed width";
  const message = `The table has ${what}. Put commas between them: sed -E '${program}' FILE | mapcoded encode.`;
  throw new BatchError(message, "delimiter");
}
