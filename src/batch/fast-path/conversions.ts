/**
 * Conversions of the fast path, from the bytes of a row's values to the bytes of its results; here, of points.
 */
import {
  countryNumber,
  createCodeList,
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeTerritoryInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  NO_CODE,
  territories,
  territoryNumber,
} from "../../index.ts";
import { encodeShortestAndInternationalInto, readDecimal } from "../../internal.ts";
import { type ConversionOptions, isInRange, resultNames } from "../conversion.ts";
import { CLOSING_BRACE, CLOSING_BRACKET, COMMA, OPENING_BRACKET, QUOTE } from "../formats/scan.ts";
import type { OutputBuffer } from "../output.ts";
import type { Failure } from "./failures.ts";

/** Where the range of a value begins and ends that the row does not have. */
export const ABSENT = -1;

/** Where the values of a row are, in the order of the operation's roles. */
export interface ValueRanges {
  firstFrom: number;
  firstTo: number;
  secondFrom: number;
  secondTo: number;
  thirdFrom: number;
  thirdTo: number;
}

export function createRanges(): ValueRanges {
  return {
    firstFrom: ABSENT,
    firstTo: ABSENT,
    secondFrom: ABSENT,
    secondTo: ABSENT,
    thirdFrom: ABSENT,
    thirdTo: ABSENT,
  };
}

export interface FastConversion {
  /** Converts the values of a row. @returns false if the general path has to convert them */
  convert(bytes: Uint8Array, ranges: ValueRanges): boolean;
  /**
   * Sets why the values fail that `convert` has just not converted.
   * @returns false if only the general path knows
   */
  explain(bytes: Uint8Array, ranges: ValueRanges, failure: Failure): boolean;
  /** The number of rows of the output: with `all`, tables and lines have one for each mapcode. */
  rows(): number;
  /** The maximum length of the results of all these rows, without the keys of `writeMembers`. */
  maxBytes(): number;
  /** Writes the results of one of these rows, each after a delimiter. */
  write(output: OutputBuffer, delimiter: number, row: number): void;
  /**
   * Writes the results as JSON, each behind its key. Without keys, none.
   * @param keys names with quotes and colon, and a comma in front of all but the first one
   */
  writeMembers(output: OutputBuffer, keys: readonly Uint8Array[]): void;
  /** Writes the longitude and the latitude of the point, with a comma between them. */
  writePoint(output: OutputBuffer): void;
}

/** The results of a point or mapcode, or one listed mapcode with its keys, are shorter. */
export const MAX_RESULT_BYTES = 256;

export const SPACE = 32;

/** Skips spaces. */
export function afterSpaces(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  return at;
}

const NONE = -1;

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);
const NULL = encoder.encode("null");
/** Appends text that JSON writes with the same characters, in quotes. */
function appendString(output: OutputBuffer, bytes: Uint8Array, from: number, to: number): void {
  output.appendByte(QUOTE);
  output.appendFew(bytes, from, to);
  output.appendByte(QUOTE);
}

/** Appends the coordinates of a GeoJSON position. */
export function appendPoint(output: OutputBuffer, degrees: Float64Array): void {
  output.appendDecimal(degrees[LON_DEG]);
  output.appendByte(COMMA);
  output.appendDecimal(degrees[LAT_DEG]);
}

let alphaCodes: readonly Uint8Array[] | undefined;

/** The code of each territory, as bytes. */
function alphaCodeBytes(): readonly Uint8Array[] {
  alphaCodes ??= territories().map(({ alphaCode }) => encoder.encode(alphaCode));
  return alphaCodes;
}

export class FastEncoding implements FastConversion {
  /**
   * The codes of the point: those of the territory or country in the options; without one, all of them with `all`, else
   * the shortest local one, and last the international one.
   */
  readonly list = createCodeList();
  private readonly precision: number;
  private readonly territory: number;
  private readonly country: number;
  private readonly degrees = new Float64Array(2);
  private readonly internationalList = createCodeList();
  private readonly names = alphaCodeBytes();
  private readonly all: boolean;
  private readonly hasRows: boolean;
  /** With `all`, what goes before the values of each listed mapcode. */
  private readonly listKeys: readonly Uint8Array[];
  private local = NO_CODE;

