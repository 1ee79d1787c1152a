/** Reads the rows of JSON: the places of their values, and the schema that they share with other rows. */
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
} from "../../characters.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes, utf8Text } from "../../platform.ts";
import type { FormatPlan } from "../format-plan.ts";
import { JSON_VALUE, Row, RowSchema, TEXT, type Tokenizer } from "../rows/row.ts";
import { NOT_UTF8, RowProblem } from "../rows/row-errors.ts";
import { afterJsonSpace, startsWith } from "../scan.ts";
import { viewOf } from "../text.ts";
import { inputOfValue, notFeature, ROW_MEMBER } from "./json-input.ts";
import type { JsonRows } from "./json-rows.ts";
import {
  afterName,
  afterString,
  afterValue,
  MAX_JSON_DEPTH,
  NO_VALUE,
  TOO_DEEP,
} from "./json-scan.ts";
import { featureSchema, objectSchema } from "./object-schema.ts";
import {
  CLOSE,
  FIXED_TEXT,
  Jump,
  KEY,
  NO_MATCH,
  OPEN,
  SchemaNode,
  THREE_COORDINATES,
  TWO_COORDINATES,
} from "./schema-tree.ts";

/** Rows that share no keys would fill the memory with schemas: beyond this size, the tree begins anew. */
const MAX_TREE_BYTES = 1 << 22;
const NODE_BYTES = 300;

/** How many objects are open around the keys of a row, and arrays and objects around coordinates. */
const ROW_DEPTH = 1;
const POSITION_DEPTH = 3;

/** The sides of a slot. */
const START = 0;
const END = 1;

/** The coordinates of a position that have slots. */
const MAX_COORDINATES = 3;

// How the value of a key is read.
const ANY = 0;
/** Its text decides the schema of its row. */
const FIXED = 1;
/** As an object with slots; the text of any other value decides the schema. */
const GEOMETRY = 2;
const PROPERTIES = 3;
const POSITION = 4;

/** How the value of a key of a feature is read. */
function ruleOf(name: string, { depth, object }: SchemaNode): number {
  const isInner = depth > ROW_DEPTH;
  if (isInner && object?.parent?.rule === PROPERTIES) return ANY;
  if (name === "coordinates") return POSITION;
  if (name === "type") return FIXED;
  if (isInner) return ANY;
  if (name === "geometry") return GEOMETRY;
  return name === "properties" ? PROPERTIES : ANY;
}

/** What is wrong with a row that is not JSON. */
function brokenProblem(text: string, isTooDeep: boolean): RowProblem {
  const message = isTooDeep
    ? `The row ${quoted(text)} has more than ${MAX_JSON_DEPTH} arrays and objects within each other. Nest it less deeply.`
    : `The row ${quoted(text)} is not valid JSON. Check its quotes, commas and brackets.`;
  return new RowProblem("malformed-row", message);
}

const WHOLE = [{ name: ROW_MEMBER, slot: 0 }];

/** The schema of rows that are not JSON: a table has their text behind its columns. */
const BROKEN = { fields: WHOLE, overflow: 1 };

export class JsonTokenizer implements Tokenizer {
  readonly row = new Row();
  private readonly plan: FormatPlan;
  private readonly rows: JsonRows;
  private readonly areFeatures: boolean;
  /** Makes the schema of rows from the nodes of their path. */
  private readonly schemaOf: typeof objectSchema;
  private readonly comment: Uint8Array | undefined;
  private readonly broken = new RowSchema(BROKEN);
  private readonly value: RowSchema;
  private root = new SchemaNode();
  private treeBytes = 0;
  /** The node that was read last. */
  private node = this.root;
  /** The slots that begin or end behind the last value, as a jump has them: relative to its end. */
  private readonly marks: number[] = [];
  private marked = 0;

  constructor(plan: FormatPlan, rows: JsonRows, areFeatures: boolean) {
    const { comment } = plan.options;
    this.plan = plan;
    this.rows = rows;
    this.areFeatures = areFeatures;
    this.schemaOf = areFeatures ? featureSchema : objectSchema;
    this.comment = comment === undefined ? undefined : utf8Bytes(comment);
    this.value = new RowSchema({ fields: WHOLE, parse: (bytes) => this.parse(bytes) });
  }

