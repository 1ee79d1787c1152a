/** Reads plain lines. Each line is a row: a point or a mapcode. */

import { parseDegrees, readDecimalWords } from "../../bytes/decimal-reading.ts";
import * as characters from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../into.ts";
import { quoted } from "../../messages.ts";
import { endOfText, findByte, startsWith, viewOf } from "../byte-texts.ts";
import type { InputPlan } from "../input-plan.ts";
import { pointOfValue } from "../rows/places.ts";
import { Row, type RowReader, RowSchema, type RowValues, TEXT } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type Message, sentence } from "../sentences.ts";

/** Sets the end of a line. @param at the index of its line feed, or the end of the bytes @returns the next line's start */
export function endLine(bytes: Uint8Array, at: number, row: Row): number {
  row.to = endOfText(bytes, row.from, at);
  row.lineTo = Math.min(at + 1, bytes.length);
  return row.lineTo;
}

/** Whether a byte is a carriage return at the end of a line. */
export function isReturn(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== characters.CARRIAGE_RETURN) return false;
  return bytes[at + 1] === characters.LINE_FEED || at + 1 === bytes.length;
}

/** Reads a line as a row. @returns the start of the next line */
export function readLine(bytes: Uint8Array, from: number, row: Row): number {
  row.begin(from);
  return endLine(bytes, findByte(bytes, characters.LINE_FEED, from, bytes.length), row);
}

/** Spaces, tabs or one comma between the numbers of a point. */
const BETWEEN_NUMBERS = /\s*,\s*|\s+/;

/** Signs, hemispheres, names of axes or notations, or ISO 6709: the text is not two plain numbers. */
const NOTATION_SIGNS =
  /[°º'"′″:(]|\d\/\s*$|\d\s*[NSEW]\b|\b[NSEW]\s*\d|\b(?:lat|lon|lng)\D{0,9}\d/i;

/** Three numbers with commas: a pair with a height. */
const WITH_HEIGHT = /^[^\s,]+\s*,\s*[^\s,]+\s*,\s*[^\s,]+$/;

/** A number with decimals: an identifier has none. */
export const DECIMAL = /^[-+]?\d+[.,]\d+$/;

/** The number of decimals of the number that ends a text. */
export function decimalsAtEnd(text: string): number {
  return /\.(\d+)$/.exec(text)?.[1].length ?? 0;
}

/** The index of the first of two neighbours that have decimals; -1 if there are none. */
function indexOfDecimalPair(words: readonly string[]): number {
  return words.findIndex((word, at) => DECIMAL.test(word) && DECIMAL.test(words[at + 1] ?? ""));
}

/** The options or the command that read the columns of a line with two numbers; empty if nothing is known. */
function columnsHint(text: string): Message {
  if (/^[-+|= ]{3,}$/.test(text)) {
    return " Write the table as csv: psql --csv, sqlite3 -csv -header, or mysql --batch for tsv.";
  }
  // Fields in quotes may have delimiters.
  const bare = text.replace(/"[^"]*"/g, "x");
  for (const delimiter of ["\t", "|", ";", ",", " "]) {
    const words = bare.split(delimiter === " " ? / +/ : delimiter).map((word) => word.trim());
    const at = indexOfDecimalPair(words);
    // Hemispheres belong to their numbers.
    if (at < 0 || words.some((word) => /^[NSEW]$/i.test(word))) continue;
    const hasCommas = words[at].includes(",");
    if (delimiter === " " && !hasCommas) {
      // Names before them may have blanks.
      const isAtEnd = at > 0 && at + 2 === words.length;
      const fields = isAtEnd ? "$(NF-1), $NF" : `$${at + 1}, $${at + 2}`;
      const option = { option: "lonFirst", value: true };
      return sentence` For columns with blanks between them: awk '{ print ${fields} }' FILE | mapcoded encode, with the option ${option} if the longitude comes first.`;
    }
    const options = {
      from: "csv",
      header: false,
      delimiter,
      ...(hasCommas && { decimalComma: true }),
      latColumn: `${at + 1}`,
      lonColumn: `${at + 2}`,
    };
    const named = Object.entries(options).flatMap(([option, value]) => [" ", { option, value }]);
    return sentence` For columns, use the options${named}. If the longitude comes first, exchange the numbers of columns.`;
  }
  return "";
}

/** The point of a line that `readNumbers` cannot read. */
export function readPointText(text: string, lonFirst = false): RowValues | RowProblem {
  const [beforeTab] = text.split("\t", 1);
  const parts = text.trim().split(BETWEEN_NUMBERS);
  const areNumbers = parts.every((part) => parseDegrees(part) !== undefined);
  // The first of three may be an identifier instead of the last one a height.
  const isPair = WITH_HEIGHT.test(beforeTab.trim()) && indexOfDecimalPair(parts) < 1;
  const isNotation = areNumbers ? isPair : NOTATION_SIGNS.test(beforeTab);
  if (!isNotation && parts.length === 2) {
    const [latitude, longitude] = lonFirst ? parts.toReversed() : parts;
    return { latitude, longitude };
  }
  const options = { decimalComma: false, lonFirst };
  const point = isNotation ? pointOfValue(beforeTab, undefined, options) : undefined;
  if (point && !(point instanceof RowProblem)) {
    return { latitude: point.latDeg, longitude: point.lonDeg };
  }
  const hint = columnsHint(text);
  if (point && hint === "") return point;
  const message = sentence`The line ${quoted(text)} is not a point; expected a latitude and a longitude.${hint}`;
  return new RowProblem("malformed-coordinates", message);
}

function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === characters.SPACE) at++;
  return at;
}

