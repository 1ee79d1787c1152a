/** Reads the values of rows: in place in their bytes, or else as JavaScript values. */

import { parseDegrees, readDecimalWords } from "../../bytes/decimal-reading.ts";
import { LOWER_N, QUOTE, SPACE } from "../../characters.ts";
import { type Axis, mayBeAngle } from "../../library/angles.ts";
import { readDegrees } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { shown } from "../../messages.ts";
import { viewOf } from "../byte-texts.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { ALL_ROLES, type Role } from "../options/roles.ts";
import { JSON_VALUE, NO_SLOT, QUOTED, type Row, type RowValues } from "./row.ts";
import { missingValue, RowProblem } from "./row-errors.ts";
import { isNmea, NUMBERS_ONLY, textHint } from "./units.ts";

/** The range of the last text of `findText`: empty if the row does not have it. */
export const foundRange = { from: 0, to: 0 };

/** Finds the text of a slot. @returns false for fields with doubled quotes and for values that are not texts. Escapes of JSON stay */
export function findText(bytes: Uint8Array, row: Row, slot: number): boolean {
  foundRange.from = 0;
  foundRange.to = 0;
  if (slot === NO_SLOT) return true;
  const start = row.starts[slot];
  const form = row.forms[slot];
  if (form === QUOTED) return false;
  // Only null begins with n.
  if (form === JSON_VALUE && bytes[start] !== QUOTE) return bytes[start] === LOWER_N;
  const quote = form === JSON_VALUE ? 1 : 0;
  foundRange.from = start + quote;
  foundRange.to = row.ends[slot] - quote;
  return true;
}

/** Reads a common decimal number, perhaps with spaces or quotes around it, as degrees. @returns whether there is one */
export function readNumber(bytes: Uint8Array, row: Row, slot: number, axis: number): boolean {
  const quote = row.forms[slot] === JSON_VALUE && bytes[row.starts[slot]] === QUOTE ? 1 : 0;
  let from = row.starts[slot] + quote;
  const to = row.ends[slot] - quote;
  while (from < to && bytes[from] === SPACE) from++;
  let end = readDecimalWords(bytes, viewOf(bytes), from, to, row.degrees, axis);
  if (end < 0) return false;
  while (end < to && bytes[end] === SPACE) end++;
  return end === to;
}

/** The text of a cell: spreadsheets write `="52.1"` for a text that must stay as it is, and people a blank before a quote. */
function cellText(field: string): string {
  return /^ *=?"(.*)" *$/s.exec(field)?.[1] ?? field;
}

/** The values of a row that cannot be converted in place; its problem if it does not have them. */
export function rowValues(bytes: Uint8Array, row: Row): RowValues | RowProblem {
  const { parse, slots } = row.schema;
  if (row.values) return row.values;
  const parsed = parse?.(bytes, row);
  if (parsed instanceof RowProblem) return parsed;
  const values: Partial<Record<Role, unknown>> = { ...parsed };
  for (const role of ALL_ROLES) {
    const slot = slots[role];
    if (slot === NO_SLOT) continue;
    const text = row.slotText(bytes, slot);
    values[role] = row.forms[slot] === JSON_VALUE ? JSON.parse(text) : cellText(text);
  }
  row.values = values;
  return values;
}

/** A value as text for messages. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether a value is missing. Tables of databases have \N. */
export function isBlank(value: unknown): boolean {
  const text = value ?? "";
  return typeof text === "string" && (text === "\\N" || text.trim() === "");
}

/** Names of wrappers around a value: of MongoDB's extended JSON, of DynamoDB, of unions of Avro. */
const WRAPPERS =
  /^(?:\$number(?:Double|Int|Long|Decimal)|[NS]|double(?:Value)?|integerValue|string(?:Value)?|float|int|long)$/;

/** The value in a wrapper with one member: `{"$numberDouble": "52.3"}`. */
export function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && WRAPPERS.test(name) ? value[name] : value;
}

/** The degrees of a value: of a number, or of a text with a number or degrees, minutes and seconds; or its problem. */
export function degreesOf(
  axis: Axis,
  { value: wrapped, column }: { readonly value: unknown; readonly column?: string | undefined },
  { decimalComma }: Pick<ResolvedBatchOptions, "decimalComma">,
): number | RowProblem {
  const value = unwrapped(wrapped);
  if (isBlank(value)) return missingValue(axis, column);
  let degrees: unknown = value;
  if (typeof value === "string") {
    const text = value.trim();
    if (isNmea(text)) return degreesProblem(axis, value, column);
    degrees = parseDegrees(decimalComma ? text.replace(",", ".") : text);
    const mayBeOther = degrees === undefined && mayBeAngle(text) && !NUMBERS_ONLY.test(text);
    if (mayBeOther) degrees = readDegrees(text, axis);
  }
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  return degreesProblem(axis, value, column);
}

function degreesProblem(axis: Axis, value: unknown, column: string | undefined): RowProblem {
  const place = column === undefined || column.toLowerCase() === axis ? "" : ` (column ${column})`;
  const problem =
    typeof value === "number"
      ? `${value} is not a finite number`
      : `${shown(valueText(value))} is not a decimal number`;
  const hint = typeof value === "string" ? textHint(value.trim(), axis) : "";
  const message = `The ${axis}${place} ${problem} of degrees.${hint}`;
  return new RowProblem("invalid-coordinate", message, column);
}
