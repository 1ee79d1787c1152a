/**
 * The sample of an input: its first rows as texts and values, read once, before the batch is planned. The decisions in
 * this folder are functions of it and of the options. It may be slow, as it has few rows.
 */
import { CLOSING_BRACKET, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import type { FormatName } from "../options/formats.ts";
import { isPair } from "../rows/places.ts";
import { unwrapped } from "../rows/values.ts";
import type { Message, Warning } from "../sentences.ts";
import { FieldReader, type FieldSyntax, findNextRow } from "../syntax/fields.ts";
import { JsonEnds } from "../syntax/json-ends.ts";
import { parsed } from "../syntax/json-value.ts";
import { BROKEN_ROW, endOfText, nextLine } from "../text.ts";
import { CORNER_NAMES, foldedName } from "./names.ts";

/** A sample has no more rows, and is not read beyond so many bytes, unless its first row is longer. */
export const MAX_SAMPLE_ROWS = 200;
export const SAMPLE_BYTES = 1 << 18;

/** The columns of a table, or the members of the objects at one path of JSON rows. */
export interface Group {
  /** For JSON: the names of members that lead to the objects, with ELEMENTS for the elements of arrays. */
  readonly path: readonly string[];
  readonly names: readonly string[];
  /** The texts of each row by index of `names`; "" where a row has nothing. Within arrays, each element is a row. */
  readonly rows: readonly (readonly string[])[];
}

/** What the first rows of an input hold. */
export interface Sample extends Group {
  readonly format: FormatName;
  /** For JSON: the objects within the rows, by their paths. */
  readonly inner: readonly Group[];
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

/** The share of values that decides. */
export const MOST = 0.9;

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

/** The lines from an offset on, with the offsets of their starts. The last one may lack its end. */
export function* linesFrom(bytes: Uint8Array, from: number) {
  for (let at = from; at < bytes.length; ) {
    const next = nextLine(bytes, at);
    const end = next < 0 ? bytes.length : next - 1;
    yield { at, text: utf8Text(bytes, at, endOfText(bytes, at, end)), isWhole: next >= 0 };
    at = next < 0 ? bytes.length : next;
  }
}

/** The texts of the complete lines from an offset on, without comments and blank lines. */
export function readLines(
  bytes: Uint8Array,
  from: number,
  comment: string | undefined,
  isWhole: boolean,
  maxRows: number,
): readonly string[] {
  const lines: string[] = [];
  for (const line of linesFrom(bytes, from)) {
    if (lines.length === maxRows || !(line.isWhole || isWhole)) break;
    const isComment = comment !== undefined && line.text.startsWith(comment);
    if (!isComment && line.text.trim() !== "") lines.push(line.text);
  }
  return lines;
}

// JSON

/** The part of a path for the elements of an array. */
export const ELEMENTS = "[]";

/** Deeper members, more members, and more elements of an array are not in a sample. */
const MAX_DEPTH = 20;
const MAX_MEMBERS = 4096;

/** Geometries: their positions are no places of rows, but for those of points. */
const GEOMETRY = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

function isGeometry({
  coordinates,
  geometries = coordinates,
  type,
}: Readonly<Record<string, unknown>>): boolean {
  return typeof type === "string" && GEOMETRY.test(type) && geometries !== undefined;
}

interface NewGroup {
  readonly path: readonly string[];
  readonly indexes: Map<string, number>;
  readonly rows: string[][];
}

function newGroup(path: readonly string[]): NewGroup {
  return { path, indexes: new Map(), rows: [] };
}

/** The text of a value; undefined if it is an array or an object that is no place. */
export function textOfValue(value: unknown): string | undefined {
  if (typeof value !== "object") return `${value ?? ""}`;
  if (value === null) return "";
  if (isPair(value)) return value.map(unwrapped).join();
  return isObject(value) && isGeometry(value) && value.type === "Point"
    ? JSON.stringify(value)
    : undefined;
}

/** The sample of JSON rows. @param areFeatures whether the rows are features: their members are their properties */
export function jsonSample(
  format: FormatName,
  values: readonly unknown[],
  areFeatures: boolean,
  isWhole: boolean,
): Sample {
  const groups = new Map([["", newGroup([])]]);
  let members = 0;
  let elements = 0;
  const set = (path: readonly string[], name: string, text: string, row: number) => {
    const key = path.join("\0");
    const { indexes, rows } = groups.get(key) ?? newGroup(path);
    if (!indexes.has(name) && ++members > MAX_MEMBERS) return;
    groups.set(key, { path, indexes, rows });
    const index = indexes.get(name) ?? indexes.size;
    indexes.set(name, index);
    rows[row] ??= [];
    rows[row][index] = text;
  };
  const add = (path: readonly string[], name: string, value: unknown, row: number) => {
    const bare = unwrapped(value);
    const text = textOfValue(bare);
    if (text !== undefined) set(path, name, text, row);
    else if (path.length < MAX_DEPTH && !CORNER_NAMES.has(foldedName(name))) {
      addAll([...path, name], bare, row);
    }
  };
  const addAll = (path: readonly string[], value: unknown, row: number) => {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, MAX_SAMPLE_ROWS)) add(path, ELEMENTS, one, elements++);
    } else if (isObject(value) && !isGeometry(value)) {
      for (const [name, member] of Object.entries(value)) add(path, name, member, row);
    }
  };
  for (const [row, value] of values.entries()) {
    const object = areFeatures && isObject(value) ? value.properties : value;
    if (isObject(object)) addAll([], object, row);
  }
  const [top, ...inner] = Array.from(groups.values(), ({ path, indexes, rows }): Group => {
    const names = [...indexes.keys()];
    const isArray = path.includes(ELEMENTS) || indexes.has(ELEMENTS);
    const all = isArray ? Object.values(rows) : values.map((_, row) => rows[row] ?? []);
    return { path, names, rows: all.map((row) => names.map((_, index) => row[index] ?? "")) };
  });
  return { ...top, format, inner, values, isWhole };
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
