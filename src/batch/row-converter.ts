/** Converts the cells of a row with the functions of the library. The fast path has conversions of its own. */
import {
  type Coordinate,
  decode,
  decodeInto,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeInternational,
  LAT_DEG,
  LON_DEG,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  NO_TERRITORY,
  type Rectangle,
  shortestLocalMapcode,
  territoryInAlphabet,
  territoryNumber,
  UnwritableMapcodeError,
} from "../index.ts";
import { shown } from "../internal.ts";
import { type ConversionOptions, isInRange, MAX_LAT_DEG, MAX_LON_DEG } from "./conversion.ts";
import { areaOf, CellError, contextOf, isBlank, pointOf, valueText } from "./row-input.ts";
import type { Cell, ResultValue, RowError, RowInput, RowResult } from "./rows.ts";

export type ConvertRow = (input: RowInput) => RowResult;

const NO_CELL: Cell = { value: undefined };

function boundsOf({ southWest, northEast }: Rectangle): readonly number[] {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
}

/** A mapcode without its extra digits. */
function withoutExtension(code: string): string {
  return code.replace(/-\w+$/, "");
}

/** Writes mapcodes and territories in the requested alphabet, and keeps the first error. */
class AlphabetWriter {
  readonly #alphabet: string | undefined;
  error: RowError | undefined;

  constructor(alphabet: string | undefined) {
    this.#alphabet = alphabet;
  }

  mapcode(code: string | undefined): ResultValue {
    if (code === undefined || this.#alphabet === undefined) return code;
    try {
      return mapcodeInAlphabet(code, this.#alphabet);
    } catch (error) {
      if (!(error instanceof UnwritableMapcodeError)) throw error;
      this.error ??= { message: error.message };
      return undefined;
    }
  }

  territory(code: string | undefined): ResultValue {
    if (code === undefined || this.#alphabet === undefined) return code;
    return territoryInAlphabet(code, this.#alphabet);
  }
}

/** The error for a point out of range that the options do not accept. */
function rangeError(latDeg: number, lonDeg: number, { latitude, longitude }: RowInput): CellError {
  if (isInRange(latDeg, 0)) {
    const message = `The longitude '${lonDeg}' is not from -${MAX_LON_DEG} to ${MAX_LON_DEG}.`;
    return new CellError(message, longitude?.column);
  }
  const hint = isInRange(lonDeg, latDeg) ? " Latitude and longitude may be swapped." : "";
  const message = `The latitude '${latDeg}' is not from -${MAX_LAT_DEG} to ${MAX_LAT_DEG}.${hint}`;
  return new CellError(message, latitude?.column);
}

function createEncoder(options: ConversionOptions): ConvertRow {
  const { all, alphabet, include, precision } = options;

  function extras(mapcode: Mapcode, point: Coordinate): readonly ResultValue[] {
    const text = `${mapcode.territory} ${mapcode.code}`;
    const bounds = include.includes("rectangle")
      ? boundsOf(decodeRectangle(withoutExtension(text)))
      : [];
    return include.includes("offset") ? [distanceMeters(point, decode(text)), ...bounds] : bounds;
  }

  return (input) => {
    const { latDeg, lonDeg } = pointOf(input, options);
    const isClamped = !isInRange(latDeg, lonDeg);
    if (isClamped && options.strictRange) throw rangeError(latDeg, lonDeg, input);
    const { territory, country } = areaOf(input, options);
    const isRestricted = territory !== undefined || country !== undefined;
    // Encoding clamps the latitude, so offsets are measured from the clamped point.
    const encoded = { latDeg: Math.max(-90, Math.min(90, latDeg)), lonDeg };
    const writer = new AlphabetWriter(alphabet);
    const mapcodes = encode(latDeg, lonDeg, { precision, territory, country });
    const listOf = (mapcode: Mapcode): readonly ResultValue[] => [
      writer.territory(mapcode.territory),
      writer.mapcode(mapcode.code),
      ...extras(mapcode, encoded),
    ];
    const shortest = (): readonly ResultValue[] => {
      const local = shortestLocalMapcode(mapcodes);
      const international = isRestricted
        ? encodeInternational(latDeg, lonDeg, { precision })
        : mapcodes[mapcodes.length - 1];
      return [
        writer.territory(local?.territory),
        writer.mapcode(local?.code),
        writer.mapcode(international.code),
        ...extras(local ?? international, encoded),
      ];
    };
    const lists = all ? mapcodes.map(listOf) : [shortest()];
    const result = { lists, point: { latDeg, lonDeg }, isClamped };
    if (mapcodes.length > 0) return writer.error ? { ...result, error: writer.error } : result;
    const message = `The point ${latDeg} ${lonDeg} has no mapcode in ${territory ?? country}.`;
    return { ...result, error: { message } };
  };
}

/** The number of the territory that a row names. */
function numberOf(territory: string, column: string | undefined): number {
  try {
    return territoryNumber(territory);
  } catch (error) {
    if (error instanceof MapcodeError) throw new CellError(error.message, column);
    throw error;
  }
}

/** Why the library does not decode a mapcode. */
function messageOf(mapcode: string, context: string | undefined): string {
  try {
    decode(mapcode, { context });
  } catch (error) {
    if (error instanceof MapcodeError) return error.message;
    throw error;
  }
  return "";
}

function createDecoder(options: ConversionOptions): ConvertRow {
  const { include } = options;
  const degrees = new Float64Array(2);
  return (input) => {
    // A point without a local code has the international one only. No context applies to that.
    const isInternational = isBlank(input.mapcode) && !isBlank(input.international);
    const { value, column } = (isInternational ? input.international : input.mapcode) ?? NO_CELL;
    if (typeof value !== "string") {
      throw new CellError(`The mapcode ${shown(valueText(value))} is not a string.`, column);
    }
    const context = isInternational ? undefined : contextOf(input, options);
    const number = context === undefined ? NO_TERRITORY : numberOf(context, column);
    const errorCode = decodeInto(value, number, degrees);
    if (errorCode !== 0) throw new CellError(messageOf(value, context), column);
    const point = { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
    const bounds = include.includes("rectangle")
      ? boundsOf(decodeRectangle(value, { context }))
      : [];
    return { lists: [[point.latDeg, point.lonDeg, ...bounds]], point };
  };
}

/** Creates the function that converts the rows of a batch. Errors of the library become errors of the row. */
export function createRowConverter(options: ConversionOptions): ConvertRow {
  const convert = options.operation === "encode" ? createEncoder(options) : createDecoder(options);
  const lists = options.all ? [] : [[]];
  return (input) => {
    try {
      return convert(input);
    } catch (error) {
      if (error instanceof CellError) return { lists, error: error.rowError };
      if (error instanceof MapcodeError) return { lists, error: { message: error.message } };
      throw error;
    }
  };
}