  next(bytes: Uint8Array, from: number): number {
    this.row.begin(from);
    const start = this.rows.findStart(bytes, from);
    const isComment = this.comment !== undefined && startsWith(bytes, start, this.comment);
    const end = isComment ? NO_VALUE : this.readRow(bytes, start);
    const next = end < 0 ? NO_VALUE : this.rows.findNext(bytes, from, end);
    return next < 0 ? this.readRare(bytes, from, isComment) : next;
  }

  /** Reads a blank row, a comment, a value that is no object, or a text that is not JSON. */
  private readRare(bytes: Uint8Array, from: number, isComment: boolean): number {
    const { row } = this;
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
    const end = isObject ? this.readRow(whole, start) : afterValue(whole, start);
    if (end < 0 || afterJsonSpace(whole, end) !== to) {
      row.set(0, range.from, to, TEXT);
      row.schema = this.broken;
      row.problem = brokenProblem(text, end === TOO_DEEP);
    } else if (!isObject) {
      row.set(0, range.from, end, JSON_VALUE);
      row.schema = this.value;
    }
    return next;
  }

  /** Reads the value of a row that is no object. */
  private parse(bytes: Uint8Array): void {
    const { row } = this;
    if (this.areFeatures) {
      this.locate(bytes);
      row.problem = notFeature(row.text(bytes));
      return;
    }
    const { input, error } = inputOfValue(JSON.parse(row.textOf(bytes, 0)), this.plan);
    row.input = input;
    row.problem = error;
  }

  locate(bytes: Uint8Array): void {
    const { row } = this;
    const { from, to } = this.rows.rangeOf(bytes, row.start);
    row.from = from;
    row.to = to;
  }

  reject(bytes: Uint8Array): void {
    const { row } = this;
    this.locate(bytes);
    row.set(0, row.from, row.to, TEXT);
    row.schema = this.broken;
    row.isUtf8 = false;
    row.problem = NOT_UTF8;
  }

  /** Reads the object of a row. @returns the position after it, or a negative number as afterValue */
  private readRow(bytes: Uint8Array, from: number): number {
    if (bytes[from] !== OPENING_BRACE) return NO_VALUE;
    if (this.treeBytes > MAX_TREE_BYTES) {
      this.root = new SchemaNode();
      this.treeBytes = 0;
    }
    const { row } = this;
    const view = viewOf(bytes);
    this.node = this.root;
    let at = from;
    for (;;) {
      const { jump } = this.node;
      const end = jump === undefined ? NO_MATCH : jump.end(view, at, row);
      if (end >= 0) this.node = (jump as Jump).target;
      const next = end < 0 ? this.readToValue(bytes, at) : end;
      if (next < 0) return next;
      at = next;
      if (this.node.isEnd) break;
      at = this.readValue(bytes, next);
      if (at < 0) return at;
    }
    row.forms[0] = JSON_VALUE;
    this.node.schema ??= this.schemaOf(this.node.path(), this.plan);
    row.schema = this.node.schema;
    return at;
  }

  /** Reads a value that differs from row to row. @returns the position after it, or NO_VALUE */
  private readValue(bytes: Uint8Array, from: number): number {
    const { depth, rule, slot } = this.node;
    const start = afterJsonSpace(bytes, from);
    const isPosition = rule === POSITION;
    const end = isPosition ? this.readPosition(bytes, start) : afterValue(bytes, start, depth);
    this.row.starts[slot] = start;
    this.row.ends[slot] = end;
    return end;
  }

