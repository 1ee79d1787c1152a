/** The conversions of the fast path, from the bytes of a row's values to the bytes of its results. */
import {
  countryNumber,
  createCodeList,
  decodeBytesInto,
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeTerritoryInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  MapcodeError,
  NO_CODE,
  NO_TERRITORY,
  territories,
  territoryNumber,
} from "../../index.ts";
import { readDecimal } from "../../internal.ts";
import { type ConversionOptions, isInRange } from "../conversion.ts";
import type { OutputBuffer } from "../output.ts";
import { shortAsciiText } from "../text.ts";

/**
 * Where the values of a row are, in the order of the operation's roles. The ranges of values that the row does
 * not have are empty.
 */
export interface ValueRanges {
  firstFrom: number;
  firstTo: number;
  secondFrom: number;
  secondTo: number;
  thirdFrom: number;
  thirdTo: number;
}

export function createRanges(): ValueRanges {
  return { firstFrom: 0, firstTo: 0, secondFrom: 0, secondTo: 0, thirdFrom: 0, thirdTo: 0 };
}

export interface FastConversion {
  /** Converts the values of a row. @returns false if the general path has to convert them */
  convert(bytes: Uint8Array, ranges: ValueRanges): boolean;
  /** Writes the results, each after a delimiter; they take at most MAX_RESULT_BYTES. */
  write(output: OutputBuffer, delimiter: number): void;
}

export const MAX_RESULT_BYTES = 256;

export const SPACE = 32;

/** Skips spaces. */
export function afterSpaces(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  return at;
}

const NONE = -1;

export class FastEncoding implements FastConversion {
  private readonly precision: number;
  private readonly territory: number;
  private readonly country: number;
  private readonly degrees = new Float64Array(2);
  private readonly list = createCodeList();
  private readonly internationalList = createCodeList();
  /** The code of each territory, as bytes. */
  private readonly names: readonly Uint8Array[];
  private local = NO_CODE;

  constructor({ precision, territory, country }: ConversionOptions) {
    this.precision = precision;
    this.territory = territory === undefined ? NONE : territoryNumber(territory);
    this.country = country === undefined ? NONE : countryNumber(country);
    this.names = territories().map(({ alphaCode }) => new TextEncoder().encode(alphaCode));
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const degrees = this.degrees;
    if (!this.readNumber(bytes, ranges.firstFrom, ranges.firstTo, LAT_DEG)) return false;
    if (!this.readNumber(bytes, ranges.secondFrom, ranges.secondTo, LON_DEG)) return false;
    // Points that are counted as clamped, and those without a code in their area, are rare.
    if (!isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return false;
    if (this.encode(degrees[LAT_DEG], degrees[LON_DEG]) <= 0) return false;
    this.local = indexOfShortestLocal(this.list);
    return true;
  }

  private readNumber(bytes: Uint8Array, from: number, to: number, index: number): boolean {
    const end = readDecimal(bytes, afterSpaces(bytes, from, to), to, this.degrees, index);
    return end >= 0 && (end === to || afterSpaces(bytes, end, to) === to);
  }

  private encode(latDeg: number, lonDeg: number): number {
    const { country, list, internationalList, territory } = this;
    const precision = this.precision;
    if (territory === NONE && country === NONE) return encodeInto(latDeg, lonDeg, precision, list);
    encodeInternationalInto(latDeg, lonDeg, precision, internationalList);
    return country === NONE
      ? encodeTerritoryInto(latDeg, lonDeg, precision, territory, list)
      : encodeCountryInto(latDeg, lonDeg, precision, country, list);
  }

  write(output: OutputBuffer, delimiter: number): void {
    const list = this.list;
    const local = this.local;
    output.appendByte(delimiter);
    if (local !== NO_CODE) {
      const name = this.names[list.territories[local]];
      output.appendFew(name, 0, name.length);
    }
    output.appendByte(delimiter);
    if (local !== NO_CODE) {
      output.appendFew(list.chars, list.starts[local], list.ends[local]);
    }
    output.appendByte(delimiter);
    const isAll = this.territory === NONE && this.country === NONE;
    const { chars, starts, ends, count } = isAll ? list : this.internationalList;
    output.appendFew(chars, starts[count - 1], ends[count - 1]);
  }
}

/** The maximum number of cached territory names: more than files commonly have. */
const MAX_NAMES = 10_000;

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at];
  return all < 0x80;
}

export class FastDecoding implements FastConversion {
  private readonly context: number;
  private readonly degrees = new Float64Array(2);
  /** Territory numbers by the names in rows. */
  private readonly numbers = new Map<string, number>();

  constructor({ territory, country }: ConversionOptions) {
    if (territory !== undefined) this.context = territoryNumber(territory);
    else this.context = country === undefined ? NO_TERRITORY : countryNumber(country);
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo, thirdFrom, thirdTo } = ranges;
    if (firstFrom === firstTo && thirdFrom < thirdTo) {
      return decodeBytesInto(bytes, thirdFrom, thirdTo, NO_TERRITORY, this.degrees) === 0;
    }
    if (!isAscii(bytes, secondFrom, secondTo)) return false;
    const context =
      secondTo > secondFrom ? this.territoryNamed(bytes, secondFrom, secondTo) : this.context;
    if (context === undefined) return false;
    return decodeBytesInto(bytes, firstFrom, firstTo, context, this.degrees) === 0;
  }

  /** The number of the territory that a field names; undefined if it names none. */
  private territoryNamed(bytes: Uint8Array, from: number, to: number): number | undefined {
    const name = shortAsciiText(bytes, from, to).trim();
    if (name === "") return this.context;
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    try {
      const number = territoryNumber(name);
      if (this.numbers.size < MAX_NAMES) this.numbers.set(name, number);
      return number;
    } catch (error) {
      if (error instanceof MapcodeError) return undefined;
      throw error;
    }
  }

  write(output: OutputBuffer, delimiter: number): void {
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LAT_DEG]);
    output.appendByte(delimiter);
    output.appendDecimal(this.degrees[LON_DEG]);
  }
}
