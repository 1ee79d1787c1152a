/** Encodes the points of rows: from the bytes of their numbers to the bytes of their mapcodes. */
import { LOCAL_RULES } from "../../borders/choice.ts";
import { CodeWords, TextTable } from "../../bytes.ts";
import { MAX_CHAR_BYTES } from "../../characters.ts";
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
} from "../../index.ts";
import { PointCodes } from "../../library/encoding.ts";
import { isInRange } from "../../library/errors.ts";
import { alphabetNumber, unwritableProblem } from "../../library/mapcode-text.ts";
import { memoize } from "../../library/memoize.ts";
import { encodedInAlphabet, writeTerritoryCode } from "../../text/alphabets.ts";
import { alphaCodeOf } from "../../text/territories.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { Results } from "./results.ts";
import { NO_SLOT, type Row, type RowInput } from "./row.ts";
import { noMapcodeMessage, RowProblem, rangeMessage, valueProblem } from "./row-errors.ts";
import { RowFilters } from "./territory-filters.ts";
import { inputOf, pointOf, readNumber } from "./values.ts";

/** The codes of all territories in an alphabet, by their numbers. */
export const territoryTexts = memoize((alphabet: number) => {
  return new TextTable(
    territories().map(({ alphaCode }) => writeTerritoryCode(alphaCode, alphabet)),
  );
});

/** Of a code in any alphabet. */
const MAX_CODE_BYTES = MAX_CHAR_BYTES * MAX_CODE_CHARS;

export class Encoding {
  readonly results: Results;
  readonly filters: RowFilters;
  private readonly options: ResolvedBatchOptions;
  private readonly alphabet: number;
  private readonly names: TextTable;
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
    this.names = territoryTexts(this.alphabet);
  }

  /** Encodes the point of a row. @returns why it has an error, beside which it may have results */
  convert(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const { codes, results } = this;
    const { all, precision } = this.options;
    results.clear();
    const problem = row.hasDegrees ? undefined : this.readPoint(bytes, row);
    if (problem) return problem;
    const latDeg = row.degrees[LAT_DEG];
    const lonDeg = row.degrees[LON_DEG];
    if (!isInRange(latDeg, lonDeg)) return outOfRange(bytes, row);
    const filter = this.filters.find(bytes, row);
    if (filter instanceof RowProblem) return filter;
    results.hasPoint = true;
    const count = codes.find(latDeg, lonDeg, precision, filter);
    results.lists = all ? count : 1;
    let unwritable: RowProblem | undefined;
    for (let list = 0; list < results.lists; list++) {
      unwritable = this.addResults(row, all ? list : codes.local) ?? unwritable;
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
    const point = input instanceof RowProblem ? input : pointOf(input, this.options);
    if (point instanceof RowProblem) return point;
    degrees[LAT_DEG] = point.latDeg;
    degrees[LON_DEG] = point.lonDeg;
    return undefined;
  }

  /** Adds the results of a code, or of none. @returns a problem if an alphabet has no letters for one */
  private addResults(row: Row, code: number): RowProblem | undefined {
    const { codes, results } = this;
    const { all, include } = this.options;
    const { texts } = results;
    if (code !== NO_CODE) {
      texts.reserve(MAX_CODE_BYTES);
      texts.appendFrom(this.names, codes.list.territories[code]);
    }
    results.endCode();
    let problem = this.addCode(code);
    if (!all) problem = this.addCode(codes.international) ?? problem;
    if (include.length > 0) this.addExtras(row, code);
    return problem;
  }

  private addCode(code: number): RowProblem | undefined {
    const { texts } = this.results;
    let problem: RowProblem | undefined;
    if (this.options.alphabet !== undefined && code !== NO_CODE) {
      const text = codeText(this.codes.list, code);
      const written = encodedInAlphabet(text, this.alphabet);
      if (written !== undefined) texts.appendText(written);
      else problem = valueProblem(unwritableProblem(text, this.alphabet));
    } else if (code !== NO_CODE) {
      texts.reserve(MAX_CODE_BYTES);
      texts.appendCode(this.words, code);
    }
    this.results.endCode();
    return problem;
  }

  /** Adds the offset and the bounds of a mapcode; the international one if there is no code. */
  private addExtras({ degrees: [latDeg, lonDeg] }: Row, code: number): void {
    const { results } = this;
    const { include } = this.options;
    const { international, list } = this.codes;
    const territory = code === NO_CODE ? "AAA" : alphaCodeOf(list.territories[code]);
    const mapcode = `${territory} ${codeText(list, code === NO_CODE ? international : code)}`;
    if (include.includes("offset")) {
      results.addNumber(distanceMeters({ latDeg, lonDeg }, decode(mapcode)));
    }
    if (!include.includes("rectangle")) return;
    // Of the mapcode without its extra digits.
    addBounds(results, decodeRectangle(mapcode.replace(/-\w+$/, "")));
  }
}

export function addBounds(results: Results, { southWest, northEast }: Rectangle): void {
  for (const { latDeg, lonDeg } of [southWest, northEast]) {
    results.addNumber(latDeg);
    results.addNumber(lonDeg);
  }
}

function outOfRange(bytes: Uint8Array, row: Row): RowProblem {
  const [latDeg, lonDeg] = row.degrees;
  const input = inputOf(bytes, row);
  const { latitude, longitude }: RowInput = input instanceof RowProblem ? {} : input;
  const wrong = isInRange(latDeg, 0) ? longitude : latitude;
  return new RowProblem("out-of-range", rangeMessage(latDeg, lonDeg), wrong?.column);
}
