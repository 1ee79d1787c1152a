/** Reads the values of rows: in place in their bytes, or rare ones as JavaScript values. */

import { parseDegrees, readDecimalWords } from "../../bytes/decimal-reading.ts";
import { LOWER_N, QUOTE, SPACE } from "../../characters.ts";
import { mayBeAngle, readDegrees } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { shown } from "../../messages.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { ALL_ROLES, type Role } from "../options/roles.ts";
import { viewOf } from "../text.ts";
import { JSON_VALUE, NO_SLOT, type Row, type RowInput, TEXT } from "./row.ts";
import { missingValue, RowProblem } from "./row-errors.ts";
import { isPadded, NUMBERS_ONLY, textHint } from "./units.ts";

/** The range of the last text of `findText`: empty if the row does not have it. */
export const text = { from: 0, to: 0 };

/** Finds the text of a slot. @returns false if its bytes are not its characters, or if the value is not a text */
export function findText(bytes: Uint8Array, row: Row, slot: number): boolean {
  text.from = 0;
  text.to = 0;
  if (slot === NO_SLOT) return true;
  const start = row.starts[slot];
  const form = row.forms[slot];
  if (form === TEXT) {
    text.from = start;
    text.to = row.ends[slot];
    return true;
  }
  if (form !== JSON_VALUE) return false;
  // Only null begins with n.
  if (bytes[start] !== QUOTE) return bytes[start] === LOWER_N;
  text.from = start + 1;
  text.to = row.ends[slot] - 1;
  return true;
}

/**
 * Reads a decimal number, also with spaces or the quotes of JSON around it.
 * @param numbers receives the number at `index`
 * @returns false if the slot does not hold a common decimal number
 */
export function readNumber(
  bytes: Uint8Array,
  row: Row,
  slot: number,
  numbers: Float64Array,
  index: number,
): boolean {
  const quote = row.forms[slot] === JSON_VALUE && bytes[row.starts[slot]] === QUOTE ? 1 : 0;
  let from = row.starts[slot] + quote;
  const to = row.ends[slot] - quote;
  while (from < to && bytes[from] === SPACE) from++;
  let end = readDecimalWords(bytes, viewOf(bytes), from, to, numbers, index);
  if (end < 0) return false;
  while (end < to && bytes[end] === SPACE) end++;
  return end === to;
}

/** The text of a cell: spreadsheets write `="52.1"` for a text that must stay as it is. */
function cellText(field: string): string {
  return /^="(.*)"$/s.exec(field)?.[1] ?? field;
}

/**
 * The values of a row, for the rare rows that cannot be converted in place.
 * @returns a problem if the row does not have them
 */
export function inputOf(bytes: Uint8Array, row: Row): RowInput | RowProblem {
  const { parse, values } = row.schema;
  if (row.problem) return row.problem;
  if (row.input) return row.input;
  const parsed = parse?.(bytes, row);
  if (parsed instanceof RowProblem) return parsed;
  const input: Partial<Record<Role, unknown>> = { ...parsed };
  for (const role of ALL_ROLES) {
    const slot = values[role];
    if (slot === NO_SLOT) continue;
    const isJson = row.forms[slot] === JSON_VALUE;
    input[role] = isJson ? JSON.parse(row.textOf(bytes, slot)) : cellText(row.fieldOf(bytes, slot));
  }
  row.input = input;
  return input;
}

/** A value as text for messages. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A missing value in tables of databases. */
const NULL_TEXT = "\\N";

/** Whether a value is missing. */
export function isBlank(value: unknown): boolean {
  const text = value ?? "";
  return typeof text === "string" && (text === NULL_TEXT || text.trim() === "");
}

/** Names of wrappers around a value: of MongoDB's extended JSON, of DynamoDB, of unions of Avro. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "$numberDouble $numberInt $numberLong $numberDecimal N S double float int long string doubleValue integerValue stringValue".split(
    " ",
  ),
);

/** The value in a wrapper with one member: `{"$numberDouble": "52.3"}`. */
export function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && WRAPPERS.has(name) ? value[name] : value;
}

/** The degrees of a value: of a number, or of a text with a number or degrees, minutes and seconds; or its problem. */
export function degreesOf(
  axis: "latitude" | "longitude",
  { value: wrapped, column }: { readonly value: unknown; readonly column?: string | undefined },
  { decimalComma }: Pick<ResolvedBatchOptions, "decimalComma">,
): number | RowProblem {
  const value = unwrapped(wrapped);
  if (isBlank(value)) return missingValue(axis, column);
  let degrees: unknown = value;
  if (typeof value === "string") {
    const text = value.trim();
    if (isPadded(text)) return notDegrees(axis, value, column);
    degrees = parseDegrees(decimalComma ? text.replace(",", ".") : text);
    const mayBeOther = degrees === undefined && mayBeAngle(text) && !NUMBERS_ONLY.test(text);
    if (mayBeOther) degrees = readDegrees(text, axis);
  }
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  return notDegrees(axis, value, column);
}

function notDegrees(axis: string, value: unknown, column: string | undefined): RowProblem {
  const place = column === undefined || column.toLowerCase() === axis ? "" : ` (column ${column})`;
  const problem =
    typeof value === "number"
      ? `${value} is not a finite number`
      : `${shown(valueText(value))} is not a decimal number`;
  const hint = typeof value === "string" ? textHint(value.trim()) : "";
  const message = `The ${axis}${place} ${problem} of degrees.${hint}`;
  return new RowProblem("invalid-coordinate", message, column);
}
