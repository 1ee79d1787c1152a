/**
 * Conversions of the fast path, from the bytes of a row's values to the bytes of its results; here, of points.
 */
import { COMMA, QUOTE, SPACE } from "../../characters.ts";
import {
  createCodeList,
  encodeCountryInto,
  encodeInternationalInto,
  encodeInto,
  encodeTerritoryInto,
  indexOfShortestLocal,
  LAT_DEG,
  LON_DEG,
  NO_CODE,
  NO_TERRITORY,
  territories,
} from "../../index.ts";
import { encodeShortestAndInternationalInto, readDecimalWords } from "../../internal.ts";
import { type ConversionOptions, isInRange, resultNames } from "../options/conversion.ts";
import { type OutputBuffer, type PaddedText, paddedText, WORD_PADDING } from "../output.ts";
import { viewOf } from "../text.ts";
import { type Area, Areas, explainArea } from "./areas.ts";
import { explainPoint, explainRange, explainText } from "./encoding-failures.ts";
import type { Failure } from "./failures.ts";
import type { ValueRanges } from "./value-ranges.ts";

export interface FastConversion {
  /** Converts the values of a row. @returns false if the general path has to convert them */
  convert(bytes: Uint8Array, ranges: ValueRanges): boolean;
  /**
   * Sets why the values that `convert` has just rejected fail.
   * @returns false if only the general path knows
   */
  explain(bytes: Uint8Array, ranges: ValueRanges, failure: Failure): boolean;
  /**
   * Whether the row that `convert` did not convert has results beside its error: a point without a mapcode in the area of
   * the options has an international one.
   */
  hasResults(): boolean;
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
  writeMembers(output: OutputBuffer, keys: readonly PaddedText[]): void;
  /** Writes the longitude and the latitude of the point, with a comma between them. */
  writePoint(output: OutputBuffer): void;
}

/** More than the results of a row, or one mapcode of a list with its keys, can take. */
export const MAX_RESULT_BYTES = 256;

/** Skips spaces. */
export function afterSpaces(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] === SPACE) at++;
  return at;
}

const NULL = paddedText("null");

/** Appends a code of a list in quotes. */
function appendString(output: OutputBuffer, codes: WordList, index: number): void {
  output.appendByte(QUOTE);
  codes.write(output, index);
  output.appendByte(QUOTE);
}

/** Appends the coordinates of a GeoJSON position. */
export function appendPoint(output: OutputBuffer, degrees: Float64Array): void {
  output.appendDecimal(degrees[LON_DEG]);
  output.appendByte(COMMA);
  output.appendDecimal(degrees[LAT_DEG]);
}

/** The codes of all territories, one behind the other. */
interface AlphaCodes {
  readonly view: DataView;
  /** Where the code of each territory begins, and the last one ends. */
  readonly starts: Uint16Array;
}

let alphaCodes: AlphaCodes | undefined;

function alphaCodeTexts(): AlphaCodes {
  if (alphaCodes) return alphaCodes;
  const codes = territories().map(({ alphaCode }) => alphaCode);
  const starts = new Uint16Array(codes.length + 1);
  codes.forEach((code, index) => {
    starts[index + 1] = starts[index] + code.length;
  });
  alphaCodes = { view: paddedText(codes.join("")).view, starts };
  return alphaCodes;
}

/** The codes of a point, with their characters as words. */
class WordList {
  readonly list = createCodeList();
  private readonly view: DataView;
  /** Characters up to here can be copied in words. */
  private readonly end: number;

  constructor() {
    const { buffer, byteOffset, length } = this.list.chars;
    this.view = new DataView(buffer, byteOffset, length);
    this.end = length - WORD_PADDING;
  }

  /** Writes a code of the list. */
  write(output: OutputBuffer, index: number): void {
    const { chars, starts, ends } = this.list;
    const end = ends[index];
    if (end <= this.end) output.appendWords(this.view, starts[index], end);
    else output.appendFew(chars, starts[index], end);
  }
}