/** Reads a line of two numbers to `degrees`, the first one to `firstAxis`. @returns false if it is anything else */
function readNumbers(bytes: Uint8Array, { from, to, degrees }: Row, firstAxis: number): boolean {
  const view = viewOf(bytes);
  let at = readDecimalWords(bytes, view, afterSpaces(bytes, from), to, degrees, firstAxis);
  if (at < 0) return false;
  const second = afterSpaces(bytes, at);
  const isSeparated = bytes[second] === characters.COMMA || bytes[second] === characters.TAB;
  if (second === at && !isSeparated) return false;
  at = isSeparated ? afterSpaces(bytes, second + 1) : second;
  at = readDecimalWords(bytes, view, at, to, degrees, LAT_DEG + LON_DEG - firstAxis);
  return at >= 0 && afterSpaces(bytes, at) === to;
}

/** The slot of the mapcode at the start of a line. Slot 0 holds the whole line. */
const CODE = 1;

/** Reads lines with two numbers or a mapcode as bytes, other lines as texts. */
export class LineReader implements RowReader {
  readonly row = new Row();
  private readonly comment: Uint8Array | undefined;
  private readonly isEncode: boolean;
  private readonly firstAxis: number;
  private readonly schema: RowSchema;

  constructor({ columns, options }: InputPlan) {
    const { comment, lonFirst, operation } = options;
    const isEncode = operation === "encode";
    this.comment = comment === undefined ? undefined : characters.utf8Bytes(comment);
    this.isEncode = isEncode;
    this.firstAxis = lonFirst ? LON_DEG : LAT_DEG;
    this.schema = new RowSchema({
      fields: columns.map((name) => ({ name, slot: 0 })),
      keepsBytes: true,
      ...(isEncode
        ? { parse: (bytes, row) => readPointText(row.text(bytes), lonFirst) }
        : { slots: { mapcode: CODE } }),
    });
  }

  next(bytes: Uint8Array, from: number): number {
    const comment = this.comment;
    const isEncode = this.isEncode;
    const row = this.row;
    const next = readLine(bytes, from, row);
    row.schema = this.schema;
    row.set(0, from, row.to, TEXT);
    row.isBlank = comment !== undefined && startsWith(bytes, from, comment);
    row.hasDegrees = isEncode && !row.isBlank && readNumbers(bytes, row, this.firstAxis);
    if (row.hasDegrees || row.isBlank) return next;
    // Some white space is not ASCII.
    const mayBeBlank =
      row.to === from || bytes[from] <= characters.SPACE || bytes[from] >= characters.NOT_ASCII;
    row.isBlank = mayBeBlank && row.text(bytes).trim() === "";
    if (!isEncode) row.set(CODE, from, findByte(bytes, characters.TAB, from, row.to), TEXT);
    return next;
  }
}