  /** @param hasRows whether, with `all`, each mapcode has a row of the output */
  constructor(options: ConversionOptions, hasRows = false) {
    const { all, precision, territory, country } = options;
    this.all = all;
    this.hasRows = all && hasRows;
    this.listKeys = resultNames(options).map((name, index) => {
      return encoder.encode(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    });
    this.precision = precision;
    this.territory = territory === undefined ? NONE : territoryNumber(territory);
    this.country = country === undefined ? NONE : countryNumber(country);
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    if (!this.readNumber(bytes, ranges.firstFrom, ranges.firstTo, LAT_DEG)) return false;
    if (!this.readNumber(bytes, ranges.secondFrom, ranges.secondTo, LON_DEG)) return false;
    return this.convertPoint();
  }

  /**
   * Reads one of the numbers that `convertPoint` converts.
   * @returns where it ends; -1 if no common number begins at `from`
   */
  readDegrees(bytes: Uint8Array, from: number, index: number): number {
    return readDecimal(bytes, from, bytes.length, this.degrees, index);
  }

  /** As `convert`, for numbers that have been read. */
  convertPoint(): boolean {
    const degrees = this.degrees;
    // Points that are counted as clamped, and those without a code in their area, are rare.
    if (!isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return false;
    if (this.encode(degrees[LAT_DEG], degrees[LON_DEG]) <= 0) return false;
    this.local = indexOfShortestLocal(this.list);
    return true;
  }

  explain(): boolean {
    return false;
  }

  private readNumber(bytes: Uint8Array, from: number, to: number, index: number): boolean {
    const end = readDecimal(bytes, afterSpaces(bytes, from, to), to, this.degrees, index);
    return end >= 0 && (end === to || afterSpaces(bytes, end, to) === to);
  }

  private encode(latDeg: number, lonDeg: number): number {
    const { country, list, internationalList, territory } = this;
    const precision = this.precision;
    if (territory === NONE && country === NONE) {
      return this.all
        ? encodeInto(latDeg, lonDeg, precision, list)
        : encodeShortestAndInternationalInto(latDeg, lonDeg, precision, list);
    }
    encodeInternationalInto(latDeg, lonDeg, precision, internationalList);
    return country === NONE
      ? encodeTerritoryInto(latDeg, lonDeg, precision, territory, list)
      : encodeCountryInto(latDeg, lonDeg, precision, country, list);
  }

  rows(): number {
    return this.hasRows ? this.list.count : 1;
  }

  maxBytes(): number {
    return this.all ? this.list.count * MAX_RESULT_BYTES : MAX_RESULT_BYTES;
  }

  write(output: OutputBuffer, delimiter: number, row: number): void {
    const local = this.hasRows ? row : this.local;
    output.appendByte(delimiter);
    if (local !== NO_CODE) this.writeTerritory(output, local);
    output.appendByte(delimiter);
    if (local !== NO_CODE) this.writeCode(output, local);
    if (this.hasRows) return;
    output.appendByte(delimiter);
    this.writeInternational(output);
  }

  /** Index of the shortest local code in the list, or NO_CODE. */
  indexOfLocal(): number {
    return this.local;
  }

  /** Writes the territory of a code of the list. */
  writeTerritory(output: OutputBuffer, index: number): void {
    const name = this.names[this.list.territories[index]];
    output.appendFew(name, 0, name.length);
  }

  /** Writes a code of the list. */
  writeCode(output: OutputBuffer, index: number): void {
    const { chars, starts, ends } = this.list;
    output.appendFew(chars, starts[index], ends[index]);
  }

  /** Writes the international code, whether or not the list has it. */
  writeInternational(output: OutputBuffer): void {
    const isAll = this.territory === NONE && this.country === NONE;
    const { chars, starts, ends, count } = isAll ? this.list : this.internationalList;
    output.appendFew(chars, starts[count - 1], ends[count - 1]);
  }

  writeMembers(output: OutputBuffer, keys: readonly Uint8Array[]): void {
    if (this.all) this.writeList(output, keys[0]);
    else this.writeShortest(output, keys);
  }

  private writeShortest(output: OutputBuffer, keys: readonly Uint8Array[]): void {
    const list = this.list;
    const local = this.local;
    const hasLocal = local !== NO_CODE;
    const isAll = this.territory === NONE && this.country === NONE;
    const internationals = isAll ? list : this.internationalList;
    const name = hasLocal ? this.names[list.territories[local]] : NO_BYTES;
    const [territoryKey, mapcodeKey, internationalKey] = keys;
    output.appendFew(territoryKey, 0, territoryKey.length);
    if (hasLocal) appendString(output, name, 0, name.length);
    else output.appendFew(NULL, 0, NULL.length);
    output.appendFew(mapcodeKey, 0, mapcodeKey.length);
    if (hasLocal) appendString(output, list.chars, list.starts[local], list.ends[local]);
    else output.appendFew(NULL, 0, NULL.length);
    output.appendFew(internationalKey, 0, internationalKey.length);
    const last = internationals.count - 1;
    appendString(
      output,
      internationals.chars,
      internationals.starts[last],
      internationals.ends[last],
    );
  }

  /** Writes an array of all mapcodes. */
  private writeList(output: OutputBuffer, key: Uint8Array): void {
    const { chars, count, ends, starts, territories: numbers } = this.list;
    const [territoryKey, mapcodeKey] = this.listKeys;
    output.appendFew(key, 0, key.length);
    output.appendByte(OPENING_BRACKET);
    for (let index = 0; index < count; index++) {
      const name = this.names[numbers[index]];
      if (index > 0) output.appendByte(COMMA);
      output.appendFew(territoryKey, 0, territoryKey.length);
      appendString(output, name, 0, name.length);
      output.appendFew(mapcodeKey, 0, mapcodeKey.length);
      appendString(output, chars, starts[index], ends[index]);
      output.appendByte(CLOSING_BRACE);
    }
    output.appendByte(CLOSING_BRACKET);
  }

  writePoint(output: OutputBuffer): void {
    appendPoint(output, this.degrees);
  }
}
