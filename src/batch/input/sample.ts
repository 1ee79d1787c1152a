/**
 * The sample of an input: its first rows as texts and values, read at each attempt to plan. The decisions in this folder
 * are functions of it and of the options. It may be slow, as it has few rows.
 */
import { CLOSING_BRACKET, utf8Text } from "../../characters.ts";
import { isObject } from "../../library/errors.ts";
import { BROKEN_ROW, endOfText, nextLine, type RowEndFinder } from "../byte-texts.ts";
import type { FormatName } from "../options/format-facts.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { isPair } from "../rows/places.ts";
import { unwrapped } from "../rows/values.ts";
import type { Message, Warning } from "../sentences.ts";
import { FieldReader, type FieldSyntax, findNextRow } from "../syntax/fields.ts";
import { ELEMENTS, parsed } from "../syntax/json-value.ts";
import { CORNER_NAMES, foldedName } from "./names.ts";

/** The maximum number of rows in a sample. */
export const MAX_SAMPLE_ROWS = 200;
/** The maximum number of bytes, unless the first row is longer. */
export const SAMPLE_BYTES = 1 << 18;

/** The first bytes of an input, decoded, and how much of them is read. */
export interface FirstBytes {
  readonly bytes: Uint8Array;
  /** Whether these are all bytes. */
  readonly isWhole: boolean;
  /** The maximum number of rows to read. */
  readonly maxRows: number;
}

/** The first bytes of an input, after the lines of the option skip, and what the user says about it. */
export interface GivenBytes extends FirstBytes {
  readonly options: ResolvedBatchOptions;
  /** The format that the name or the media type of the input proposes. */
  readonly proposed?: FormatName | undefined;
}

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
  /** For JSON: the objects within the rows, by their paths. */
  readonly inner: readonly Group[];
  /** For JSON: the value of each row (for features: the Feature). Empty for tables and lines. */
  readonly values: readonly unknown[];
  /** Whether the sample has all of the input. */
  readonly isWhole: boolean;
  /** For JSON: the path of the rows in the input, which may be an array of them. */
  readonly pathOfRows: readonly string[];
}

export type Warnings = readonly Warning<Message>[];

/** Warnings of the messages that there are. */
export function asWarnings(messages: readonly (Message | undefined)[]): Warnings {
  return messages.flatMap((message) => (message === undefined ? [] : [{ message }]));
}

/** The share of values that decides. */
export const DECIDING_SHARE = 0.9;

// Tables and lines

/** The fields of the complete rows from an offset on; none of a row with broken quotes. */
export function readFields(
  { bytes, isWhole, maxRows }: FirstBytes,
  from: number,
  syntax: FieldSyntax,
): Group["rows"] {
  const reader = new FieldReader(syntax);
  const { row } = reader;
  const rows: (readonly string[])[] = [];
  for (let at = from; at < bytes.length && rows.length < maxRows; ) {
    const end = findNextRow(bytes, at, reader);
    if (end < 0 && end !== BROKEN_ROW && !isWhole) break;
    if (!row.isBlank) rows.push(reader.isBroken ? [] : reader.fields(bytes));
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
    yield { at, text: utf8Text(bytes, at, endOfText(bytes, at, end)) };
    at = next < 0 ? bytes.length : next;
  }
}

/** The texts of the complete rows from an offset on, without blank ones, comments and separators of JSON text sequences. */
export function readTexts(
  { bytes, isWhole, maxRows }: FirstBytes,
  from: number,
  ends: RowEndFinder,
  comment?: string,
): readonly string[] {
  const texts: string[] = [];
  for (let at = from; at < bytes.length && texts.length < maxRows; ) {
    const next = ends.findNext(bytes, at);
    if (next < 0 && !isWhole) break;
    const end = next < 0 ? bytes.length : next - 1;
    const text = utf8Text(bytes, at, end).replaceAll("\u001e", "").trim();
    const isComment = comment !== undefined && text.startsWith(comment);
    if (text !== "" && !isComment) texts.push(text);
    if (next < 0 || bytes[end] === CLOSING_BRACKET) break;
    at = next;
  }
  return texts;
}

