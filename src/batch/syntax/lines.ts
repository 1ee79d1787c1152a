/** Reads plain lines, each of which is a row: a point or a mapcode. */
import { CARRIAGE_RETURN, COMMA, LINE_FEED, SPACE, TAB } from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../index.ts";
import { parseDegrees, readDecimalWords } from "../../library/decimal-reading.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes } from "../../platform.ts";
import type { FormatPlan } from "../format-plan.ts";
import {
  FEED,
  NO_LINE_END,
  NO_VALUES,
  RETURN_AND_FEED,
  Row,
  type RowInput,
  RowSchema,
  TEXT,
  type Tokenizer,
} from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { startsWith } from "../scan.ts";
import { viewOf } from "../text.ts";
import { nextLine } from "./splitter.ts";

/**
 * Sets where a line ends.
 * @param at the index of its line feed, or the end of the bytes
 * @returns where the next line begins
 */
export function endLine(bytes: Uint8Array, at: number, row: Row): number {
  const isEnd = at >= bytes.length;
  // A row with an open quote extends to the end of its chunk, including line feeds.
  const lineFeed = isEnd && bytes[bytes.length - 1] === LINE_FEED ? bytes.length - 1 : at;
  const hasReturn = lineFeed > row.from && bytes[lineFeed - 1] === CARRIAGE_RETURN;
  row.to = hasReturn ? lineFeed - 1 : lineFeed;
  const hasFeed = lineFeed < bytes.length;
  if (hasReturn) row.lineEnd = RETURN_AND_FEED;
  else row.lineEnd = hasFeed ? FEED : NO_LINE_END;
  return hasFeed ? lineFeed + 1 : bytes.length;
}

/** Whether a line ends at a carriage return. */
export function isReturn(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== CARRIAGE_RETURN) return false;
  return bytes[at + 1] === LINE_FEED || at + 1 === bytes.length;
}

/** In place of the end of a number. */
export const NO_NUMBER = -1;

/** Passes over a comment. @returns where the next line begins */
export function skipLine(bytes: Uint8Array, from: number, row: Row): number {
  const next = nextLine(bytes, from);
  row.isBlank = true;
  return endLine(bytes, next < 0 ? bytes.length : next - 1, row);
}

/** Bytes from here on are part of characters that are not ASCII, of which some are white space. */
const NOT_ASCII = 0x80;

/** Spaces, tabs or one comma between the numbers of a point. */
const BETWEEN_NUMBERS = /\s*,\s*|\s+/;

/** Two numbers with decimal commas. */
const COMMA_NUMBERS = /^\s*-?\d+,\d+(?:\s*;\s*|,?\s+)-?\d+,\d+/;

/** Degrees with signs of minutes, hemispheres or the name of a notation. */
const NOTATION_SIGNS = /[°º'"′″:(]|\d\s*[NSEW]\b|\b[NSEW]\s*\d/i;

/** The point of a line; undefined if it has none. */
function pointIn(text: string): RowInput | undefined {
  const [first] = text.split("\t", 1);
  const parts = text.trim().split(BETWEEN_NUMBERS);
  const areNumbers = parts.every((part) => parseDegrees(part) !== undefined);
  if (!areNumbers && NOTATION_SIGNS.test(first)) return { coordinates: { value: first } };
  const [latitude, longitude] = parts;
  if (parts.length !== 2) return undefined;
  return { latitude: { value: latitude }, longitude: { value: longitude } };
}

/** Why a line has no point. Decimal commas are a common reason. */
function notPoint(text: string): RowProblem {
  const message = `The line ${quoted(text)} is not a point; expected a latitude and a longitude.`;
  const advice = `${message} Write decimal points, or read it as csv with the option decimalComma.`;
  return new RowProblem("malformed-coordinates", COMMA_NUMBERS.test(text) ? advice : message);
}

/** Whether a line has nothing but white space. */
function isBlank(bytes: Uint8Array, row: Row): boolean {
  const first = bytes[row.from];
  const mayBe = row.to === row.from || first <= SPACE || first >= NOT_ASCII;
  return mayBe && row.text(bytes).trim() === "";
}

/** Skips spaces. */
function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at++;
  return at;
}

/** Reads a line of two numbers. @returns where it ends, before its line end; NO_NUMBER if it has anything else */
function readNumbers(bytes: Uint8Array, from: number, { degrees }: Row): number {
  const view = viewOf(bytes);
  const first = afterSpaces(bytes, from);
  const end = readDecimalWords(bytes, view, first, bytes.length, degrees, LAT_DEG);
  const isSeparated = bytes[end] === SPACE || bytes[end] === COMMA || bytes[end] === TAB;
  if (end < 0 || !isSeparated) return NO_NUMBER;
  let at = afterSpaces(bytes, end);
  if (bytes[at] === COMMA || bytes[at] === TAB) at = afterSpaces(bytes, at + 1);
  at = readDecimalWords(bytes, view, at, bytes.length, degrees, LON_DEG);
  if (at < 0) return NO_NUMBER;
  at = afterSpaces(bytes, at);
  const isEnd = at === bytes.length || bytes[at] === LINE_FEED || isReturn(bytes, at);
  return isEnd ? at : NO_NUMBER;
}

// The slots of a line, and of the mapcode that it begins with.
const WHOLE = 0;
const CODE = 1;

/** Reads lines with a point or a mapcode in bytes; other lines as texts. */
export class LineTokenizer implements Tokenizer {
  readonly row = new Row();
  private readonly comment: Uint8Array | undefined;
  private readonly isEncode: boolean;
  private readonly schema: RowSchema;

  constructor({ columns, options }: FormatPlan) {
    const { comment, operation } = options;
    const isEncode = operation === "encode";
    this.comment = comment === undefined ? undefined : utf8Bytes(comment);
    this.isEncode = isEncode;
    this.schema = new RowSchema({
      fields: columns.map((name) => ({ name, slot: WHOLE })),
      values: isEncode ? NO_VALUES : { ...NO_VALUES, mapcode: CODE },
      keepsBytes: true,
      parse: (bytes, row) => this.parse(bytes, row),
    });
  }

  next(bytes: Uint8Array, from: number): number {
    const { row } = this;
    row.begin(from);
    if (this.comment && startsWith(bytes, from, this.comment)) return skipLine(bytes, from, row);
    const end = this.isEncode ? readNumbers(bytes, from, row) : NO_NUMBER;
    row.hasDegrees = end >= 0;
    let at = row.hasDegrees ? end : from;
    while (at < bytes.length && bytes[at] !== LINE_FEED) at++;
    const next = endLine(bytes, at, row);
    row.set(WHOLE, from, row.to, TEXT);
    row.schema = this.schema;
    if (row.hasDegrees) return next;
    row.isBlank = isBlank(bytes, row);
    if (!this.isEncode) this.findCode(bytes, row);
    return next;
  }

  private findCode(bytes: Uint8Array, row: Row): void {
    let at = row.from;
    while (at < row.to && bytes[at] !== TAB) at++;
    row.set(CODE, row.from, at, TEXT);
  }

  /** Reads a line that is no two numbers, or no mapcode up to its first tab. */
  private parse(bytes: Uint8Array, row: Row): void {
    const text = row.text(bytes);
    row.input = this.isEncode ? pointIn(text) : { mapcode: { value: text.split("\t", 1)[0] } };
    if (!row.input) row.problem = notPoint(text);
  }
}
