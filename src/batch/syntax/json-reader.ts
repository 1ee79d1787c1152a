/**
 * Reads the rows of JSON. One scan validates a row and stores the positions of its names and values. Rows with the same
 * names share a schema.
 */
import { ByteWriter } from "../../bytes/byte-writer.ts";
import * as characters from "../../characters.ts";
import { quoted } from "../../messages.ts";
import {
  afterJsonSpace,
  findByte,
  isJsonSpace,
  type RowEndFinder,
  shortText,
  startsWith,
} from "../byte-texts.ts";
import { NO_BYTES } from "../chunks.ts";
import type { InputPlan } from "../input-plan.ts";
import { JSON_VALUE, MAX_SCHEMAS, Row, type RowReader, RowSchema } from "../rows/row.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { createJsonEnds, RECORD_SEPARATOR } from "./json-ends.ts";
import {
  type Entry,
  featureSchema,
  Level,
  objectSchema,
  ROW_MEMBER,
  ValueKind,
  valueSchema,
} from "./json-schema.ts";
import { afterString, afterValue, MAX_JSON_DEPTH, NO_VALUE, TOO_DEEP } from "./json-value.ts";

/** Names with special rules, by level. A rule is an index plus one; 0 for other names. */
const RULES = [["type", "coordinates", "geometry", "properties"], ["type", "coordinates"], []];
const [TYPE, COORDINATES, GEOMETRY] = [1, 2, 3];

const FEATURE = characters.utf8Bytes('"Feature"');
const POINT = characters.utf8Bytes('"Point"');

/** Words of other languages that programs write in JSON. */
const FOREIGN_WORD = /[:,[]\s*(-?(?:NaN|Infinity)|None|undefined)\s*[,}\]]/;

