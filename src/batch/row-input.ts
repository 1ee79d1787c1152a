/** Reads the cells of a row: its point, and the territory or country that it names. */
import {
  type Coordinate,
  countryNumber,
  MapcodeError,
  parseCoordinates,
  parseLatitude,
  parseLongitude,
  territories,
  territoryNumber,
} from "../index.ts";
import { parseDegrees, shown } from "../internal.ts";
import type { ConversionOptions } from "./conversion.ts";
import type { Cell, RowError, RowInput } from "./rows.ts";

/**
 * Thrown for a cell that cannot be converted. Not an Error, whose stack trace costs more than the conversion of
 * several rows.
 */
export class CellError {
  readonly rowError: RowError;

  constructor(message: string, column: string | undefined) {
    this.rowError = column === undefined ? { message } : { message, column };
  }
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

const PARSERS = { latitude: parseLatitude, longitude: parseLongitude } as const;

/** Decimal degrees never need another reading, and words are not worth the cost of one. */
const OTHER_NOTATION = /\d.*[^\d\s.+-]|[^\d\s.+-].*\d|\d\s+\d/;

/** No coordinate is longer. The search takes time by the square of the length: a megabyte of digits took minutes. */
const MAX_NOTATION_CHARS = 256;

/** The result of a function of the library; undefined if it throws an error of the library. */
function withoutErrors<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MapcodeError) return undefined;
    throw error;
  }
}

/** A number of degrees, or degrees, minutes and seconds; undefined if the text is neither. */
function degreesOfText(
  axis: "latitude" | "longitude",
  text: string,
  decimalComma: boolean,
): number | undefined {
  const decimal = parseDegrees(decimalComma ? text.replace(",", ".") : text);
  if (decimal !== undefined || text.length > MAX_NOTATION_CHARS) return decimal;
  if (!OTHER_NOTATION.test(text)) return undefined;
  return withoutErrors(() => PARSERS[axis](text));
}

function degreesOf(
  axis: "latitude" | "longitude",
  { value, column }: Cell = NO_CELL,
  { decimalComma }: ConversionOptions,
): number {
  const isText = typeof value === "string";
  const degrees = isText ? degreesOfText(axis, value.trim(), decimalComma) : value;
  if (typeof degrees === "number" && Number.isFinite(degrees)) return degrees;
  const isSameName = column === undefined || column.toLowerCase() === axis;
  const subject = isSameName ? axis : `${axis} (column ${column})`;
  const expected = "a decimal number of degrees";
  throw new CellError(`The ${subject} ${shown(valueText(value))} is not ${expected}.`, column);
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
function pointOfCell({ value, column }: Cell): Coordinate {
  const text = textOfPoint(value);
  if (text === undefined) {
    const message = `The coordinates ${valueText(value)} are not a text such as '52.37, 4.9' or 'POINT(4.9 52.37)'.`;
    throw new CellError(message, column);
  }
  try {
    return parseCoordinates(text);
  } catch (error) {
    if (error instanceof MapcodeError) throw new CellError(error.message, column);
    throw error;
  }
}

/**
 * The point of a row, in degrees.
 * @throws CellError if a cell has no coordinate
 */
export function pointOf(input: RowInput, options: ConversionOptions): Coordinate {
  if (input.coordinates) return pointOfCell(input.coordinates);
  const latDeg = degreesOf("latitude", input.latitude, options);
  return { latDeg, lonDeg: degreesOf("longitude", input.longitude, options) };
}

/** The text of a cell that names a territory or country; undefined if it is empty. */
function nameOf(role: "territory" | "country", cell: Cell | undefined): string | undefined {
  if (cell === undefined || isBlank(cell)) return undefined;
  if (typeof cell.value === "string") return cell.value.trim();
  throw new CellError(`The ${role} ${valueText(cell.value)} is not a string.`, cell.column);
}

/** The code of the territory that a function of the library finds. */
function codeBy(find: () => number, column: string | undefined): string {
  try {
    return territories()[find()].alphaCode;
  } catch (error) {
    if (error instanceof MapcodeError) throw new CellError(error.message, column);
    throw error;
  }
}

/** The territory or country that a row or the options name. */
export interface RowArea {
  readonly territory?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * The area of a row: its territory, looked up in its country first, or else its country. If both cells are empty
 * or missing, the area of the options.
 * @throws CellError if a cell names no territory or country
 */
export function areaOf(input: RowInput, { territory, country }: ConversionOptions): RowArea {
  const cellTerritory = nameOf("territory", input.territory);
  const cellCountry = nameOf("country", input.country);
  if (cellTerritory === undefined && cellCountry === undefined) return { territory, country };
  const column = input.territory?.column;
  const parent =
    cellCountry === undefined
      ? undefined
      : codeBy(() => countryNumber(cellCountry), input.country?.column);
  if (cellTerritory === undefined) return { country: cellCountry };
  const within =
    parent && withoutErrors(() => territories()[territoryNumber(cellTerritory, parent)].alphaCode);
  return { territory: within ?? codeBy(() => territoryNumber(cellTerritory), column) };
}

/**
 * The context of a mapcode that comes without a territory: the area of its row.
 * @throws CellError if a cell names no territory or country
 */
export function contextOf(input: RowInput, options: ConversionOptions): string | undefined {
  const { territory, country } = areaOf(input, options);
  if (territory !== undefined || country === undefined) return territory;
  return territories()[countryNumber(country)].alphaCode;
}