  /**
   * Reads brackets, keys and values that decide the schema, up to the next value that does not, or to the end of the row.
   * @param from the position after the last value, or the brace of the row
   */
  private readToValue(bytes: Uint8Array, from: number): number {
    const first = this.node;
    this.marks.length = 0;
    this.marked = from;
    let at = first === this.root ? this.open(bytes, from) : from;
    for (;;) {
      at = this.readKey(bytes, at);
      if (at < 0) return NO_VALUE;
      const { depth, isEnd, kind, rule, slot } = this.node;
      if (isEnd) break;
      if (kind === CLOSE) continue;
      if (rule !== FIXED && rule !== GEOMETRY && rule !== PROPERTIES) break;
      this.mark(START, slot, at);
      if (rule !== FIXED && bytes[at] === OPENING_BRACE) {
        at = this.open(bytes, at);
        continue;
      }
      const end = afterValue(bytes, at, depth);
      if (end < 0) return end;
      this.mark(END, slot, end);
      this.follow(FIXED_TEXT, bytes, at, end);
      at = end;
    }
    first.jump ??= new Jump(this.node, bytes.subarray(from, at), Int32Array.from(this.marks));
    return at;
  }

  private open(bytes: Uint8Array, from: number): number {
    if (this.node === this.root) this.mark(START, this.root.slot, from);
    this.follow(OPEN, bytes, from, from);
    this.mark(START, this.node.slot, from + 1);
    return from + 1;
  }

  /**
   * Reads a key, or the brace that closes its object.
   * @param from the position after the value before it, or after the brace that opens the object
   * @returns where its value begins, or the position after the brace; NO_VALUE if there is neither
   */
  private readKey(bytes: Uint8Array, from: number): number {
    const { kind, object } = this.node;
    let at = afterJsonSpace(bytes, from);
    if (bytes[at] === CLOSING_BRACE && object?.parent) {
      this.mark(END, object.slot, from);
      this.mark(END, object.parent.slot, at + 1);
      this.follow(CLOSE, bytes, at, at);
      return at + 1;
    }
    if (kind !== OPEN) {
      if (bytes[at] !== COMMA) return NO_VALUE;
      at = afterJsonSpace(bytes, at + 1);
    }
    const value = afterName(bytes, at);
    if (value >= 0) this.follow(KEY, bytes, at, afterString(bytes, at));
    return value;
  }

  /** Reads an array of two or more values; any other value has no slots but its own. */
  private readPosition(bytes: Uint8Array, from: number): number {
    const { starts, ends } = this.row;
    const { depth, nextSlot } = this.node;
    let count = 0;
    let at = from;
    while (bytes[at] === (count === 0 ? OPENING_BRACKET : COMMA)) {
      const start = afterJsonSpace(bytes, at + 1);
      if (count === 0 && bytes[start] === CLOSING_BRACKET) break;
      const end = afterValue(bytes, start, POSITION_DEPTH);
      if (end < 0) return end;
      if (count < MAX_COORDINATES) {
        starts[nextSlot + count] = start;
        ends[nextSlot + count] = end;
      }
      count++;
      at = afterJsonSpace(bytes, end);
    }
    if (count < 2) return afterValue(bytes, from, depth);
    this.follow(count === 2 ? TWO_COORDINATES : THREE_COORDINATES, bytes, from, from);
    return bytes[at] === CLOSING_BRACKET ? at + 1 : NO_VALUE;
  }

  /** Goes on to the node of a kind and text. */
  private follow(kind: number, bytes: Uint8Array, from: number, to: number): void {
    this.node = this.node.find(kind, bytes, from, to) ?? this.add(kind, bytes.slice(from, to));
  }

  private add(kind: number, bytes: Uint8Array): SchemaNode {
    const node = this.node.add(kind, bytes);
    if (kind === KEY && this.areFeatures) node.rule = ruleOf(JSON.parse(node.text), node);
    this.treeBytes += NODE_BYTES + bytes.length;
    // Its slots, and the slots of a position, of which none has a node yet.
    this.row.reserve(node.nextSlot + MAX_COORDINATES);
    this.row.forms.fill(JSON_VALUE, 1);
    return node;
  }

  /** Sets where a slot begins or ends. */
  private mark(side: number, slot: number, at: number): void {
    const places = side === START ? this.row.starts : this.row.ends;
    places[slot] = at;
    this.marks.push(side, slot, at - this.marked);
  }
}