/** The problem of a row that is not JSON. */
function brokenProblem(text: string, isTooDeep: boolean, isLine: boolean): RowProblem {
  const [, word] = FOREIGN_WORD.exec(text) ?? [];
  const isCut = isLine && /^[{[]/.test(text);
  let advice = isCut
    ? "is not valid JSON on one line. Check its quotes and brackets; jq -c writes one value per line."
    : "is not valid JSON. Check its quotes, commas and brackets.";
  if (word !== undefined)
    advice = `has ${word}, which is not JSON. Write null for a missing value.`;
  if (isTooDeep) advice = `is nested more than ${MAX_JSON_DEPTH} levels deep. Nest it less deeply.`;
  return new RowProblem("malformed-row", `The row ${quoted(text)} ${advice}`);
}

/**
 * The first slot holds the row. Each name has two slots: its own, and the slot of its value. Names of coordinates are
 * empty. The form of a name's slot is its shape: its Level, its rule, and the ValueKind of its value. The slots keep the
 * names and shapes of the last object while the next one is read.
 */
export class JsonReader implements RowReader {
  readonly row: Row;
  private readonly plan: InputPlan;
  // The plan has too many members to find one quickly.
  private readonly isSequence: boolean;
  private readonly areFeatures: boolean;
  private readonly separator: number;
  private readonly rowEnds: RowEndFinder;
  /** The schema of rows that are not objects. */
  private readonly valueSchema: RowSchema;
  /** The schemas by the shapes and names of their rows. */
  private readonly known = new Map<string, RowSchema>();
  private readonly keyWriter = new ByteWriter(256);
  /** The bytes of the last object. */
  private bytes: Uint8Array = NO_BYTES;
  /** The number of slots of the last object. */
  private lastSlots = 0;
  /** The schema of the last object. */
  private schema: RowSchema;
  /** Whether the row differs from the last object. */
  private isNew = false;
  /** The number of slots of the row so far. */
  private slots = 1;

  constructor(plan: InputPlan) {
    this.plan = plan;
    this.isSequence = plan.isSequence;
    this.areFeatures = plan.areFeatures;
    this.separator = plan.isSequence ? characters.LINE_FEED : characters.COMMA;
    this.rowEnds = createJsonEnds(plan);
    const fields = [{ name: ROW_MEMBER, slot: 0 }];
    this.row = new Row(new RowSchema({ fields, extraFields: 1 }));
    this.valueSchema = valueSchema(fields, plan);
    this.schema = this.valueSchema;
  }

  next(bytes: Uint8Array, from: number): number {
    const { row } = this;
    const start = this.afterSpace(bytes, from);
    row.begin(start);
    row.isBlank = start === bytes.length || bytes[start] === this.separator;
    row.to = row.isBlank ? start : this.readRow(bytes, start);
    const at = row.to < 0 ? NO_VALUE : this.afterSpace(bytes, row.to);
    if (at === bytes.length || bytes[at] === this.separator) return Math.min(at + 1, bytes.length);
    return this.readBroken(bytes, from, row.to === TOO_DEEP);
  }

  /** Skips white space, in lines only up to the line feed. */
  private afterSpace(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (!isJsonSpace(byte) && !(this.isSequence && byte === RECORD_SEPARATOR)) break;
      if (byte === characters.LINE_FEED && this.isSequence) break;
    }
    return at;
  }

  /** Keeps the row at `from` as text: it is not JSON. @returns the start of the next row */
  private readBroken(bytes: Uint8Array, from: number, isTooDeep: boolean): number {
    const { row } = this;
    const rowEnd = this.rowEnds.findNext(bytes, from);
    const next = rowEnd < 0 ? bytes.length : rowEnd;
    row.to = rowEnd < 0 ? next : next - 1;
    while (isJsonSpace(bytes[row.to - 1])) row.to--;
    row.keepAsText(brokenProblem(row.text(bytes), isTooDeep, this.isSequence));
    return next;
  }

  /** Reads the value of a row. @returns as afterValue */
  private readRow(bytes: Uint8Array, from: number): number {
    const isObject = bytes[from] === characters.OPENING_BRACE;
    if (bytes !== this.bytes) this.lastSlots = 0;
    this.bytes = bytes;
    this.slots = 1;
    this.isNew = false;
    let end = isObject ? this.readObject(bytes, from, Level.row) : afterValue(bytes, from);
    if (this.isSequence && findByte(bytes, characters.LINE_FEED, from, end) < end) end = NO_VALUE;
    if (isObject) {
      const isOther = this.isNew || this.slots !== this.lastSlots;
      this.lastSlots = end < 0 ? 0 : this.slots;
      if (isOther && end >= 0) this.schema = this.findSchema(bytes);
    }
    this.row.set(0, from, end, JSON_VALUE);
    this.row.schema = isObject ? this.schema : this.valueSchema;
    return end;
  }

  /** Reads an object and its names into slots. */
  private readObject(bytes: Uint8Array, from: number, level: number): number {
    let at = afterJsonSpace(bytes, from + 1);
    if (bytes[at] === characters.CLOSING_BRACE) return at + 1;
    for (;;) {
      const slot = this.addSlots();
      at = this.readName(bytes, at, slot);
      if (at < 0) return NO_VALUE;
      if (bytes[at] !== characters.COLON) at = afterJsonSpace(bytes, at);
      if (bytes[at] !== characters.COLON) return NO_VALUE;
      at++;
      if (bytes[at] <= characters.SPACE) at = afterJsonSpace(bytes, at);
      at = this.areFeatures
        ? this.readMember(bytes, at, slot, level)
        : this.setValue(slot, at, afterValue(bytes, at, 1), 0);
      if (at < 0) return at;
      if (bytes[at] <= characters.SPACE) at = afterJsonSpace(bytes, at);
      if (bytes[at] === characters.CLOSING_BRACE) return at + 1;
      if (bytes[at] !== characters.COMMA) return NO_VALUE;
      at++;
      if (bytes[at] <= characters.SPACE) at = afterJsonSpace(bytes, at);
    }
  }

  /** Makes room for a name and its value. @returns the slot of the name */
  private addSlots(): number {
    this.slots += 2;
    this.row.reserve(this.slots);
    return this.slots - 2;
  }

  /** Reads a name: usually the name at the same place in the last row. @returns the position after it */
  private readName(bytes: Uint8Array, from: number, slot: number): number {
    const { row } = this;
    let at = from;
    if (slot < this.lastSlots) {
      const end = row.ends[slot];
      let name = row.starts[slot];
      while (name < end && bytes[at] === bytes[name]) {
        at++;
        name++;
      }
      if (name < end) at = from;
    }
    if (at === from) {
      this.isNew = true;
      at = bytes[from] === characters.QUOTE ? afterString(bytes, from) : NO_VALUE;
    }
    row.starts[slot] = from;
    row.ends[slot] = at;
    return at;
  }

  /** Stores the value and the shape of a name. @returns `end` */
  private setValue(slot: number, from: number, end: number, shape: number): number {
    const { row } = this;
    row.starts[slot + 1] = from;
    row.ends[slot + 1] = end;
    row.forms[slot + 1] = JSON_VALUE;
    if (row.forms[slot] !== shape) this.isNew = true;
    row.forms[slot] = shape;
    return end;
  }

  /** Reads a member of a feature, of its geometry, or of its properties. */
  private readMember(bytes: Uint8Array, from: number, slot: number, level: number): number {
    const last = this.row.forms[slot];
    const isKnown = !this.isNew && (last & 3) === level;
    const rule = isKnown
      ? (last >> 2) & 7
      : 1 + RULES[level].indexOf(JSON.parse(this.row.rawText(bytes, slot)));
    let end: number;
    let valueKind: number = 0;
    if (rule === COORDINATES) end = this.readPosition(bytes, from);
    else if (rule > COORDINATES && bytes[from] === characters.OPENING_BRACE) {
      end = this.readObject(bytes, from, rule === GEOMETRY ? Level.geometry : Level.properties);
      valueKind = ValueKind.object;
    } else {
      end = afterValue(bytes, from, 1);
      if (rule > COORDINATES)
        valueKind = bytes[from] === characters.LOWER_N ? ValueKind.null : ValueKind.other;
      else if (rule === TYPE && startsWith(bytes, from, FEATURE)) valueKind = ValueKind.feature;
      else if (rule === TYPE && startsWith(bytes, from, POINT)) valueKind = ValueKind.point;
    }
    return this.setValue(slot, from, end, (valueKind << 5) | (rule << 2) | level);
  }

  /** Reads an array, its first three values into slots. */
  private readPosition(bytes: Uint8Array, from: number): number {
    if (bytes[from] !== characters.OPENING_BRACKET) return afterValue(bytes, from, 1);
    let at = afterJsonSpace(bytes, from + 1);
    if (bytes[at] === characters.CLOSING_BRACKET) return at + 1;
    for (let values = 0; ; values++) {
      if (values < 3) {
        const slot = this.addSlots();
        this.row.starts[slot] = at;
        this.row.ends[slot] = at;
        at = this.setValue(slot, at, afterValue(bytes, at, 2), Level.coordinate);
      } else at = afterValue(bytes, at, 2);
      if (at < 0) return at;
      at = afterJsonSpace(bytes, at);
      if (bytes[at] === characters.CLOSING_BRACKET) return at + 1;
      if (bytes[at] !== characters.COMMA) return NO_VALUE;
      at = afterJsonSpace(bytes, at + 1);
    }
  }

  /** The schema of a row with other names or shapes than the last object. */
  private findSchema(bytes: Uint8Array): RowSchema {
    const { row } = this;
    const keyWriter = this.keyWriter;
    keyWriter.length = 0;
    for (let slot = 1; slot < this.slots; slot += 2) {
      keyWriter.reserve(1 + row.ends[slot] - row.starts[slot]);
      keyWriter.appendByte(row.forms[slot]);
      keyWriter.appendFew(bytes, row.starts[slot], row.ends[slot]);
    }
    const key = shortText(keyWriter.bytes, 0, keyWriter.length);
    const known = this.known.get(key);
    if (known) return known;
    const entries = Array.from({ length: this.slots >> 1 }, (_, index): Entry => {
      const slot = 1 + 2 * index;
      const shape = row.forms[slot];
      // Coordinates have no names.
      const name = JSON.parse(row.rawText(bytes, slot) || '""');
      return { name, slot: slot + 1, level: shape & 3, valueKind: shape >> 5 };
    });
    if (this.known.size >= MAX_SCHEMAS) this.known.clear();
    const schema = (this.areFeatures ? featureSchema : objectSchema)(entries, this.plan);
    this.known.set(key, schema);
    return schema;
  }
}
