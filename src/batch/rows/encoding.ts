/** Encodes the points of rows: from the bytes of their numbers to the bytes of their mapcodes. */

import { LOCAL_RULES } from "../../borders/choice.ts";
import { type ByteWriter, CodeWords, type PreEncoded, preEncoded } from "../../bytes.ts";
import { COMMA, QUOTE } from "../../characters.ts";
import { NO_CODE } from "../../codec/arrays.ts";
import {
  codeText,
  decode,
  decodeRectangle,
  distanceMeters,
  LAT_DEG,
  LON_DEG,
  type Rectangle,
  territories,
  territoryInAlphabet,
} from "../../index.ts";
import { alphabetNumber, unwritableProblem } from "../../library/alphabets.ts";
import { isInRange } from "../../library/options.ts";
import { PointCodes } from "../../library/point-codes.ts";
import { encodedInAlphabet } from "../../text/alphabets.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { alphaCodeTexts, ResultTexts } from "./result-texts.ts";
import type { Conversion, ResultValue } from "./results.ts";
import { NO_SLOT, type Row, type RowInput } from "./row.ts";
import { noMapcodeMessage, RowProblem, rangeMessage } from "./row-errors.ts";
import { inputOf, pointOf, valueProblem } from "./row-input.ts";
import { RowFilters } from "./territory-filters.ts";
import { readNumber } from "./values.ts";

/** Room for one result, with its quotes. */
const MAX_RESULT_BYTES = 64;

const NULL = preEncoded("null");

/** The texts around the values of a JSON array of mapcodes. */
interface ListTexts {
  /** In front of the territory of the first mapcode, and of the others. */
  readonly first: PreEncoded;
  readonly next: PreEncoded;
  /** Between the territory and the code. */
  readonly between: PreEncoded;
  readonly last: PreEncoded;
}

function listTextsOf([territory, mapcode]: readonly string[]): ListTexts {
  return {
    first: preEncoded(`[{${JSON.stringify(territory)}:"`),
    next: preEncoded(`"},{${JSON.stringify(territory)}:"`),
    between: preEncoded(`",${JSON.stringify(mapcode)}:"`),
    last: preEncoded('"}]'),
  };
}

export function boundsOf({ southWest, northEast }: Rectangle): readonly number[] {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
}

/** Where the international code is among the results of a row, unless all codes are wanted. */
const INTERNATIONAL = 2;

