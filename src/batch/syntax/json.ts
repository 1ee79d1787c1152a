/**
 * Reads the rows of JSON: the places of their values, and the schema that they share with other rows. Nearly all rows of
 * an input have the same members in the same order, so that what follows from their names is found once for each order.
 */
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from "../../characters.ts";
import { quoted } from "../../internal.ts";
import type { FormatPlan } from "../format-plan.ts";
import { JSON_VALUE, type Row, RowSchema, TEXT } from "../rows/row.ts";
import { NOT_UTF8, RowProblem } from "../rows/row-errors.ts";
import { afterJsonSpace, startsWith } from "../scan.ts";
import { utf8Text, viewOf } from "../text.ts";
import { inputOfValue, ROW_MEMBER } from "./json-input.ts";
import type { JsonRows } from "./json-rows.ts";
import { afterString, afterValue, MAX_JSON_DEPTH, NO_VALUE } from "./json-scan.ts";
import { ANY_VALUE, FIXED, RowMemo, UNNESTED } from "./row-memo.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** A memo that matches fewer rows took more time than it saved. */
const MIN_MATCHES = 8;

/** The maximum number of rows that are read without another memo, if none matches. */
const MAX_PAUSE = 1024;

/** Inputs whose rows share no names would fill the memory with schemas. */
const MAX_SCHEMAS = 1000;

/** What a place of a row is, besides a member with its name. No name has such bytes. */
export const MEMBER = 0;
export const OPEN = 1;
export const CLOSE = 2;
/** A position of two coordinates; of three or more, of which the first three have slots. */
export const TWO_COORDINATES = 3;
export const THREE_COORDINATES = 4;
/** A value whose text decides the schema of its row. */
export const FIXED_TEXT = 5;

/** A place of a row that was read: its kind, its slot, and the text of its name or value. */
export interface Place {
  readonly kind: number;
  readonly slot: number;
  readonly text: string;
}

/** How many arrays and objects the members of a feature's members are within, and the elements of a position. */
const INNER_DEPTH = 2;
const POSITION_DEPTH = 3;

/** Where a name stands: in the row itself, or in the member of a feature with this name. */
type Level = "row" | "geometry" | "properties";

/** Makes the schema of rows from their places. */
export type SchemaOf = (places: readonly Place[], plan: FormatPlan) => RowSchema;

const LATIN1 = new TextDecoder("latin1");

const encoder = new TextEncoder();
const keyOf = (name: string) => encoder.encode(JSON.stringify(name));
const TYPE = keyOf("type");
const GEOMETRY = keyOf("geometry");
const PROPERTIES = keyOf("properties");
const COORDINATES = keyOf("coordinates");

/** A string without an end goes to the end of the text: it would be read again from each of its quotes. */
const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]]/g;

