/**
 * Reads the rows of JSON in one scan: it validates, stores where each name and value is, and reads the two numbers of a
 * point. Rows whose names are those of the row before share its schema.
 */
import {
  CARRIAGE_RETURN,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  DIGIT_0,
  DIGIT_9,
  DOT,
  LINE_FEED,
  MINUS,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  SPACE,
} from "../../characters.ts";
import { LAT_DEG, LON_DEG } from "../../index.ts";
import { readDecimalWords } from "../../library/decimal-reading.ts";
import { quoted } from "../../messages.ts";
import { utf8Bytes, utf8Text } from "../../platform.ts";
import type { FormatPlan } from "../format-plan.ts";
import {
  JSON_VALUE,
  NO_LINE_END,
  NO_SLOT,
  Row,
  RowSchema,
  TEXT,
  type Tokenizer,
} from "../rows/row.ts";
import { NOT_UTF8, RowProblem } from "../rows/row-errors.ts";
import { isJsonSpace, startsWith } from "../scan.ts";
import { viewOf } from "../text.ts";
import { JsonEnds } from "./json-ends.ts";
import {
  type Entry,
  featureSchema,
  objectSchema,
  parseValue,
  ROW_MEMBER,
  Rule,
} from "./json-schema.ts";
import { afterString, afterValue, MAX_JSON_DEPTH, NO_VALUE, TOO_DEEP } from "./json-value.ts";

/** Stands in front of each record of a text sequence (RFC 8142). In lines, it is white space. */
const RECORD_SEPARATOR = 0x1e;

/** Rows that share no names would fill the memory with schemas. */
const MAX_SCHEMAS = 10_000;

const WHOLE = [{ name: ROW_MEMBER, slot: 0 }];

const NAMES: Readonly<Record<string, number>> = {
  type: Rule.type,
  geometry: Rule.geometry,
  properties: Rule.properties,
  coordinates: Rule.position,
};

/** How the value of a name of a feature is read. @param level of the row, its geometry or its properties */
function ruleOf(name: string, level: number): number {
  const rule = Object.hasOwn(NAMES, name) ? NAMES[name] : Rule.any;
  if (level === 0) return rule;
  return level === 1 && (rule === Rule.type || rule === Rule.position) ? rule : Rule.any;
}

const FEATURE = utf8Bytes('"Feature"');
const POINT = utf8Bytes('"Point"');

/** Words of other languages that programs write in JSON. */
const FOREIGN_WORD = /[:,[]\s*(-?(?:NaN|Infinity)|None|undefined)\s*[,}\]]/;