export class Encoding implements Conversion {
  problem: RowProblem | undefined;
  hasPoint = false;
  lists = 0;
  private readonly options: ResolvedBatchOptions;
  private readonly texts: ResultTexts;
  private readonly listTexts: ListTexts;
  private readonly filters: RowFilters;
  /** Whether numbers and codes are written as the engine has them. */
  private readonly readsBytes: boolean;
  private readonly writesBytes: boolean;
  private readonly alphabet: number;
  private readonly names = alphaCodeTexts();
  private readonly all: boolean;
  private readonly precision: number;
  /** The point of the last row: the row's numbers. */
  private degrees: Float64Array = new Float64Array(2);
  /** The codes of the point. */
  private readonly codes: PointCodes;
  private readonly words: CodeWords;
  /** The results as values, if they are not written as the engine has them. */
  private values: (readonly ResultValue[])[] = [];

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined) {
    const { all, alphabet, decimalComma, include, local, precision } = options;
    this.options = options;
    this.all = all;
    this.codes = new PointCodes(all ? "all" : "local", LOCAL_RULES[local]);
    this.words = new CodeWords(this.codes.list);
    this.precision = precision;
    this.texts = new ResultTexts(options, delimiter);
    this.listTexts = listTextsOf(this.texts.names);
    this.filters = new RowFilters(options);
    this.alphabet = alphabetNumber(alphabet ?? "ROMAN");
    this.readsBytes = !decimalComma;
    this.writesBytes = alphabet === undefined && include.length === 0;
  }

  get ambiguousNames(): readonly string[] {
    return this.filters.ambiguousNames;
  }

  clear(problem: RowProblem): void {
    this.problem = problem;
    this.lists = 0;
    this.hasPoint = false;
    this.values = [];
  }

  convert(bytes: Uint8Array, row: Row): boolean {
    this.problem = undefined;
    this.lists = 0;
    this.hasPoint = false;
    this.values = [];
    if (!this.readPoint(bytes, row)) return false;
    const degrees = this.degrees;
    if (!isInRange(degrees[LAT_DEG], degrees[LON_DEG])) {
      return this.failOutOfRange(bytes, row);
    }
    let filter = this.filters.common;
    if (row.schema.hasFilter || row.input !== undefined) {
      const found = this.filters.find(bytes, row);
      if (found instanceof RowProblem) {
        return this.fail(found);
      }
      filter = found;
    }
    this.hasPoint = true;
    const count = this.codes.find(degrees[LAT_DEG], degrees[LON_DEG], this.precision, filter);
    this.lists = this.all ? count : 1;
    if (!this.writesBytes) this.findValues();
    if (count > 0) return this.problem === undefined;
    const message = noMapcodeMessage(degrees[LAT_DEG], degrees[LON_DEG], filter.name);
    return this.fail(new RowProblem("no-mapcode", message));
  }

  private fail(problem: RowProblem): false {
    this.problem = problem;
    return false;
  }

  /** Reads the point where it stands, or else from the values of the row. */
  private readPoint(bytes: Uint8Array, row: Row): boolean {
    const { degrees } = row;
    this.degrees = degrees;
    if (row.hasDegrees) return true;
    const { latitude, longitude, coordinates } = row.schema.values;
    if (
      this.readsBytes &&
      latitude !== NO_SLOT &&
      longitude !== NO_SLOT &&
      coordinates === NO_SLOT
    ) {
      const hasLatitude = readNumber(bytes, row, latitude, degrees, LAT_DEG);
      if (hasLatitude && readNumber(bytes, row, longitude, degrees, LON_DEG)) return true;
    }
    const input = inputOf(bytes, row);
    if (input instanceof RowProblem) return this.fail(input);
    const point = pointOf(input, this.options);
    if (point instanceof RowProblem) return this.fail(point);
    degrees[LAT_DEG] = point.latDeg;
    degrees[LON_DEG] = point.lonDeg;
    return true;
  }

  private failOutOfRange(bytes: Uint8Array, row: Row): false {
    const [latDeg, lonDeg] = this.degrees;
    const found = inputOf(bytes, row);
    const { latitude, longitude }: RowInput = found instanceof RowProblem ? {} : found;
    const wrong = isInRange(latDeg, 0) ? longitude : latitude;
    return this.fail(new RowProblem("out-of-range", rangeMessage(latDeg, lonDeg), wrong?.column));
  }

  writeField(writer: ByteWriter, list: number, index: number): void {
    if (!this.writesBytes) {
      this.texts.writeField(writer, this.values[list]?.[index]);
      return;
    }
    if (this.lists === 0) return;
    writer.reserve(MAX_RESULT_BYTES);
    this.write(writer, list, index);
  }

  writeFields(writer: ByteWriter, list: number, delimiter: number): void {
    if (!this.writesBytes || this.lists === 0) {
      for (let index = 0; index < this.texts.names.length; index++) {
        writer.reserve(1);
        writer.appendByte(delimiter);
        this.writeField(writer, list, index);
      }
      return;
    }
    writer.reserve(3 * MAX_RESULT_BYTES);
    const code = this.codeOf(list);
    writer.appendByte(delimiter);
    if (code !== NO_CODE) writer.appendFrom(this.names, this.codes.list.territories[code]);
    writer.appendByte(delimiter);
    if (code !== NO_CODE) writer.appendCode(this.words, code);
    if (this.all) return;
    writer.appendByte(delimiter);
    writer.appendCode(this.words, this.codes.international);
  }

  writeJson(writer: ByteWriter, list: number, index: number): void {
    if (!this.writesBytes) {
      this.texts.writeJson(writer, this.values[list]?.[index]);
      return;
    }
    writer.reserve(MAX_RESULT_BYTES);
    const hasValue = index === INTERNATIONAL || this.codes.local !== NO_CODE;
    if (this.lists === 0 || !hasValue) {
      writer.appendEncoded(NULL);
      return;
    }
    writer.appendByte(QUOTE);
    this.write(writer, list, index);
    writer.appendByte(QUOTE);
  }

  /** Index of the code that a list of results is about, or NO_CODE. */
  private codeOf(list: number): number {
    return this.all ? list : this.codes.local;
  }

  /** Writes a result as the engine has it. */
  private write(writer: ByteWriter, list: number, index: number): void {
    const code = index === INTERNATIONAL ? this.codes.international : this.codeOf(list);
    if (code === NO_CODE) return;
    if (index === 0) writer.appendFrom(this.names, this.codes.list.territories[code]);
    else writer.appendCode(this.words, code);
  }

  writeLists(writer: ByteWriter): void {
    if (this.lists === 0) {
      writer.appendText("null");
      return;
    }
    if (!this.writesBytes) {
      this.texts.writeLists(writer, this.values);
      return;
    }
    const { territories: numbers } = this.codes.list;
    const { first, next, between, last } = this.listTexts;
    for (let index = 0; index < this.lists; index++) {
      writer.reserve(2 * MAX_RESULT_BYTES);
      writer.appendEncoded(index === 0 ? first : next);
      writer.appendFrom(this.names, numbers[index]);
      writer.appendEncoded(between);
      writer.appendCode(this.words, index);
    }
    writer.appendEncoded(last);
  }

  writePoint(writer: ByteWriter): void {
    writer.reserve(MAX_RESULT_BYTES);
    writer.appendDecimal(this.degrees[LON_DEG]);
    writer.appendByte(COMMA);
    writer.appendDecimal(this.degrees[LAT_DEG]);
  }

  observed(): ReturnType<Conversion["observed"]> {
    const [latDeg, lonDeg] = this.degrees;
    const point = { latDeg, lonDeg };
    if (!this.hasPoint) return this.problem?.code === "out-of-range" ? { point } : {};
    const { international, list, local } = this.codes;
    if (local === NO_CODE) return { point, code: codeText(list, international) };
    const territory = territories()[list.territories[local]].alphaCode;
    return { point, code: codeText(list, local), territory };
  }

  /** Finds the results as values: in an alphabet, with offsets or bounds. */
  private findValues(): void {
    this.values = Array.from({ length: this.lists }, (_, list) => this.valuesOf(list));
  }

  private valuesOf(list: number): readonly ResultValue[] {
    const { all, alphabet } = this.options;
    const { list: codes } = this.codes;
    const code = this.codeOf(list);
    const hasCode = code !== NO_CODE;
    const international = codeText(codes, this.codes.international);
    const mapcode = hasCode ? codeText(codes, code) : undefined;
    const territory = hasCode ? territories()[codes.territories[code]].alphaCode : undefined;
    const isRoman = alphabet === undefined;
    const name = isRoman || !territory ? territory : territoryInAlphabet(territory, alphabet);
    const values = [name, this.inAlphabet(mapcode)];
    if (!all) values.push(this.inAlphabet(international));
    return [...values, ...this.extras(`${territory ?? "AAA"} ${mapcode ?? international}`)];
  }

  private inAlphabet(code: string | undefined): string | undefined {
    if (code === undefined || this.options.alphabet === undefined) return code;
    const written = encodedInAlphabet(code, this.alphabet);
    if (written !== undefined) return written;
    this.problem ??= valueProblem(unwritableProblem(code, this.alphabet), undefined);
    return undefined;
  }

  /** Offset and bounds of a mapcode. */
  private extras(mapcode: string): readonly ResultValue[] {
    const { include } = this.options;
    const [latDeg, lonDeg] = this.degrees;
    const values: ResultValue[] = [];
    if (include.includes("offset")) {
      values.push(distanceMeters({ latDeg, lonDeg }, decode(mapcode)));
    }
    if (!include.includes("rectangle")) return values;
    // The bounds of the mapcode without its extra digits.
    return [...values, ...boundsOf(decodeRectangle(mapcode.replace(/-\w+$/, "")))];
  }
}