/** The texts around the values of a JSON array of mapcodes. */
interface ListTexts {
  /** In front of the territory of the first mapcode, and of the others. */
  readonly first: PaddedText;
  readonly next: PaddedText;
  /** Between the territory and the code. */
  readonly between: PaddedText;
  readonly last: PaddedText;
}

function listTextsOf(options: ConversionOptions): ListTexts {
  const [territory, mapcode] = resultNames(options).map((name) => JSON.stringify(name));
  return {
    first: paddedText(`[{${territory}:"`),
    next: paddedText(`"},{${territory}:"`),
    between: paddedText(`",${mapcode}:"`),
    last: paddedText('"}]'),
  };
}

/** Why a point is not encoded. */
const NO_LATITUDE = 0;
const NO_LONGITUDE = 1;
const OUT_OF_RANGE = 2;
const NO_AREA = 3;
const NO_MAPCODE = 4;
const OTHER_REASON = 5;

export class FastEncoding implements FastConversion {
  /**
   * The codes of the point: those of its area; without one, all of them with `all`, else the shortest local one, and last
   * the international one.
   */
  private readonly codes = new WordList();
  readonly list = this.codes.list;
  private readonly precision: number;
  private readonly areas: Areas;
  /** The area of the last point. */
  private area: Area;
  private readonly degrees = new Float64Array(2);
  private readonly internationalCodes = new WordList();
  /** The codes that end with the international one of the point. */
  private internationals = this.codes;
  private readonly names = alphaCodeTexts();
  private readonly all: boolean;
  private readonly hasRows: boolean;
  private readonly listTexts: ListTexts;
  private readonly strictRange: boolean;
  private local = NO_CODE;
  private reason = OTHER_REASON;

  /** @param hasRows whether, with `all`, each mapcode has a row of the output */
  constructor(options: ConversionOptions, hasRows = false) {
    const { all, precision, strictRange } = options;
    this.all = all;
    this.hasRows = all && hasRows;
    this.listTexts = listTextsOf(options);
    this.precision = precision;
    this.strictRange = strictRange;
    this.areas = new Areas(options);
    this.area = this.areas.common;
  }

  convert(bytes: Uint8Array, ranges: ValueRanges): boolean {
    this.reason = NO_LATITUDE;
    if (!this.readNumber(bytes, ranges.firstFrom, ranges.firstTo, LAT_DEG)) return false;
    this.reason = NO_LONGITUDE;
    if (!this.readNumber(bytes, ranges.secondFrom, ranges.secondTo, LON_DEG)) return false;
    return this.convertPoint(bytes, ranges);
  }

  /**
   * Reads one of the numbers that `convertPoint` converts.
   * @returns where it ends; -1 if no common number begins at `from`
   */
  readDegrees(bytes: Uint8Array, from: number, index: number): number {
    return readDecimalWords(bytes, viewOf(bytes), from, bytes.length, this.degrees, index);
  }

  /** As `convert`, for numbers that have been read. */
  convertPoint(bytes: Uint8Array, ranges: ValueRanges): boolean {
    const degrees = this.degrees;
    this.reason = OUT_OF_RANGE;
    // Points that are counted as clamped, and those without a code in their area, are rare.
    if (!isInRange(degrees[LAT_DEG], degrees[LON_DEG])) return false;
    this.reason = OTHER_REASON;
    const area = this.areas.find(bytes, ranges);
    this.area = area;
    if (!area.isKnown) {
      if (!area.isRare) this.reason = NO_AREA;
      return false;
    }
    this.local = NO_CODE;
    const count = this.encode(degrees[LAT_DEG], degrees[LON_DEG]);
    this.reason = count === 0 && !this.all ? NO_MAPCODE : OTHER_REASON;
    if (count <= 0) return false;
    this.local = indexOfShortestLocal(this.list);
    return true;
  }