/** What tables and lines do not have. */
export const NO_JSON = { path: [], inner: [], values: [], pathOfRows: [] };

// JSON

/** The texts of rows of JSON, as readTexts gives them, and their values: undefined if a text is not JSON. */
export function readJson(first: FirstBytes, from: number, ends: RowEndFinder) {
  return readTexts(first, from, ends).map((text) => ({ text, value: parsed(text) }));
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
export function parsedStart(text: string): { readonly value: unknown; readonly isClosed: boolean } {
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
  return { value: parsed(text.slice(0, end) + closing), isClosed: closing === "" };
}

// Groups of members

/** Objects within more others are not in a sample. */
const MAX_DEPTH = 20;

/** The maximum number of members by their paths. */
const MAX_MEMBERS = 4096;

/** Geometries. Positions of lines and areas are not places of rows. */
const GEOMETRY = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

function isGeometry(value: Readonly<Record<string, unknown>>): boolean {
  const { coordinates, geometries = coordinates, type } = value;
  return typeof type === "string" && GEOMETRY.test(type) && geometries !== undefined;
}

/** The text of a value; undefined if it is an array or an object that is not a place. */
export function textOfValue(value: unknown): string | undefined {
  if (typeof value !== "object") return `${value ?? ""}`;
  if (value === null) return "";
  if (isPair(value)) return value.map(unwrapped).join(", ");
  const isPoint = isObject(value) && isGeometry(value) && value.type === "Point";
  return isPoint ? JSON.stringify(value) : undefined;
}

interface NewGroup {
  readonly path: readonly string[];
  readonly indexes: Map<string, number>;
  readonly rows: string[][];
}

/** The sample of JSON rows: of objects, or of features, whose members are their properties; perhaps of one array. */
export function jsonSample(
  values: readonly unknown[],
  { areFeatures = false, isArray = false, isWhole = true } = {},
): Sample {
  const newGroup = (path: readonly string[]): NewGroup => ({ path, indexes: new Map(), rows: [] });
  const groups = new Map([["", newGroup([])]]);
  let members = 0;
  let elements = 0;
  const setText = (path: readonly string[], name: string, text: string, row: number) => {
    const key = path.join("\0");
    const group = groups.get(key) ?? newGroup(path);
    const { indexes, rows } = group;
    if (!indexes.has(name) && ++members > MAX_MEMBERS) return;
    groups.set(key, group);
    const index = indexes.get(name) ?? indexes.size;
    indexes.set(name, index);
    rows[row] ??= [];
    rows[row][index] = text;
  };
  const addMembers = (path: readonly string[], outer: unknown, row: number) => {
    const isArray = Array.isArray(outer);
    if (!isArray && (!isObject(outer) || isGeometry(outer))) return;
    const shown = isArray ? outer.slice(0, MAX_SAMPLE_ROWS) : outer;
    for (const [key, member] of Object.entries(shown)) {
      const [name, at] = isArray ? [ELEMENTS, elements++] : [key, row];
      const value = unwrapped(member);
      const text = textOfValue(value);
      if (text !== undefined) setText(path, name, text, at);
      else if (path.length < MAX_DEPTH && !CORNER_NAMES.has(foldedName(name))) {
        addMembers([...path, name], value, at);
      }
    }
  };
  for (const [row, value] of values.entries()) {
    const object = areFeatures && isObject(value) ? value.properties : value;
    if (isObject(object)) addMembers([], object, row);
  }
  const [top, ...inner] = Array.from(groups.values(), ({ path, indexes, rows }): Group => {
    const names = [...indexes.keys()];
    const isArray = path.includes(ELEMENTS) || indexes.has(ELEMENTS);
    const all = isArray ? Object.values(rows) : values.map((_, row) => rows[row] ?? []);
    return { path, names, rows: all.map((row) => names.map((_, index) => row[index] ?? "")) };
  });
  return { ...top, inner, values, isWhole, pathOfRows: isArray ? [ELEMENTS] : [] };
}