/** What is wrong with a row that is not JSON. */
function brokenProblem(text: string, isTooDeep: boolean, isLine: boolean): RowProblem {
  const [, word] = FOREIGN_WORD.exec(text) ?? [];
  const begins = /^\s*[{[]/.test(text);
  let advice = "is not valid JSON. Check its quotes, commas and brackets.";
  if (word !== undefined)
    advice = `has ${word}, which is not JSON. Write null for a missing value.`;
  else if (isLine && begins) {
    advice =
      "is not valid JSON on one line. Check its quotes and brackets; jq -c writes one value a line.";
  }
  if (isTooDeep) {
    advice = `has more than ${MAX_JSON_DEPTH} arrays and objects within each other. Nest it less deeply.`;
  }
  return new RowProblem("malformed-row", `The row ${quoted(text)} ${advice}`);
}

export class JsonReader implements Tokenizer {
  readonly row = new Row();
  private readonly plan: FormatPlan;
  private readonly areFeatures: boolean;
  private readonly areLines: boolean;
  private readonly ends = new JsonEnds();
  private readonly broken = new RowSchema({ fields: WHOLE, overflow: 1 });
  private readonly value: RowSchema;
  private readonly schemas = new Map<string, RowSchema>();
  /** How many names, and coordinates, the row has so far. Each has the slot behind its index: the row has the first. */
  private count = 0;
  /** What each of them is: its level, its rule, and what its value turned out to be. */
  private shapes = new Uint8Array(64);
  private nameStarts = new Int32Array(64);
  private nameEnds = new Int32Array(64);
  /** The names and shapes of the last row, and its schema. */
  private lastNames = new Uint8Array(1024);
  private lastEnds = new Int32Array(64);
  private lastShapes = new Uint8Array(64);
  private lastCount = -1;
  private lastSchema = new RowSchema({});
  /** Where the numbers of a point are, if the row has the names of the last one. */
  private latitude = NO_SLOT;
  private longitude = NO_SLOT;
  private numbersRead = 0;
  /** Whether the row differs from the last one. */
  private isNew = false;
  private view: DataView = viewOf(new Uint8Array(0));

  constructor(plan: FormatPlan, areFeatures: boolean, areLines: boolean) {
    this.plan = plan;
    this.areFeatures = areFeatures;
    this.areLines = areLines;
    const parse = (bytes: Uint8Array, row: Row) => parseValue(bytes, row, plan, areFeatures);
    this.value = new RowSchema({ fields: WHOLE, parse });
  }

  next(bytes: Uint8Array, from: number): number {
    const { row } = this;
    row.begin(from);
    let start = this.afterSpace(bytes, from);
    if (this.areLines && bytes[start] === RECORD_SEPARATOR)
      start = this.afterSpace(bytes, start + 1);
    const end = bytes[start] === OPENING_BRACE ? this.readRow(bytes, start) : NO_VALUE;
    if (end < 0) return this.readRare(bytes, from, end === TOO_DEEP);
    const at = this.afterSpace(bytes, end);
    if (at < bytes.length && bytes[at] !== (this.areLines ? LINE_FEED : COMMA)) {
      return this.readRare(bytes, from, false);
    }
    row.from = start;
    row.to = end;
    return Math.min(at + 1, bytes.length);
  }

  /** Skips white space: in lines, up to their end. */
  private afterSpace(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (!isJsonSpace(byte) || (byte === LINE_FEED && this.areLines)) break;
    }
    return at;
  }

  /** Reads a blank row, a value that is no object, or a text that is not JSON. */
  private readRare(bytes: Uint8Array, from: number, isTooDeep: boolean): number {
    const { row } = this;
    const lineFeed = this.areLines ? bytes.indexOf(LINE_FEED, from) : NO_SLOT;
    const found = this.areLines ? lineFeed + 1 : this.ends.findNext(bytes, from);
    const next = found <= 0 ? bytes.length : found;
    const isEnded = found > 0;
    let to = isEnded ? next - 1 : next;
    while (to > from && isJsonSpace(bytes[to - 1])) to--;
    const isRecord = this.areLines && bytes[from] === RECORD_SEPARATOR;
    const start = Math.min(to, this.afterSpace(bytes, isRecord ? from + 1 : from));
    row.from = start;
    row.to = to;
    row.lineEnd = NO_LINE_END;
    row.isBlank = start === to;
    if (row.isBlank) return next;
    const whole = bytes.subarray(0, to);
    const end = bytes[start] === OPENING_BRACE ? NO_VALUE : afterValue(whole, start);
    row.set(0, start, to, end === to ? JSON_VALUE : TEXT);
    row.schema = end === to ? this.value : this.broken;
    if (end !== to) {
      const text = utf8Text(bytes, start, to);
      row.problem = brokenProblem(text, isTooDeep || end === TOO_DEEP, this.areLines);
    }
    return next;
  }

  reject(): void {
    const { row } = this;
    row.set(0, row.from, row.to, TEXT);
    row.schema = this.broken;
    row.isUtf8 = false;
    row.problem = NOT_UTF8;
  }

  /** Reads the object of a row. @returns the position after it, or a negative number as afterValue */
  private readRow(bytes: Uint8Array, from: number): number {
    const { row } = this;
    this.view = viewOf(bytes);
    this.count = 0;
    this.numbersRead = 0;
    this.isNew = false;
    const end = this.readObject(bytes, from, 0);
    if (end < 0) return end;
    row.starts[0] = from;
    row.ends[0] = end;
    row.forms[0] = JSON_VALUE;
    if (this.isNew || this.count !== this.lastCount) this.findSchema(bytes);
    else row.hasDegrees = this.numbersRead === 2;
    row.schema = this.lastSchema;
    return end;
  }

  /** Reads an object whose names have slots. @param level 0 for the row, 1 for a geometry, 2 for properties */
  private readObject(bytes: Uint8Array, from: number, level: number): number {
    let at = this.afterSpace(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    for (;;) {
      const index = this.add();
      at = this.readName(bytes, at, index);
      if (at < 0) return NO_VALUE;
      if (bytes[at] !== COLON) at = this.afterSpace(bytes, at);
      if (bytes[at] !== COLON) return NO_VALUE;
      at++;
      if (bytes[at] <= SPACE) at = this.afterSpace(bytes, at);
      at = this.areFeatures
        ? this.readMember(bytes, at, index, level)
        : this.readValue(bytes, at, index);
      if (at < 0) return at;
      if (bytes[at] <= SPACE) at = this.afterSpace(bytes, at);
      if (bytes[at] === CLOSING_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return NO_VALUE;
      at++;
      if (bytes[at] <= SPACE) at = this.afterSpace(bytes, at);
    }
  }

  /** Makes room for a name or a coordinate. @returns its index */
  private add(): number {
    const index = this.count++;
    if (index + 1 >= this.row.starts.length || index >= this.shapes.length) this.grow(index);
    return index;
  }

  private grow(index: number): void {
    this.row.reserve(index + 2);
    this.row.forms.fill(JSON_VALUE, 1);
    const size = 2 * this.shapes.length;
    const larger = <Numbers extends Uint8Array | Int32Array>(old: Numbers, all: Numbers) => {
      all.set(old);
      return all;
    };
    this.shapes = larger(this.shapes, new Uint8Array(size));
    this.lastShapes = larger(this.lastShapes, new Uint8Array(size));
    this.nameStarts = larger(this.nameStarts, new Int32Array(size));
    this.nameEnds = larger(this.nameEnds, new Int32Array(size));
    this.lastEnds = larger(this.lastEnds, new Int32Array(size));
  }

  /** Reads a name, which most often is the one at the same place in the last row. @returns the position after it */
  private readName(bytes: Uint8Array, from: number, index: number): number {
    this.nameStarts[index] = from;
    if (index < this.lastCount) {
      const names = this.lastNames;
      const end = this.lastEnds[index];
      let name = index === 0 ? 0 : this.lastEnds[index - 1];
      let at = from;
      while (name < end && bytes[at] === names[name]) {
        at++;
        name++;
      }
      if (name === end && at > from) {
        this.nameEnds[index] = at;
        return at;
      }
    }
    this.isNew = true;
    if (bytes[from] !== QUOTE) return NO_VALUE;
    const end = afterString(bytes, from);
    this.nameEnds[index] = end;
    return end;
  }

  /** Reads any value. @returns the position after it, or a negative number */
  private readValue(bytes: Uint8Array, from: number, index: number, shape = 0): number {
    const { row } = this;
    const slot = index + 1;
    row.starts[slot] = from;
    row.forms[slot] = JSON_VALUE;
    this.setShape(index, shape);
    let end = NO_VALUE;
    if (slot === this.latitude) end = this.readDegrees(bytes, from, LAT_DEG);
    else if (slot === this.longitude) end = this.readDegrees(bytes, from, LON_DEG);
    if (end < 0) end = afterValue(bytes, from, 1);
    row.ends[slot] = end;
    // A line ends within its value.
    const isNested = bytes[from] === OPENING_BRACE || bytes[from] === OPENING_BRACKET;
    if (isNested && this.areLines && hasLineFeed(bytes, from, end)) return NO_VALUE;
    return end;
  }

  private setShape(index: number, shape: number): void {
    this.shapes[index] = shape;
    if (index >= this.lastCount || this.lastShapes[index] !== shape) this.isNew = true;
  }

  /** Reads a number as JSON writes it. @returns the position after it, or NO_VALUE */
  private readDegrees(bytes: Uint8Array, from: number, axis: number): number {
    if (this.isNew) return NO_VALUE;
    const first = bytes[from] === MINUS ? from + 1 : from;
    if (bytes[first] < DIGIT_0 || bytes[first] > DIGIT_9) return NO_VALUE;
    const isZero = bytes[first] === DIGIT_0;
    if (isZero && bytes[first + 1] >= DIGIT_0 && bytes[first + 1] <= DIGIT_9) return NO_VALUE;
    const end = readDecimalWords(bytes, this.view, from, bytes.length, this.row.degrees, axis);
    if (end < 0 || bytes[end - 1] === DOT) return NO_VALUE;
    const next = bytes[end];
    const isEnd = next === COMMA || next === CLOSING_BRACE || next === CLOSING_BRACKET;
    if (!isEnd && next !== SPACE && next !== LINE_FEED && next !== CARRIAGE_RETURN) return NO_VALUE;
    this.numbersRead++;
    return end;
  }

  /** Reads a member of a feature, of its geometry, or of its properties. */
  private readMember(bytes: Uint8Array, from: number, index: number, level: number): number {
    const rule = this.ruleAt(bytes, index, level);
    if (rule === Rule.any) return this.readValue(bytes, from, index, level);
    const slot = index + 1;
    const isObject = bytes[from] === OPENING_BRACE;
    let end = NO_VALUE;
    let outcome = 0;
    if (rule === Rule.type) {
      if (startsWith(bytes, from, FEATURE)) outcome = 1;
      else if (startsWith(bytes, from, POINT)) outcome = 2;
      end = afterValue(bytes, from, 1);
    } else if (rule === Rule.position) {
      const before = this.count;
      end = this.readPosition(bytes, from, level);
      outcome = this.count - before;
    } else if (isObject) {
      outcome = 1;
      end = this.readObject(bytes, from, rule === Rule.geometry ? 1 : 2);
    } else {
      end = afterValue(bytes, from, 1);
      outcome = bytes[from] === NULL_START ? 2 : 3;
    }
    if (end < 0) return end;
    this.row.starts[slot] = from;
    this.row.ends[slot] = end;
    this.row.forms[slot] = JSON_VALUE;
    this.setShape(index, (outcome << 5) | (rule << 2) | level);
    if (this.areLines && !isObject && hasLineFeed(bytes, from, end)) return NO_VALUE;
    return end;
  }

  private ruleAt(bytes: Uint8Array, index: number, level: number): number {
    const last = this.lastShapes[index];
    if (!this.isNew && (last & 3) === level) return (last >> 2) & 7;
    const from = this.nameStarts[index];
    return ruleOf(String(JSON.parse(utf8Text(bytes, from, this.nameEnds[index]))), level);
  }

  /** Reads an array of two or more values, of which the first three have slots. */
  private readPosition(bytes: Uint8Array, from: number, level: number): number {
    const before = this.count;
    if (bytes[from] !== OPENING_BRACKET) return afterValue(bytes, from, level + 1);
    let at = from;
    for (let values = 0; bytes[at] === (values === 0 ? OPENING_BRACKET : COMMA); values++) {
      const start = this.afterSpace(bytes, at + 1);
      if (values === 0 && bytes[start] === CLOSING_BRACKET) return start + 1;
      if (values < 3) {
        const index = this.add();
        this.nameStarts[index] = start;
        this.nameEnds[index] = start;
        at = this.readValue(bytes, start, index, 3);
      } else at = afterValue(bytes, start, level + 2);
      if (at < 0) return at;
      at = this.afterSpace(bytes, at);
    }
    if (this.count - before === 1) this.count = before;
    return bytes[at] === CLOSING_BRACKET ? at + 1 : NO_VALUE;
  }

  /** Finds the schema of a row whose names differ from those of the last one. */
  private findSchema(bytes: Uint8Array): void {
    const { count, nameEnds, nameStarts, shapes } = this;
    let key = "";
    let length = 0;
    for (let index = 0; index < count; index++) {
      key +=
        String.fromCharCode(shapes[index]) + utf8Text(bytes, nameStarts[index], nameEnds[index]);
      length += nameEnds[index] - nameStarts[index];
    }
    if (this.lastNames.length < length) this.lastNames = new Uint8Array(2 * length);
    let at = 0;
    for (let index = 0; index < count; index++) {
      for (let name = nameStarts[index]; name < nameEnds[index]; name++) {
        this.lastNames[at++] = bytes[name];
      }
      this.lastEnds[index] = at;
      this.lastShapes[index] = shapes[index];
    }
    this.lastCount = count;
    this.lastSchema = this.schemas.get(key) ?? this.addSchema(bytes, key);
    const { values } = this.lastSchema;
    const isPoint = values.coordinates === NO_SLOT && values.latitude !== values.longitude;
    this.latitude = isPoint ? values.latitude : NO_SLOT;
    this.longitude = isPoint ? values.longitude : NO_SLOT;
  }

  private addSchema(bytes: Uint8Array, key: string): RowSchema {
    const entries = Array.from({ length: this.count }, (_, index): Entry => {
      const name = utf8Text(bytes, this.nameStarts[index], this.nameEnds[index]);
      const shape = this.shapes[index];
      return {
        name: name === "" ? "" : String(JSON.parse(name)),
        slot: index + 1,
        level: shape & 3,
        rule: (shape >> 2) & 7,
        outcome: shape >> 5,
      };
    });
    const create = this.areFeatures ? featureSchema : objectSchema;
    const schema = create(entries, this.plan);
    if (this.schemas.size >= MAX_SCHEMAS) this.schemas.clear();
    this.schemas.set(key, schema);
    return schema;
  }
}

/** The letter that null begins with. */
const NULL_START = 0x6e;

function hasLineFeed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === LINE_FEED) return true;
  return false;
}