  explain(bytes: Uint8Array, ranges: ValueRanges, failure: Failure): boolean {
    const { firstFrom, firstTo, secondFrom, secondTo, names } = ranges;
    failure.key = names;
    failure.hasValue = true;
    failure.isQuoted = true;
    switch (this.reason) {
      case NO_LATITUDE:
        return explainText("latitude", bytes, firstFrom, firstTo, failure);
      case NO_LONGITUDE:
        return explainText("longitude", bytes, secondFrom, secondTo, failure);
      case OUT_OF_RANGE:
        return this.strictRange && explainRange(this.degrees, failure);
      case NO_AREA:
        explainArea(this.area, failure);
        return true;
      case NO_MAPCODE:
        failure.key = this.area.name;
        return explainPoint(this.degrees, failure);
      default:
        return false;
    }
  }

  hasResults(): boolean {
    return this.reason === NO_MAPCODE;
  }

  private readNumber(bytes: Uint8Array, from: number, to: number, index: number): boolean {
    const start = afterSpaces(bytes, from, to);
    const end = readDecimalWords(bytes, viewOf(bytes), start, to, this.degrees, index);
    return end >= 0 && (end === to || afterSpaces(bytes, end, to) === to);
  }

  private encode(latDeg: number, lonDeg: number): number {
    const list = this.list;
    const precision = this.precision;
    const { country, territory } = this.area;
    if (territory === NO_TERRITORY && country === NO_TERRITORY) {
      this.internationals = this.codes;
      return this.all
        ? encodeInto(latDeg, lonDeg, precision, list)
        : encodeShortestAndInternationalInto(latDeg, lonDeg, precision, list);
    }
    this.internationals = this.internationalCodes;
    encodeInternationalInto(latDeg, lonDeg, precision, this.internationals.list);
    return country === NO_TERRITORY
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
    this.writeName(output, this.list.territories[index]);
  }

  /** Writes a code of the list. */
  writeCode(output: OutputBuffer, index: number): void {
    this.codes.write(output, index);
  }

  /** Writes the international code, whether or not the list has it. */
  writeInternational(output: OutputBuffer): void {
    const internationals = this.internationals;
    internationals.write(output, internationals.list.count - 1);
  }

  writeMembers(output: OutputBuffer, keys: readonly PaddedText[]): void {
    if (this.all) this.writeList(output, keys[0]);
    else this.writeShortest(output, keys);
  }

  private writeShortest(output: OutputBuffer, keys: readonly PaddedText[]): void {
    const list = this.list;
    const local = this.local;
    const hasLocal = local !== NO_CODE;
    const internationals = this.internationals;
    output.appendPadded(keys[0]);
    if (hasLocal) this.writeNameString(output, list.territories[local]);
    else output.appendPadded(NULL);
    output.appendPadded(keys[1]);
    if (hasLocal) appendString(output, this.codes, local);
    else output.appendPadded(NULL);
    output.appendPadded(keys[2]);
    appendString(output, internationals, internationals.list.count - 1);
  }

  private writeName(output: OutputBuffer, territory: number): void {
    const { view, starts } = this.names;
    output.appendWords(view, starts[territory], starts[territory + 1]);
  }

  /** Writes the code of a territory as a JSON string. */
  private writeNameString(output: OutputBuffer, territory: number): void {
    output.appendByte(QUOTE);
    this.writeName(output, territory);
    output.appendByte(QUOTE);
  }

  /** Writes an array of all mapcodes. */
  private writeList(output: OutputBuffer, key: PaddedText): void {
    const { count, territories: numbers } = this.list;
    const { first, next, between, last } = this.listTexts;
    output.appendPadded(key);
    for (let index = 0; index < count; index++) {
      output.appendPadded(index === 0 ? first : next);
      this.writeName(output, numbers[index]);
      output.appendPadded(between);
      this.codes.write(output, index);
    }
    output.appendPadded(last);
  }

  writePoint(output: OutputBuffer): void {
    appendPoint(output, this.degrees);
  }
}