/** Whether a text is nested deeper than MAX_JSON_DEPTH. */
export function isTooDeep(text: string): boolean {
  // Each level has two brackets, so that common rows are not searched.
  if (text.length < 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (const [token] of text.matchAll(STRING_OR_BRACKET)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** What is wrong with a row that is not JSON. */
function brokenProblem(text: string): RowProblem {
  const message = isTooDeep(text)
    ? `The row ${quoted(text)} has more than ${MAX_JSON_DEPTH} arrays and objects within each other. Nest it less deeply.`
    : `The row ${quoted(text)} is not valid JSON. Check its quotes, commas and brackets.`;
  return new RowProblem("malformed-row", message);
}

/** What is wrong with a row of GeoJSON that is neither a feature nor a point. */
export function notFeature(text: string): RowProblem {
  const message = `The row ${quoted(text)} is neither a GeoJSON Feature nor a Point.`;
  return new RowProblem("malformed-row", message);
}

const WHOLE = [{ name: ROW_MEMBER, slot: 0 }];

/** The schema of rows that are not JSON: a table has their text behind its columns. */
const BROKEN = { fields: WHOLE, overflow: 1 };

export class JsonTokenizer implements Tokenizer {
  private readonly plan: FormatPlan;
  private readonly rows: JsonRows;
  private readonly areFeatures: boolean;
  private readonly schemaOf: SchemaOf;
  private readonly comment: Uint8Array | undefined;
  private readonly schemas = new Map<string, RowSchema>();
  private readonly broken = new RowSchema(BROKEN);
  private readonly value: RowSchema;
  /** The places of the row: for each, its kind, its slot, and the range of its text. */
  private places = new Int32Array(256);
  private placeCount = 0;
  /** Which values may stand in each slot. */
  private kinds = new Uint8Array(64);
  private slots = 0;
  /** The names and fixed texts of the row, which decide its schema. */
  private signature = new Uint8Array(1024);
  /** The memo that rows are compared with first; the number of rows that it matched. */
  private memo: RowMemo | undefined;
  private matches = 0;
  /** How many rows that do not match are read until there is another memo, and how many are left. */
  private pause = 1;
  private remaining = 1;

  constructor(plan: FormatPlan, rows: JsonRows, areFeatures: boolean, schemaOf: SchemaOf) {
    const { comment } = plan.options;
    this.plan = plan;
    this.rows = rows;
    this.areFeatures = areFeatures;
    this.schemaOf = schemaOf;
    this.comment = comment === undefined ? undefined : encoder.encode(comment);
    this.value = new RowSchema({ fields: WHOLE, parse: (bytes, row) => this.parse(bytes, row) });
  }

  next(bytes: Uint8Array, from: number, row: Row): number {
    row.begin(from);
    // The row before may have been a text that is not JSON.
    row.forms[0] = JSON_VALUE;
    const memo = this.memo;
    if (memo !== undefined) {
      const next = memo.match(bytes, viewOf(bytes), from, row);
      if (next >= 0) {
        this.matches++;
        row.schema = memo.schema;
        return next;
      }
    }
    return this.readOther(bytes, from, row);
  }

  /** Reads a row that does not match the memo. */
  private readOther(bytes: Uint8Array, from: number, row: Row): number {
    const start = this.rows.findStart(bytes, from);
    const isComment = this.comment !== undefined && startsWith(bytes, start, this.comment);
    const end = isComment ? NO_VALUE : this.readRow(bytes, start, row);
    const next = end < 0 ? NO_VALUE : this.rows.findNext(bytes, from, end);
    if (next < 0) return this.readRare(bytes, from, isComment, row);
    row.schema = this.findSchema(bytes);
    if (bytes[next - 1] === this.rows.terminator && this.comment === undefined) {
      this.remaining--;
      if (this.remaining === 0) this.learn(bytes, row, next);
    }
    return next;
  }

  private learn(bytes: Uint8Array, row: Row, next: number): void {
    this.pause = this.matches < MIN_MATCHES ? Math.min(2 * this.pause, MAX_PAUSE) : 1;
    this.remaining = this.pause;
    this.matches = 0;
    this.memo = new RowMemo(bytes, row, next, this.kinds, this.slots);
  }

  /** Reads a blank row, a comment, a value that is no object, or a text that is not JSON. */
  private readRare(bytes: Uint8Array, from: number, isComment: boolean, row: Row): number {
    const range = this.rows.rangeOf(bytes, from);
    const { to, next } = range;
    const text = utf8Text(bytes, range.from, to);
    if (isComment || text.trim() === "") {
      row.from = range.from;
      row.to = to;
      row.isBlank = true;
      return next;
    }
    const whole = bytes.subarray(0, to);
    const start = afterJsonSpace(whole, range.from);
    const isObject = bytes[start] === OPENING_BRACE;
    const end = isObject ? this.readRow(whole, start, row) : afterValue(whole, start);
    if (end < 0 || afterJsonSpace(whole, end) !== to) {
      row.set(0, range.from, to, TEXT);
      row.schema = this.broken;
      row.problem = brokenProblem(text);
    } else if (isObject) {
      row.schema = this.findSchema(bytes);
    } else {
      row.set(0, range.from, end, JSON_VALUE);
      row.schema = this.value;
    }
    return next;
  }

  /** Reads the value of a row that is no object. */
  private parse(bytes: Uint8Array, row: Row): void {
    if (this.areFeatures) {
      this.locate(bytes, row);
      row.problem = notFeature(row.text(bytes));
      return;
    }
    const { input, error } = inputOfValue(JSON.parse(row.textOf(bytes, 0)), this.plan);
    row.input = input;
    row.problem = error;
  }

  locate(bytes: Uint8Array, row: Row): void {
    const { from, to } = this.rows.rangeOf(bytes, row.start);
    row.from = from;
    row.to = to;
  }

  reject(bytes: Uint8Array, row: Row): void {
    this.locate(bytes, row);
    row.set(0, row.from, row.to, TEXT);
    row.schema = this.broken;
    row.isUtf8 = false;
    row.problem = NOT_UTF8;
  }

  /** Reads the object of a row. @returns the position after it, or NO_VALUE */
  private readRow(bytes: Uint8Array, from: number, row: Row): number {
    this.placeCount = 0;
    this.slots = 0;
    if (bytes[from] !== OPENING_BRACE) return NO_VALUE;
    const slot = this.addSlot(row, FIXED);
    const end = this.readMembers(bytes, from, "row", row);
    row.starts[slot] = from;
    row.ends[slot] = end;
    return end;
  }

  /** @returns the position after the object that begins at `from` */
  private readMembers(bytes: Uint8Array, from: number, level: Level, row: Row): number {
    const inner = this.addSlot(row, FIXED);
    this.addPlace(OPEN, inner, from, from);
    row.starts[inner] = from + 1;
    row.ends[inner] = from + 1;
    let at = afterJsonSpace(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACE) {
      this.addPlace(CLOSE, inner, at, at);
      return at + 1;
    }
    for (;;) {
      at = this.readMember(bytes, at, level, row);
      if (at < 0) return NO_VALUE;
      row.ends[inner] = at;
      at = afterJsonSpace(bytes, at);
      if (bytes[at] === CLOSING_BRACE) break;
      if (bytes[at] !== COMMA) return NO_VALUE;
      at = afterJsonSpace(bytes, at + 1);
    }
    this.addPlace(CLOSE, inner, at, at);
    return at + 1;
  }

  /** @returns the position after the value of the member that begins at `from` */
  private readMember(bytes: Uint8Array, from: number, level: Level, row: Row): number {
    const nameEnd = bytes[from] === QUOTE ? afterString(bytes, from) : NO_VALUE;
    if (nameEnd < 0) return NO_VALUE;
    const colon = afterJsonSpace(bytes, nameEnd);
    if (bytes[colon] !== COLON) return NO_VALUE;
    const start = afterJsonSpace(bytes, colon + 1);
    const slot = this.addSlot(row, ANY_VALUE);
    this.addPlace(MEMBER, slot, from, nameEnd);
    const end = this.areFeatures
      ? this.readOfFeature(bytes, from, nameEnd, start, level, row)
      : afterValue(bytes, start, 1);
    row.starts[slot] = start;
    row.ends[slot] = end;
    return end;
  }

  /** Reads the value of a member of a feature: its parts have slots, and its type decides the schema. */
  private readOfFeature(
    bytes: Uint8Array,
    name: number,
    nameEnd: number,
    start: number,
    level: Level,
    row: Row,
  ): number {
    const slot = this.slots - 1;
    const isNamed = (key: Uint8Array) => {
      return nameEnd - name === key.length && startsWith(bytes, name, key);
    };
    if (level === "properties") return afterValue(bytes, start, INNER_DEPTH);
    if (isNamed(COORDINATES)) return this.readPosition(bytes, start, row);
    const isOpened = bytes[start] === OPENING_BRACE;
    if (level === "row" && isOpened && (isNamed(GEOMETRY) || isNamed(PROPERTIES))) {
      this.kinds[slot] = FIXED;
      const inner = isNamed(GEOMETRY) ? "geometry" : "properties";
      return this.readMembers(bytes, start, inner, row);
    }
    const end = afterValue(bytes, start, level === "row" ? 1 : INNER_DEPTH);
    const isFixed = isNamed(TYPE) || (level === "row" && isNamed(GEOMETRY));
    if (isFixed && end >= 0) {
      this.kinds[slot] = FIXED;
      this.addPlace(FIXED_TEXT, slot, start, end);
    } else if (level === "row" && isNamed(PROPERTIES)) {
      this.kinds[slot] = UNNESTED;
    }
    return end;
  }

  /** Reads an array of two or more values; any other value has no slots but its own. */
  private readPosition(bytes: Uint8Array, from: number, row: Row): number {
    const own = this.slots - 1;
    let count = 0;
    let at = from;
    while (bytes[at] === (count === 0 ? OPENING_BRACKET : COMMA)) {
      const start = afterJsonSpace(bytes, at + 1);
      if (count === 0 && bytes[start] === CLOSING_BRACKET) break;
      const end = afterValue(bytes, start, POSITION_DEPTH);
      if (end < 0) return NO_VALUE;
      if (count < 3) {
        const slot = this.addSlot(row, UNNESTED);
        row.starts[slot] = start;
        row.ends[slot] = end;
      }
      count++;
      at = afterJsonSpace(bytes, end);
    }
    if (count < 2) {
      this.slots = own + 1;
      this.kinds[own] = UNNESTED;
      return afterValue(bytes, from, INNER_DEPTH);
    }
    this.kinds[own] = FIXED;
    this.addPlace(count === 2 ? TWO_COORDINATES : THREE_COORDINATES, own + 1, from, from);
    return bytes[at] === CLOSING_BRACKET ? at + 1 : NO_VALUE;
  }

  /** The schema of the places of a row. */
  private findSchema(bytes: Uint8Array): RowSchema {
    let length = 0;
    for (let place = 0; place < this.placeCount; place++) {
      const from = this.places[4 * place + 2];
      const to = this.places[4 * place + 3];
      if (length + 1 + to - from > this.signature.length) {
        const signature = new Uint8Array(2 * (length + 1 + to - from));
        signature.set(this.signature);
        this.signature = signature;
      }
      this.signature[length++] = this.places[4 * place];
      for (let at = from; at < to; at++) this.signature[length++] = bytes[at];
    }
    const key = LATIN1.decode(this.signature.subarray(0, length));
    const known = this.schemas.get(key);
    if (known) return known;
    const schema = this.schemaOf(this.readPlaces(bytes), this.plan);
    if (this.schemas.size < MAX_SCHEMAS) this.schemas.set(key, schema);
    return schema;
  }

  private readPlaces(bytes: Uint8Array): readonly Place[] {
    return Array.from({ length: this.placeCount }, (_, place) => {
      const [kind, slot, from, to] = this.places.subarray(4 * place, 4 * place + 4);
      return { kind, slot, text: utf8Text(bytes, from, to) };
    });
  }

  private addSlot(row: Row, kind: number): number {
    const slot = this.slots++;
    row.reserve(slot + 1);
    row.forms[slot] = JSON_VALUE;
    if (slot >= this.kinds.length) {
      const kinds = new Uint8Array(2 * this.kinds.length);
      kinds.set(this.kinds);
      this.kinds = kinds;
    }
    this.kinds[slot] = kind;
    return slot;
  }

  private addPlace(kind: number, slot: number, from: number, to: number): void {
    const at = 4 * this.placeCount++;
    if (at === this.places.length) {
      const places = new Int32Array(2 * at);
      places.set(this.places);
      this.places = places;
    }
    this.places[at] = kind;
    this.places[at + 1] = slot;
    this.places[at + 2] = from;
    this.places[at + 3] = to;
  }
}
