/**
 * The sample of an input: its first rows as texts and values, read once, before the batch is planned. The decisions in
 * this folder are functions of it and of the options. It may be slow, as it has few rows.
 */
import { CLOSING_BRACKET, utf8Bytes, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import type { FormatName } from "../options/formats.ts";
import type { Message, Warning } from "../sentences.ts";
import { FieldReader, type FieldSyntax, findNextRow } from "../syntax/fields.ts";
import { JsonEnds } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { BROKEN_ROW, endOfText, nextLine, startsWith } from "../text.ts";

/** A sample has no more rows, and is not read beyond so many bytes, unless its first row is longer. */
export const MAX_SAMPLE_ROWS = 200;
export const SAMPLE_BYTES = 1 << 18;

/** What the first rows of an input hold. */
export interface Sample {
  readonly format: FormatName;
  /** Names of columns, or for JSON the paths of members (`gps.latitude`), in features of properties; empty without a header. */
  readonly names: readonly string[];
  /** For JSON: the part of each path before its last name (`gps.`). Names may have dots. */
  readonly prefixes?: readonly string[];
  /** The texts of each row by index of `names`; "" where a row has nothing. For JSON, texts of scalars. */
  readonly rows: readonly (readonly string[])[];
  /** For JSON: the value of each row (for features: the Feature). Empty for tables and lines. */
  readonly values: readonly unknown[];
  /** Whether the sample has all of the input. */
  readonly isWhole: boolean;
}

export type Warnings = readonly Warning<Message>[];

/** What a decision has found, and what may be wrong with it. */
export interface Decided<Value> {
  readonly value: Value;
  readonly warnings: Warnings;
}

// Tables and lines

/**
 * The fields of the complete rows from an offset on; none of a row with broken quotes.
 * @param isWhole whether the last row is complete
 * @param maxRows the greatest number of rows
 */
export function readFields(
  bytes: Uint8Array,
  from: number,
  syntax: FieldSyntax,
  isWhole: boolean,
  maxRows: number,
): readonly (readonly string[])[] {
  const reader = new FieldReader(syntax);
  const rows: (readonly string[])[] = [];
  for (let at = from; at < bytes.length && rows.length < maxRows; ) {
    const end = findNextRow(bytes, at, reader);
    if (end < 0 && end !== BROKEN_ROW && !isWhole) break;
    const { count, isBroken, row } = reader;
    const fields = Array.from({ length: isBroken ? 0 : count }, (_, column) => {
      return row.fieldOf(bytes, column);
    });
    if (!row.isBlank) rows.push(fields);
    const line = nextLine(bytes, at);
    at = end >= 0 ? end : line >= 0 ? line : bytes.length;
  }
  return rows;
}

/** The texts of the complete lines from an offset on, without comments and blank lines. */
export function readLines(
  bytes: Uint8Array,
  from: number,
  comment: string | undefined,
  isWhole: boolean,
  maxRows: number,
): readonly string[] {
  const prefix = comment === undefined ? undefined : utf8Bytes(comment);
  const lines: string[] = [];
  for (let at = from; at < bytes.length && lines.length < maxRows; ) {
    const next = nextLine(bytes, at);
    if (next < 0 && !isWhole) break;
    const end = next < 0 ? bytes.length : next - 1;
    const text = utf8Text(bytes, at, endOfText(bytes, at, end));
    const isComment = prefix !== undefined && startsWith(bytes, at, prefix);
    if (!isComment && text.trim() !== "") lines.push(text);
    at = next < 0 ? bytes.length : next;
  }
  return lines;
}

// JSON

/** Deeper members have no path in a sample. */
const MAX_DEPTH = 8;
/** Inputs whose rows all have other names have no more paths. */
const MAX_PATHS = 4096;

function textOf(value: unknown): string {
  return value === null || value === undefined || typeof value === "object" ? "" : `${value}`;
}

interface Member {
  readonly prefix: string;
  readonly path: string;
  readonly value: unknown;
}

/** All members of an object, outside arrays, in their order. */
function* membersOf(object: object, depth = 1, prefix = ""): Generator<Member> {
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name;
    yield { prefix, path, value };
    if (isObject(value) && depth < MAX_DEPTH) yield* membersOf(value, depth + 1, `${path}.`);
  }
}

/** The sample of JSON rows. @param areFeatures whether the rows are features: their members are their properties */
export function jsonSample(
  format: FormatName,
  values: readonly unknown[],
  areFeatures: boolean,
  isWhole: boolean,
): Sample {
  const indexes = new Map<string, number>();
  const prefixes: string[] = [];
  const rows = values.map((value) => {
    const row: string[] = [];
    const object = areFeatures && isObject(value) ? value.properties : value;
    for (const member of isObject(object) ? membersOf(object) : []) {
      const index = indexes.get(member.path) ?? indexes.size;
      if (index === MAX_PATHS) continue;
      indexes.set(member.path, index);
      prefixes[index] = member.prefix;
      row[index] = textOf(member.value);
    }
    return row;
  });
  const names = [...indexes.keys()];
  const even = rows.map((row) => names.map((_, index) => row[index] ?? ""));
  return { format, names, prefixes, rows: even, values, isWhole };
}

/** A row of JSON. */
export interface JsonRow {
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly value: unknown;
}

/** The complete elements of an array from an offset on. */
export function readElements(bytes: Uint8Array, from: number, maxRows: number): readonly JsonRow[] {
  const ends = new JsonEnds();
  const rows: JsonRow[] = [];
  for (let at = from; at < bytes.length && rows.length < maxRows; ) {
    const next = ends.findNext(bytes, at);
    if (next < 0) break;
    const text = utf8Text(bytes, at, next - 1).trim();
    if (text !== "") rows.push({ text, value: parsed(text) });
    if (bytes[next - 1] === CLOSING_BRACKET) break;
    at = next;
  }
  return rows;
}

/** The rows of lines of JSON. */
export function jsonLines(lines: readonly string[]): readonly JsonRow[] {
  const texts = lines.map((line) => line.replaceAll("\u001e", "").trim());
  return texts.filter((text) => text !== "").map((text) => ({ text, value: parsed(text) }));
}

/** Whether a value is a Feature, or a Point with coordinates. */
export function isFeature(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value.type === "Feature" || (value.type === "Point" && Array.isArray(value.coordinates));
}

/** Whether a value is an array of two or three numbers. */
export function isPosition(value: unknown): boolean {
  const isArray = Array.isArray(value) && value.length > 1 && value.length < 4;
  return isArray && value.every((one) => typeof one === "number");
}

/**
 * The first value of a JSON text that may be cut: closed after its last complete value.
 * @returns the value, undefined if the text does not begin as JSON, and whether it is complete
 */
export function parsedStart(text: string): { readonly value: unknown; readonly isWhole: boolean } {
  const open: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    if (token.length > 1) continue;
    if (token === "{") open.push("}");
    else if (token === "[") open.push("]");
    else if (token !== ",") open.pop();
    // A comma follows a complete value.
    end = token === "," ? index : index + 1;
    if (open.length === 0) break;
  }
  const closing = open.toReversed().join("");
  return { value: parsed(text.slice(0, end) + closing), isWhole: closing === "" };
}
