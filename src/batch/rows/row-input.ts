/** Reads the cells of a row: its point, and the territory or country that it names. */
import { type Coordinate, NO_TERRITORY, territories } from "../../index.ts";
import {
  CoordinateProblem,
  countryProblem,
  findCountry,
  mayBeAngle,
  option,
  parseDegrees,
  problemMessage,
  readCoordinates,
  readDegrees,
  sentence,
  shown,
  territoryNamed,
  territoryNamedWithin,
  territoryProblem,
  type ValueProblem,
} from "../../internal.ts";
import type { ConversionOptions, Role } from "../options/conversion.ts";
import { type Cell, JSON_VALUE, NO_SLOT, type Row, type RowInput, type ValueSlots } from "./row.ts";
import { RowProblem } from "./row-errors.ts";

/** The value of a slot. @param nullText the field that means that there is none */
function slotValue(
  bytes: Uint8Array,
  row: Row,
  slot: number,
  nullText: string | undefined,
): unknown {
  if (row.forms[slot] === JSON_VALUE) return JSON.parse(row.textOf(bytes, slot));
  const field = row.fieldOf(bytes, slot);
  return field === nullText ? null : field;
}

/**
 * The values of a row, for the rare ones that cannot be converted where they stand.
 * @returns a problem if the row does not have them
 */
export function inputOf(
  bytes: Uint8Array,
  row: Row,
  { nullText }: ConversionOptions,
): RowInput | RowProblem {
  const { columns, parse, values } = row.schema;
  if (!row.input && !row.problem) parse?.(bytes, row);
  if (row.problem) return row.problem;
  if (row.input) return row.input;
  const cells: Partial<Record<Role, Cell>> = {};
  for (const role of Object.keys(values) as (keyof ValueSlots)[]) {
    if (values[role] === NO_SLOT) continue;
    const value = slotValue(bytes, row, values[role], nullText);
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

/** Whether a cell has no value. */
export function isBlank(cell: Cell | undefined): boolean {
  const value = cell?.value ?? "";
  return typeof value === "string" && value.trim() === "";
}

/**
 * A number of degrees, or degrees, minutes and seconds; undefined if the text is neither.
 * @param text without spaces around it
 */
export function degreesOfText(
  axis: "latitude" | "longitude",
  text: string,
  decimalComma: boolean,
): number | undefined {
  const decimal = parseDegrees(decimalComma ? text.replace(",", ".") : text);
  if (decimal !== undefined || !mayBeAngle(text)) return decimal;
  const degrees = readDegrees(text, axis);
  return degrees instanceof CoordinateProblem ? undefined : degrees;
}

function degreesOf(
  axis: "latitude" | "longitude",
  { value, column }: Cell = NO_CELL,
  { decimalComma }: ConversionOptions,
): number | RowProblem {
  const isText = typeof value === "string";
  const degrees = isText ? degreesOfText(axis, value.trim(), decimalComma) : value;
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  const isSameName = column === undefined || column.toLowerCase() === axis;
  const subject = isSameName ? axis : `${axis} (column ${column})`;
  const expected = "a decimal number of degrees";
  const message = `The ${subject} ${shown(valueText(value))} is not ${expected}.`;
  return new RowProblem("invalid-coordinate", message, column);
}

/** A GeoJSON Point as well-known text, which has the same order of coordinates. */
function textOfPoint(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || !("coordinates" in value)) return undefined;
  const { coordinates } = value;
  if (!("type" in value) || value.type !== "Point" || !Array.isArray(coordinates)) return undefined;
  return `POINT(${coordinates.slice(0, 2).join(" ")})`;
}

/** The point of a cell with both coordinates. */
function pointOfCell({ value, column }: Cell): Coordinate | RowProblem {
  const text = textOfPoint(value);
  if (text === undefined) {
    const message = `The coordinates ${valueText(value)} are not a text such as '52.37, 4.9' or 'POINT(4.9 52.37)'.`;
    return new RowProblem("malformed-coordinates", message, column);
  }
  const point = readCoordinates(text);
  if (!(point instanceof CoordinateProblem)) return point;
  return new RowProblem("malformed-coordinates", point.message, column);
}

/** The point of a row, in degrees, or why a cell has no coordinate. */
export function pointOf(input: RowInput, options: ConversionOptions): Coordinate | RowProblem {
  if (input.coordinates) return pointOfCell(input.coordinates);
  const latDeg = degreesOf("latitude", input.latitude, options);
  if (typeof latDeg !== "number") return latDeg;
  const lonDeg = degreesOf("longitude", input.longitude, options);
  return typeof lonDeg === "number" ? { latDeg, lonDeg } : lonDeg;
}

/** The text of a cell that names a territory or country; undefined if it is empty. */
function nameOf(
  role: "territory" | "country",
  cell: Cell | undefined,
): string | RowProblem | undefined {
  if (cell === undefined || isBlank(cell)) return undefined;
  if (typeof cell.value === "string") return cell.value.trim();
  const message = `The ${role} ${valueText(cell.value)} is not a string.`;
  return new RowProblem("unknown-territory", message, cell.column);
}

/** Why a value that the library does not know makes a row fail. */
export function valueProblem(problem: ValueProblem, column: string | undefined): RowProblem {
  return new RowProblem(problem.code, problemMessage(problem), column);
}

function codeOf(territory: number): string {
  return territories()[territory].alphaCode;
}

/** Why a cell names no territory. For an ISO code in it, an option of the whole batch would not help. */
function territoryCellProblem(name: string, column: string | undefined): RowProblem {
  const country = findCountry(name);
  if (country === NO_TERRITORY) return valueProblem(territoryProblem(name), column);
  const hint = sentence` Did you mean the country ${codeOf(country)}? Name its column with the ${option("countryColumn")}.`;
  return valueProblem({ ...territoryProblem(name), hint }, column);
}

/** The territory or country that a row or the options name. */
export interface FilterNames {
  readonly territory?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * The territory of a row, looked up in its country first, or else its country. If both cells are empty or missing,
 * those of the options.
 * @returns a problem if a cell names no territory or country
 */
export function filterOf(
  input: RowInput,
  { territory, country }: ConversionOptions,
): FilterNames | RowProblem {
  const cellTerritory = nameOf("territory", input.territory);
  const cellCountry = nameOf("country", input.country);
  if (cellTerritory instanceof RowProblem) return cellTerritory;
  if (cellCountry instanceof RowProblem) return cellCountry;
  if (cellTerritory === undefined && cellCountry === undefined) return { territory, country };
  const parent = cellCountry === undefined ? NO_TERRITORY : findCountry(cellCountry);
  if (cellCountry !== undefined && parent === NO_TERRITORY) {
    return valueProblem(countryProblem(cellCountry), input.country?.column);
  }
  if (cellTerritory === undefined) return { country: cellCountry };
  const within =
    parent === NO_TERRITORY ? NO_TERRITORY : territoryNamedWithin(cellTerritory, parent);
  const number = within === NO_TERRITORY ? territoryNamed(cellTerritory) : within;
  if (number === NO_TERRITORY) return territoryCellProblem(cellTerritory, input.territory?.column);
  return { territory: codeOf(number) };
}

/**
 * The context of a mapcode that comes without a territory.
 * @returns a problem if a cell names no territory or country
 */
export function contextOf(
  input: RowInput,
  options: ConversionOptions,
): string | RowProblem | undefined {
  const filter = filterOf(input, options);
  if (filter instanceof RowProblem) return filter;
  const { territory, country } = filter;
  if (territory !== undefined || country === undefined) return territory;
  return codeOf(findCountry(country));
}
