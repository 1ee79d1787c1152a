/**
 * The sample of an input: its first rows as texts and values, read once, before the batch is planned. The decisions in
 * this folder are functions of it and of the options. It may be slow, as it has few rows.
 */
import { CLOSING_BRACKET, utf8Bytes, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import type { FormatName } from "../options/formats.ts";
import { FieldReader, findNextRow } from "../syntax/fields.ts";
import { JsonEnds } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { endOfText, nextLine, startsWith } from "../text.ts";

/** A sample has no more rows, and is not read beyond so many bytes, unless its first row is longer. */
export const MAX_SAMPLE_ROWS = 200;
export const SAMPLE_BYTES = 1 << 18;

/** What the first rows of an input hold. */
export interface Sample {
  readonly format: FormatName;
  /** Names of columns, or for JSON the paths of members (`gps.latitude`), in features of properties; empty without a header. */
  readonly names: readonly string[];
  /** The texts of each row by index of `names`; "" where a row has nothing. For JSON, texts of scalars. */
  readonly rows: readonly (readonly string[])[];
  /** For JSON: the value of each row (for features: the Feature). Empty for tables and lines. */
  readonly values: readonly unknown[];
  /** Whether the sample has all of the input. */
  readonly isWhole: boolean;
}

/** What a decision has found, and what may be wrong with it. */
export interface Decided<Value> {
  readonly value: Value;
  readonly warnings: readonly string[];
}

// Tables and lines

/** The form of the rows of a table. */
export interface TableSyntax {
  readonly delimiter: string;
  /** The beginning of lines that are not rows. */
  readonly comment?: string | undefined;
}

/** The fields of the complete rows from an offset on. @param maxRows the greatest number of rows */
export function readFields(
  bytes: Uint8Array,
  from: number,
  { delimiter, comment }: TableSyntax,
  isWhole: boolean,
  maxRows: number,
): readonly (readonly string[])[] {
  const reader = new FieldReader(delimiter, comment);
  const rows: (readonly string[])[] = [];
  for (let at = from; at < bytes.length && rows.length < maxRows; ) {
    const end = findNextRow(bytes, at, reader);
    if (end < 0 && !isWhole) break;
    const { count, isBroken, row } = reader;
    if (!isBroken && !row.isBlank) {
      rows.push(Array.from({ length: count }, (_, column) => row.fieldOf(bytes, column)));
    }
    const line = nextLine(bytes, at);
    at = end >= 0 ? end : line >= 0 ? line : bytes.length;
  }
  return rows;
}

/** The sample of a table. @param from the offset of its first row: the header if it has one */
export function tableSample(
  bytes: Uint8Array,
  from: number,
  { header, ...syntax }: TableSyntax & { readonly format: "csv" | "tsv"; readonly header: boolean },
  isWhole: boolean,
): Sample {
  const rows = readFields(bytes, from, syntax, isWhole, MAX_SAMPLE_ROWS + Number(header));
  const [names = []] = header ? rows : [];
  return { format: syntax.format, names, rows: rows.slice(Number(header)), values: [], isWhole };
}

/** The sample of plain lines: one text a row. */
export function lineSample(
  bytes: Uint8Array,
  comment: string | undefined,
  isWhole: boolean,
): Sample {
  const prefix = comment === undefined ? undefined : utf8Bytes(comment);
  const rows: (readonly string[])[] = [];
  for (let at = 0; at < bytes.length && rows.length < MAX_SAMPLE_ROWS; ) {
    const next = nextLine(bytes, at);
    if (next < 0 && !isWhole) break;
    const end = next < 0 ? bytes.length : next;
    const text = utf8Text(bytes, at, endOfText(bytes, at, next < 0 ? end : next - 1));
    const isComment = prefix !== undefined && startsWith(bytes, at, prefix);
    if (!isComment && text.trim() !== "") rows.push([text]);
    at = end;
  }
  return { format: "plain", names: [], rows, values: [], isWhole };
}

// JSON

/** Deeper members have no path in a sample. */
const MAX_DEPTH = 8;
/** Inputs whose rows all have other names have no more paths. */
const MAX_PATHS = 4096;

function textOf(value: unknown): string {
  return value === null || value === undefined || typeof value === "object" ? "" : `${value}`;
}

/** The paths and values of all members of an object, outside arrays, in their order. */
function* membersOf(object: object, depth = 1, path = ""): Generator<readonly [string, unknown]> {
  for (const [name, value] of Object.entries(object)) {
    yield [path + name, value];
    if (isObject(value) && depth < MAX_DEPTH) yield* membersOf(value, depth + 1, `${path}${name}.`);
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
  const rows = values.map((value) => {
    const row: string[] = [];
    const object = areFeatures && isObject(value) ? value.properties : value;
    for (const [path, member] of isObject(object) ? membersOf(object) : []) {
      const index = indexes.get(path) ?? indexes.size;
      if (index === MAX_PATHS) continue;
      indexes.set(path, index);
      row[index] = textOf(member);
    }
    return row;
  });
  const names = [...indexes.keys()];
  const even = rows.map((row) => names.map((_, index) => row[index] ?? ""));
  return { format, names, rows: even, values, isWhole };
}

/** The values of the complete lines from an offset on; lines that are not JSON are left out. */
export function lineValues(bytes: Uint8Array, from: number, isWhole: boolean): readonly unknown[] {
  const values: unknown[] = [];
  for (let at = from; at < bytes.length && values.length < MAX_SAMPLE_ROWS; ) {
    const next = nextLine(bytes, at);
    if (next < 0 && !isWhole) break;
    const end = next < 0 ? bytes.length : next;
    const value = parsed(utf8Text(bytes, at, end).replaceAll("\u001e", ""));
    if (value !== undefined) values.push(value);
    at = end;
  }
  return values;
}

/** The values of the complete elements of an array from an offset on; elements that are not JSON are left out. */
export function elementValues(bytes: Uint8Array, from: number): readonly unknown[] {
  const ends = new JsonEnds();
  const values: unknown[] = [];
  for (let at = from; at < bytes.length && values.length < MAX_SAMPLE_ROWS; ) {
    const next = ends.findNext(bytes, at);
    if (next < 0) break;
    const value = parsed(utf8Text(bytes, at, next - 1));
    if (value !== undefined) values.push(value);
    if (bytes[next - 1] === CLOSING_BRACKET) break;
    at = next;
  }
  return values;
}
