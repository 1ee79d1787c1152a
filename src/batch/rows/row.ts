/** A row as a reader found it: the positions of its values in the bytes of a chunk. All rows of a reader share one Row. */
import { utf8Text } from "../../characters.ts";
import { shortText } from "../byte-texts.ts";
import { ALL_ROLES, type ByRole, type Role } from "../options/roles.ts";
import { NOT_UTF8, type RowProblem } from "./row-errors.ts";

/** The values to convert, as the row has them. */
export type RowValues = ByRole<unknown>;

// The forms of values in bytes.
export const TEXT = 0;
/** Characters with each quote doubled. */
export const QUOTED = 1;
export const JSON_VALUE = 2;

/** The slot of a value that rows of the schema do not have. */
export const NO_SLOT = -1;

export interface Field {
  readonly name: string;
  readonly slot: number;
}

type ValueSlots = Readonly<Record<Role, number>>;

const NO_SLOTS = Object.fromEntries(ALL_ROLES.map((role) => [role, NO_SLOT])) as ValueSlots;

interface FeatureSlots {
  /** The members of the feature; none of a bare point. */
  readonly members: readonly Field[];
  readonly properties: readonly Field[];
  /** The slot of the geometry; NO_SLOT if there is none. */
  readonly geometry: number;
  /** The slot of the properties; NO_SLOT if there are none. */
  readonly propertiesSlot: number;
  readonly arePropertiesObject: boolean;
}

/** What a reader says about the rows of a schema; see RowSchema. */
export type SchemaParts = Partial<Omit<RowSchema, "slots" | "hasFilter">> & {
  readonly slots?: ByRole<number>;
};

/** The common properties of rows with the same names in the same order. */
export class RowSchema {
  /** The values of a row by their names, in their order: a feature as a flat record. */
  readonly fields: readonly Field[] = [];
  /** The number of fields after the last column of a table: the last ones. */
  readonly extraFields: number = 0;
  /** The slots of the values to convert; NO_SLOT for a missing value. */
  readonly slots: ValueSlots;
  /** Whether rows name a territory or a country. */
  readonly hasFilter: boolean;
  /** The names of the columns or members of the values, for messages. */
  readonly columns: ByRole<string> = {};
  /** The members of an object in the order of its text, duplicates included; of a feature, of its properties. */
  readonly members: readonly Field[] = [];
  readonly feature: FeatureSlots | undefined;
  /** Finds the values of a row, or its problem, if no slots can hold them. */
  readonly parse: ((bytes: Uint8Array, row: Row) => RowValues | RowProblem) | undefined;
  /** Whether rows can be copied if the format stays the same. */
  readonly keepsBytes: boolean = false;

  constructor({ slots, ...others }: SchemaParts) {
    Object.assign(this, others);
    this.slots = { ...NO_SLOTS, ...slots };
    this.hasFilter = this.slots.territory !== NO_SLOT || this.slots.country !== NO_SLOT;
  }
}

export const EMPTY_SCHEMA = new RowSchema({});

/** Limits the memory for inputs whose rows have different names. */
export const MAX_SCHEMAS = 1000;

const INITIAL_SLOTS = 64;

export class Row {
  from = 0;
  /** The end of its text, without the line end. */
  to = 0;
  /** The position after the line end, if it is a line. */
  lineTo = 0;
  /** Whether the row is a blank line or a comment. */
  isBlank = false;
  isUtf8 = true;
  schema: RowSchema = EMPTY_SCHEMA;
  /** The problem of a row that cannot be converted, whatever its values. */
  problem: RowProblem | undefined;
  /** The values to convert, if no slots hold them. */
  values: RowValues | undefined;
  /** The start of each slot. */
  starts: Int32Array = new Int32Array(INITIAL_SLOTS);
  ends: Int32Array = new Int32Array(INITIAL_SLOTS);
  forms: Uint8Array = new Uint8Array(INITIAL_SLOTS);
  /** The latitude and longitude of the row, read or decoded. */
  readonly degrees: Float64Array = new Float64Array(2);
  /** Whether the reader has read both of them. */
  hasDegrees = false;
  private readonly textSchema: RowSchema | undefined;

  /** @param textSchema the schema of rows that are kept as texts, in their first slot */
  constructor(textSchema?: RowSchema) {
    this.textSchema = textSchema;
  }

  /** Keeps the row as a text, if the reader has a schema for texts. */
  keepAsText(problem: RowProblem): void {
    this.problem = problem;
    if (!this.textSchema) return;
    this.schema = this.textSchema;
    this.set(0, this.from, this.to, TEXT);
  }

  markNotUtf8(): void {
    this.isUtf8 = false;
    if (this.textSchema || !this.problem) this.keepAsText(NOT_UTF8);
  }

  begin(from: number): void {
    this.from = from;
    this.isUtf8 = true;
    this.problem = undefined;
    this.values = undefined;
    this.hasDegrees = false;
  }

  reserve(slots: number): void {
    if (slots <= this.starts.length) return;
    const { starts, ends, forms } = this;
    const length = Math.max(slots, 2 * starts.length);
    this.starts = new Int32Array(length);
    this.ends = new Int32Array(length);
    this.forms = new Uint8Array(length);
    this.starts.set(starts);
    this.ends.set(ends);
    this.forms.set(forms);
  }

  set(slot: number, from: number, to: number, form: number): void {
    this.reserve(slot + 1);
    this.starts[slot] = from;
    this.ends[slot] = to;
    this.forms[slot] = form;
  }

  /** The whole row as text. */
  text(bytes: Uint8Array): string {
    return utf8Text(bytes, this.from, this.to);
  }

  /** The text of a slot as it is written. */
  rawText(bytes: Uint8Array, slot: number): string {
    return shortText(bytes, this.starts[slot], this.ends[slot]);
  }

  /** The characters of a slot. */
  slotText(bytes: Uint8Array, slot: number): string {
    const text = this.rawText(bytes, slot);
    return this.forms[slot] === QUOTED ? text.replaceAll('""', '"') : text;
  }
}

/** Reads the rows of a chunk, one after the other, into its row. */
export interface RowReader {
  readonly row: Row;
  /** Reads the row at `from`. @param bytes complete rows @returns the start of the next row */
  next(bytes: Uint8Array, from: number): number;
}
