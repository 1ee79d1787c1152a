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
  NO_TERRITORY,
  type Rectangle,
  shortestLocalMapcode,
  territoryInAlphabet,
  territoryNumber,
} from "../../index.ts";
import {
  alphabetNumber,
  clampedLatDeg,
  decodingProblem,
  encodedInAlphabet,
  type NameOption,
  nameSetting,
  shown,
  unwritableProblem,
} from "../../internal.ts";
import { type ConversionOptions, isInRange, rangeMessage } from "../options/conversion.ts";
import { type RowError, RowProblem } from "./row-errors.ts";
import { areaOf, contextOf, isBlank, pointOf, valueProblem, valueText } from "./row-input.ts";
import type { Cell, ResultValue, RowInput, RowResult } from "./rows.ts";

export type ConvertRow = (input: RowInput) => RowResult;

const NO_CELL: Cell = { value: undefined };

const ROMAN = "ROMAN";

function boundsOf({ southWest, northEast }: Rectangle): readonly number[] {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
}

/** A mapcode without its extra digits. */
function withoutExtension(code: string): string {
  return code.replace(/-\w+$/, "");
}

function failedRow(problem: RowProblem, nameOption: NameOption): RowResult {
  return { lists: [], error: problem.error(nameOption) };
}

/** Writes mapcodes and territories in the requested alphabet. */
class AlphabetWriter {
  readonly #alphabet: string | undefined;
  readonly #number: number;
  readonly #nameOption: NameOption;
  #error: RowError | undefined;

  constructor(alphabet: string | undefined, nameOption: NameOption) {
    this.#alphabet = alphabet;
    this.#number = alphabetNumber(alphabet ?? ROMAN);
    this.#nameOption = nameOption;
  }

  mapcode(code: string | undefined): ResultValue {
    if (code === undefined || this.#alphabet === undefined) return code;
    const written = encodedInAlphabet(code, this.#number);
    if (written !== undefined) return written;
    const problem = valueProblem(unwritableProblem(code, this.#number), undefined);
    this.#error ??= problem.error(this.#nameOption);
    return undefined;
  }

  territory(code: string | undefined): ResultValue {
    if (code === undefined || this.#alphabet === undefined) return code;
    return territoryInAlphabet(code, this.#alphabet);
  }

  /** The first error since the last call. */
  takeError(): RowError | undefined {
    const error = this.#error;
    this.#error = undefined;
    return error;
  }
}

/** The values of one mapcode, or of the shortest ones, and why one of them is missing. */
interface EncodedList {
  readonly values: readonly ResultValue[];
  readonly error: RowError | undefined;
}

/** The problem of a point out of range that the options do not accept. */
function rangeProblem(
  latDeg: number,
  lonDeg: number,
  { latitude, longitude }: RowInput,
): RowProblem {
  const wrong = isInRange(latDeg, 0) ? longitude : latitude;
  return new RowProblem("out-of-range", rangeMessage(latDeg, lonDeg), wrong?.column);
}

function createEncoder(options: ConversionOptions, nameOption: NameOption): ConvertRow {
  const { all: isAll, alphabet, include, precision } = options;
  const writer = new AlphabetWriter(alphabet, nameOption);
  const failed = (problem: RowProblem) => failedRow(problem, nameOption);

  function extras(mapcode: Mapcode, point: Coordinate): readonly ResultValue[] {
    const text = `${mapcode.territory} ${mapcode.code}`;
    const bounds = include.includes("rectangle")
      ? boundsOf(decodeRectangle(withoutExtension(text)))
      : [];
    return include.includes("offset") ? [distanceMeters(point, decode(text)), ...bounds] : bounds;
  }

  return (input) => {
    const point = pointOf(input, options);
    if (point instanceof RowProblem) return failed(point);
    const { latDeg, lonDeg } = point;
    const isClamped = !isInRange(latDeg, lonDeg);
    if (isClamped && options.strictRange) return failed(rangeProblem(latDeg, lonDeg, input));
    const area = areaOf(input, options);
    if (area instanceof RowProblem) return failed(area);
    const { territory, country } = area;
    const isRestricted = territory !== undefined || country !== undefined;
    // Encoding clamps the latitude, so offsets are measured from the clamped point.
    const encoded = { latDeg: clampedLatDeg(latDeg), lonDeg };
    const mapcodes = encode(latDeg, lonDeg, { precision, territory, country });
    const listed = (...values: readonly ResultValue[]): EncodedList => {
      return { values, error: writer.takeError() };
    };
    const listOf = (mapcode: Mapcode): EncodedList => {
      const { territory, code } = mapcode;
      return listed(writer.territory(territory), writer.mapcode(code), ...extras(mapcode, encoded));
    };
    const shortest = (): EncodedList => {
      const local = shortestLocalMapcode(mapcodes);
      const international = isRestricted
        ? encodeInternational(latDeg, lonDeg, { precision })
        : mapcodes[mapcodes.length - 1];
      return listed(
        writer.territory(local?.territory),
        writer.mapcode(local?.code),
        writer.mapcode(international.code),
        ...extras(local ?? international, encoded),
      );
    };
    const all = isAll ? mapcodes.map(listOf) : [shortest()];
    const result = { lists: all.map(({ values }) => values), point, isClamped };
    if (mapcodes.length === 0) {
      const message = `The point ${latDeg} ${lonDeg} has no mapcode in ${territory ?? country}.`;
      return { ...result, error: { code: "no-mapcode", message } };
    }
    const listErrors = all.map(({ error }) => error);
    const error = listErrors.find((listError) => listError !== undefined);
    if (error === undefined) return result;
    return isAll ? { ...result, error, listErrors } : { ...result, error };
  };
}

function createDecoder(options: ConversionOptions, nameOption: NameOption): ConvertRow {
  const { include } = options;
  const degrees = new Float64Array(2);
  const failed = (problem: RowProblem) => failedRow(problem, nameOption);
  return (input) => {
    // A point without a local code has the international one only. No context applies to that.
    const isInternational = isBlank(input.mapcode) && !isBlank(input.international);
    const { value, column } = (isInternational ? input.international : input.mapcode) ?? NO_CELL;
    if (typeof value !== "string") {
      const message = `The mapcode ${shown(valueText(value))} is not a string.`;
      return failed(new RowProblem("malformed-mapcode", message, column));
    }
    const context = isInternational ? undefined : contextOf(input, options);
    if (context instanceof RowProblem) return failed(context);
    const number = context === undefined ? NO_TERRITORY : territoryNumber(context);
    const errorCode = decodeInto(value, number, degrees);
    if (errorCode !== 0) {
      return failed(valueProblem(decodingProblem(errorCode, value, number, context), column));
    }
    const point = { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
    const bounds = include.includes("rectangle")
      ? boundsOf(decodeRectangle(value, { context }))
      : [];
    return { lists: [[point.latDeg, point.lonDeg, ...bounds]], point };
  };
}

/**
 * Creates the function that converts the rows of a batch. Problems of a row become its error.
 * @param nameOption names options in messages
 */
export function createRowConverter(
  options: ConversionOptions,
  nameOption: NameOption = nameSetting,
): ConvertRow {
  const isEncode = options.operation === "encode";
  return isEncode ? createEncoder(options, nameOption) : createDecoder(options, nameOption);
}
