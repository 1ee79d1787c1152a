/** Reads the cells of a row: its values, and its point. */
import type { Coordinate, MapcodeErrorCode, Problem } from "../../index.ts";
import { mayBeAngle, readCoordinates, readDegrees } from "../../library/coordinates.ts";
import { parseDegrees } from "../../library/decimal-reading.ts";
import { isObject } from "../../library/errors.ts";
import { shown } from "../../messages.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { Role } from "../options/roles.ts";
import { type Cell, JSON_VALUE, NO_SLOT, type Row, type RowInput } from "./row.ts";
import { type RowErrorCode, RowProblem } from "./row-errors.ts";

/** The value of a slot. */
function slotValue(bytes: Uint8Array, row: Row, slot: number): unknown {
  if (row.forms[slot] === JSON_VALUE) return JSON.parse(row.textOf(bytes, slot));
  return row.fieldOf(bytes, slot);
}

/**
 * The values of a row, for the rare ones that cannot be converted where they stand.
 * @returns a problem if the row does not have them
 */
export function inputOf(bytes: Uint8Array, row: Row): RowInput | RowProblem {
  const { columns, parse, values } = row.schema;
  if (row.problem) return row.problem;
  if (row.input) return row.input;
  const parsed = parse?.(bytes, row);
  if (parsed instanceof RowProblem) return parsed;
  const cells: Partial<Record<Role, Cell>> = { ...parsed };
  for (const role of Object.keys(values) as Role[]) {
    if (values[role] === NO_SLOT) continue;
    const value = slotValue(bytes, row, values[role]);
    const column = columns[role];
    cells[role] = column === undefined ? { value } : { value, column };
  }
  row.input = cells;
  return cells;
}

const NO_CELL: Cell = { value: undefined };

/** A value as text for messages. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** How databases write a missing value in tables. */
const NULL_TEXT = "\\N";

/** Whether a cell has no value. */
export function isBlank(cell: Cell | undefined): boolean {
  const value = cell?.value ?? "";
  return typeof value === "string" && (value === NULL_TEXT || value.trim() === "");
}

/** Numbers without a unit or hemisphere, which more often are two values than degrees and minutes. */
const NUMBERS_ONLY = /^[\d.,+-]+(?:\s+[\d.,+-]+)+$/;

/** Why a row has nothing to convert. @param column that is empty; undefined if the row has none */
export function missingValue(role: Role, column: string | undefined): RowProblem {
  const place = column === undefined ? "" : ` (column ${column})`;
  return new RowProblem("missing-value", `The row has no ${role}${place}.`, column);
}

/** The degrees of a cell: a number, or a text with one or with degrees, minutes and seconds; or why it has none. */
export function degreesOf(
  axis: "latitude" | "longitude",
  { value, column }: Cell = NO_CELL,
  { decimalComma }: Pick<ResolvedBatchOptions, "decimalComma">,
): number | RowProblem {
  if (isBlank({ value })) return missingValue(axis, column);
  let degrees: unknown = value;
  if (typeof value === "string") {
    const text = value.trim();
    degrees = parseDegrees(decimalComma ? text.replace(",", ".") : text);
    const mayBeOther = degrees === undefined && mayBeAngle(text) && !NUMBERS_ONLY.test(text);
    if (mayBeOther) degrees = readDegrees(text, axis);
  }
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  const isSameName = column === undefined || column.toLowerCase() === axis;
  const subject = isSameName ? axis : `${axis} (column ${column})`;
  const problem =
    typeof value === "number"
      ? `${value} is not a finite number`
      : `${shown(valueText(value))} is not a decimal number`;
  const message = `The ${subject} ${problem} of degrees.`;
  return new RowProblem("invalid-coordinate", message, column);
}

// Points

/** The text of a point. A GeoJSON Point, also as a text, is one as well-known text, which has the same order. */
function textOfPoint(value: unknown): string | undefined {
  let point = value;
  if (typeof value === "string") {
    if (!value.trimStart().startsWith("{")) return value;
    try {
      point = JSON.parse(value);
    } catch {
      return value;
    }
  }
  if (!isObject(point) || point.type !== "Point" || !Array.isArray(point.coordinates)) {
    return undefined;
  }
  const position: readonly unknown[] = point.coordinates.slice(0, 2);
  const areNumbers = position.every((degrees) => typeof degrees === "number");
  return areNumbers ? `POINT(${position.join(" ")})` : undefined;
}

/** Well-known binary of a point in hexadecimal digits, as COPY of PostGIS writes geometries. */
const WKB = /^0[01][0-9A-F]{40,}$/i;

/** The point of a cell with both coordinates. */
function pointOfCell({ value, column }: Cell): Coordinate | RowProblem {
  if (isBlank({ value })) return missingValue("coordinates", column);
  if (typeof value === "string" && WKB.test(value)) {
    const message = `The coordinates ${shown(value)} look like WKB. Write them by ST_AsText, or by ST_X and ST_Y.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  const text = textOfPoint(value);
  if (text === undefined) {
    const message = `The coordinates ${valueText(value)} are not a text such as '52.37, 4.9' or 'POINT(4.9 52.37)'.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  const point = readCoordinates(text);
  return "code" in point ? valueProblem(point, column) : point;
}

/** The point of a row, in degrees, or why a cell has no coordinate. */
export function pointOf(input: RowInput, options: ResolvedBatchOptions): Coordinate | RowProblem {
  if (input.coordinates) return pointOfCell(input.coordinates);
  const latDeg = degreesOf("latitude", input.latitude, options);
  if (typeof latDeg !== "number") return latDeg;
  const lonDeg = degreesOf("longitude", input.longitude, options);
  return typeof lonDeg === "number" ? { latDeg, lonDeg } : lonDeg;
}

/** Why a value that the library does not know makes a row fail. */
export function valueProblem(
  problem: Problem<RowErrorCode & MapcodeErrorCode>,
  column: string | undefined,
): RowProblem {
  return new RowProblem(problem.code, problem.message, column);
}
