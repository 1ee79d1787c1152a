/** Encodes the points of rows: from the bytes of their numbers to the bytes of their mapcodes. */
import { LOCAL_RULES } from "../../borders/choice.ts";
import { CodeWords } from "../../bytes.ts";
import { MAX_CODE_CHARS, NO_CODE } from "../../codec/arrays.ts";
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
import { PointCodes } from "../../library/encoding.ts";
import { isInRange } from "../../library/errors.ts";
import { alphabetNumber, unwritableProblem } from "../../library/mapcode-text.ts";
import { encodedInAlphabet } from "../../text/alphabets.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { alphaCodeTexts, type FoundPlace, Results } from "./results.ts";
import { NO_SLOT, type Row, type RowInput } from "./row.ts";
import { noMapcodeMessage, RowProblem, rangeMessage } from "./row-errors.ts";
import { inputOf, pointOf, valueProblem } from "./row-input.ts";
import { RowFilters } from "./territory-filters.ts";
import { readNumber } from "./values.ts";

export function boundsOf({ southWest, northEast }: Rectangle): readonly number[] {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
}

export class Encoding {
  readonly results: Results;
  private readonly options: ResolvedBatchOptions;
  readonly filters: RowFilters;
  private readonly alphabet: number;
  private readonly names = alphaCodeTexts();
  /** The codes of the point. */
  private readonly codes: PointCodes;
  private readonly words: CodeWords;

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined) {
    this.options = options;
    this.codes = new PointCodes(options.all ? "all" : "local", LOCAL_RULES[options.local]);
    this.words = new CodeWords(this.codes.list);
    this.results = new Results(options, delimiter);
    this.filters = new RowFilters(options);
    this.alphabet = alphabetNumber(options.alphabet ?? "ROMAN");
  }

  /** Encodes the point of a row. @returns why it has an error, beside which it may have results */
  convert(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const { codes, results } = this;
    const { degrees } = row;
    results.clear();
    const problem = row.hasDegrees ? undefined : this.readPoint(bytes, row);
    if (problem) return problem;
    const latDeg = degrees[LAT_DEG];
    const lonDeg = degrees[LON_DEG];
    results.degrees = degrees;
    if (!isInRange(latDeg, lonDeg)) return outOfRange(bytes, row);
    let filter = this.filters.common;
    if (row.schema.hasFilter || row.input !== undefined) {
      const found = this.filters.find(bytes, row);
      if (found instanceof RowProblem) return found;
      filter = found;
    }
    results.hasPoint = true;
    const { all, precision } = this.options;
    const count = codes.find(latDeg, lonDeg, precision, filter);
    results.lists = all ? count : 1;
    let unwritable: RowProblem | undefined;
    for (let list = 0; list < results.lists; list++) {
      unwritable = this.addResults(all ? list : codes.local) ?? unwritable;
    }
    if (count > 0) return unwritable;
    return new RowProblem("no-mapcode", noMapcodeMessage(latDeg, lonDeg, filter.name));
  }

  /** Reads the point where it stands, or else from the values of the row. */
  private readPoint(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const { degrees } = row;
    const { latitude, longitude, coordinates } = row.schema.values;
    const hasBoth = latitude !== NO_SLOT && longitude !== NO_SLOT && coordinates === NO_SLOT;
    const areRead =
      hasBoth &&
      !this.options.decimalComma &&
      readNumber(bytes, row, latitude, degrees, LAT_DEG) &&
      readNumber(bytes, row, longitude, degrees, LON_DEG);
    if (areRead) return undefined;
    const input = inputOf(bytes, row);
    if (input instanceof RowProblem) return input;
    const point = pointOf(input, this.options);
    if (point instanceof RowProblem) return point;
    degrees[LAT_DEG] = point.latDeg;
    degrees[LON_DEG] = point.lonDeg;
    return undefined;
  }

  /** Adds the results of a code, or of none. @returns a problem if an alphabet has no letters for one */
  private addResults(code: number): RowProblem | undefined {
    const { codes, results } = this;
    const { all, alphabet, include } = this.options;
    const { texts } = results;
    if (code !== NO_CODE) {
      const territory = codes.list.territories[code];
      texts.reserve(MAX_CODE_CHARS);
      if (alphabet === undefined) texts.appendFrom(this.names, territory);
      else texts.appendText(territoryInAlphabet(territories()[territory].alphaCode, alphabet));
    }
    results.endCode();
    let problem = this.addCode(code);
    if (!all) problem = this.addCode(codes.international) ?? problem;
    if (include.length > 0) this.addExtras(code);
    return problem;
  }

  private addCode(code: number): RowProblem | undefined {
    const { texts } = this.results;
    let problem: RowProblem | undefined;
    if (this.options.alphabet !== undefined && code !== NO_CODE) {
      const text = codeText(this.codes.list, code);
      const written = encodedInAlphabet(text, this.alphabet);
      if (written !== undefined) texts.appendText(written);
      else problem = valueProblem(unwritableProblem(text, this.alphabet), undefined);
    } else if (code !== NO_CODE) {
      texts.reserve(MAX_CODE_CHARS);
      texts.appendCode(this.words, code);
    }
    this.results.endCode();
    return problem;
  }

  /** Adds the offset and the bounds of a mapcode. */
  private addExtras(code: number): void {
    const { codes, options, results } = this;
    const { include } = options;
    const shown = code === NO_CODE ? codes.international : code;
    const territory = code === NO_CODE ? "AAA" : this.territoryOf(code);
    const mapcode = `${territory} ${codeText(codes.list, shown)}`;
    const [latDeg, lonDeg] = results.degrees;
    if (include.includes("offset")) {
      results.addNumber(distanceMeters({ latDeg, lonDeg }, decode(mapcode)));
    }
    if (!include.includes("rectangle")) return;
    // Of the mapcode without its extra digits.
    const bounds = boundsOf(decodeRectangle(mapcode.replace(/-\w+$/, "")));
    for (const bound of bounds) results.addNumber(bound);
  }

  private territoryOf(code: number): string {
    return territories()[this.codes.list.territories[code]].alphaCode;
  }

  /** The point and the code of the last row. @param problem why it has an error */
  observed(_: Uint8Array, row: Row, problem: RowProblem | undefined): FoundPlace {
    const [latDeg, lonDeg] = row.degrees;
    const point = { latDeg, lonDeg };
    const { international, list, local } = this.codes;
    if (!this.results.hasPoint) return problem?.code === "out-of-range" ? { point } : {};
    if (local === NO_CODE) return { point, code: codeText(list, international) };
    return { point, code: codeText(list, local), territory: this.territoryOf(local) };
  }
}

function outOfRange(bytes: Uint8Array, row: Row): RowProblem {
  const [latDeg, lonDeg] = row.degrees;
  const found = inputOf(bytes, row);
  const { latitude, longitude }: RowInput = found instanceof RowProblem ? {} : found;
  const wrong = isInRange(latDeg, 0) ? longitude : latitude;
  return new RowProblem("out-of-range", rangeMessage(latDeg, lonDeg), wrong?.column);
}
