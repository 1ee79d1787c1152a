/** Converts the values of rows: points to mapcodes, and mapcodes to points. */
import { LOCAL_RULES } from "../../borders/choice.ts";
import { CodeWords, TextTable } from "../../bytes/byte-writer.ts";
import { MAX_CHAR_BYTES, SPACE } from "../../characters.ts";
import { MAX_CODE_CHARS, NO_CODE } from "../../codec/code-list.ts";
import { PointCodes } from "../../codec/encode.ts";
import * as Library from "../../index.ts";
import * as Into from "../../into.ts";
import { decodingProblem } from "../../library/decoding-problem.ts";
import { isInRange } from "../../library/errors.ts";
import { contextOfFilter, NO_FILTER, type TerritoryFilter } from "../../library/filters.ts";
import { alphabetNumber, unwritableProblem } from "../../library/mapcode-text.ts";
import { memoize } from "../../library/memoize.ts";
import { meantMapcode } from "../../library/places.ts";
import { allMeanings, namesOf } from "../../library/territories.ts";
import { formatList, shown } from "../../messages.ts";
import {
  joinedCode,
  NOT_WRITABLE,
  writeInAlphabet,
  writeTerritoryCode,
} from "../../text/alphabets.ts";
import { isInternational, splitMapcode } from "../../text/grammar.ts";
import { alphaCodeOf } from "../../text/territories.ts";
import { quotedField } from "../byte-texts.ts";
import type { PlannedOptions } from "../options/options.ts";
import { sentence } from "../sentences.ts";
import { pointOf } from "./places.ts";
import { Results } from "./results.ts";
import { NO_SLOT, type Row, type RowValues } from "./row.ts";
import {
  missingValue,
  noMapcodeMessage,
  problemFromLibrary,
  RowProblem,
  rangeMessage,
} from "./row-errors.ts";
import { RowFilters, territoryEnd } from "./territory-filters.ts";
import { findText, foundRange, isBlank, readNumber, rowValues, valueText } from "./values.ts";

/** The codes of all territories in an alphabet, by their numbers. */
export const territoryCodeTexts = memoize((alphabet: number) => {
  return new TextTable(
    Library.territories().map(({ alphaCode }) => writeTerritoryCode(alphaCode, alphabet)),
  );
});

/** The full names of all territories, then of their countries, by their numbers. @param delimiter of a table */
function fullNames(delimiter: string | undefined): readonly TextTable[] {
  const fieldOf = (name: string) => (delimiter === undefined ? name : quotedField(name, delimiter));
  const names = Library.territories().map(({ number }) => namesOf(number));
  return [
    new TextTable(names.map(({ territoryName }) => fieldOf(territoryName))),
    new TextTable(names.map((named) => fieldOf(named.parentName ?? named.territoryName))),
  ];
}

/** The room that a code in any alphabet needs: see writeInAlphabet. */
const MAX_CODE_BYTES = MAX_CHAR_BYTES * (MAX_CODE_CHARS + 2);

abstract class Conversion {
  readonly results: Results;
  readonly filters: RowFilters;
  /** Whether the input writes decimal commas and the output decimal points. */
  hasMixedDecimals = false;
  /** The number of points 0,0 so far. */
  zeroPoints = 0;
  protected readonly options: PlannedOptions;

  /** @param delimiter of a table; undefined for plain lines and JSON */
  constructor(options: PlannedOptions, delimiter: string | undefined) {
    this.options = options;
    this.results = new Results(options, delimiter);
    this.filters = new RowFilters(options);
  }

  /** Converts the value of a row. @returns its problem; the row may have results nevertheless */
  abstract convert(bytes: Uint8Array, row: Row): RowProblem | undefined;

  protected addRectangle({ southWest, northEast }: Library.Rectangle): void {
    for (const { latDeg, lonDeg } of [southWest, northEast]) {
      this.results.addNumber(latDeg);
      this.results.addNumber(lonDeg);
    }
  }
}

export class PointConversion extends Conversion {
  private readonly alphabet: number;
  private readonly territoryCodes: TextTable;
  /** The full names of territories and of their countries, as fields; none without `include` of names. */
  private readonly fullNames: readonly TextTable[];
  private readonly pointCodes: PointCodes;
  private readonly codeWords: CodeWords;

  constructor(options: PlannedOptions, delimiter: string | undefined) {
    super(options, delimiter);
    this.pointCodes = new PointCodes(options.all ? "all" : "local", LOCAL_RULES[options.local]);
    this.codeWords = new CodeWords(this.pointCodes.list);
    this.alphabet = alphabetNumber(options.alphabet ?? "ROMAN");
    this.territoryCodes = territoryCodeTexts(this.alphabet);
    this.fullNames = options.include.includes("names") ? fullNames(delimiter) : [];
  }

  convert(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const { pointCodes, results } = this;
    const { all, precision } = this.options;
    results.clear();
    const problem = row.hasDegrees ? undefined : this.readPoint(bytes, row);
    if (problem) return problem;
    const latDeg = row.degrees[Into.LAT_DEG];
    const lonDeg = row.degrees[Into.LON_DEG];
    if (!isInRange(latDeg, lonDeg)) return rangeProblem(row);
    if (latDeg === 0 && lonDeg === 0) this.zeroPoints++;
    const filter = this.filters.find(bytes, row);
    if (filter instanceof RowProblem) return filter;
    results.hasPoint = true;
    const count = pointCodes.find(latDeg, lonDeg, precision, filter);
    results.listCount = all ? count : 1;
    let unwritable: RowProblem | undefined;
    for (let list = 0; list < results.listCount; list++) {
      unwritable = this.addResults(row, all ? list : pointCodes.localIndex) ?? unwritable;
    }
    if (count > 0) return unwritable;
    const message = noMapcodeMessage(latDeg, lonDeg, filter.name);
    return new RowProblem("no-mapcode", message + this.otherMeanings(bytes, row, filter));
  }

  /** Suggests the other territories with the name in a row that have a mapcode of its point. */
  private otherMeanings(bytes: Uint8Array, row: Row, { territory }: TerritoryFilter): string {
    const values = rowValues(bytes, row);
    if (values instanceof RowProblem || typeof values.territory !== "string") return "";
    if (this.options.country !== undefined || !isBlank(values.country)) return "";
    const [latDeg, lonDeg] = row.degrees;
    const others = allMeanings(values.territory.trim()).filter((number) => {
      const filter = { ...NO_FILTER, territory: number };
      return number !== territory && this.pointCodes.find(latDeg, lonDeg, 0, filter) > 0;
    });
    const names = formatList(others.map(alphaCodeOf), "or");
    return names === "" ? "" : ` Did you mean ${names}?`;
  }

  /** Reads the point in place, or else from the values of the row. */
  private readPoint(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const { decimalComma, include } = this.options;
    const { degrees, schema } = row;
    const { latitude, longitude, coordinates } = schema.slots;
    const hasBoth = latitude !== NO_SLOT && longitude !== NO_SLOT && coordinates === NO_SLOT;
    const areRead =
      hasBoth &&
      !decimalComma &&
      readNumber(bytes, row, latitude, Into.LAT_DEG) &&
      readNumber(bytes, row, longitude, Into.LON_DEG);
    if (areRead) return undefined;
    const values = rowValues(bytes, row);
    if (values instanceof RowProblem) return values;
    const point = pointOf(values, schema.columns, this.options);
    if (point instanceof RowProblem) return point;
    const hasComma = !decimalComma && /^\s*[-+]?\d+,\d+\s*$/.test(String(values.latitude));
    this.hasMixedDecimals ||= hasComma && include.some((part) => part !== "names");
    degrees[Into.LAT_DEG] = point.latDeg;
    degrees[Into.LON_DEG] = point.lonDeg;
    return undefined;
  }

  /** Adds the results of a mapcode, for NO_CODE empty ones. @returns a problem if the alphabet has no letters for it */
  private addResults(row: Row, code: number): RowProblem | undefined {
    const { list, internationalIndex } = this.pointCodes;
    const { results } = this;
    const { all, include, joined } = this.options;
    const { texts } = results;
    if (code !== NO_CODE) {
      texts.reserve(MAX_CODE_BYTES);
      texts.appendTableText(this.territoryCodes, list.territories[code]);
      if (joined) texts.appendByte(SPACE);
    }
    if (!joined) results.endText();
    let problem = this.addCode(code);
    if (!all) problem = this.addCode(internationalIndex) ?? problem;
    for (const table of this.fullNames) {
      // No full name is longer, as a field.
      texts.reserve(200);
      if (code !== NO_CODE) texts.appendTableText(table, list.territories[code]);
      results.endText();
    }
    if (include.length > 0) this.addExtras(row, code);
    return problem;
  }

  private addCode(code: number): RowProblem | undefined {
    const { texts } = this.results;
    let problem: RowProblem | undefined;
    texts.reserve(MAX_CODE_BYTES);
    if (this.options.alphabet !== undefined && code !== NO_CODE) {
      const { list } = this.pointCodes;
      const [start, end] = [list.starts[code], list.ends[code]];
      const { bytes, length } = texts;
      const to = writeInAlphabet(list.chars, start, end, this.alphabet, bytes, length);
      if (to !== NOT_WRITABLE) texts.length = to;
      else {
        problem = problemFromLibrary(unwritableProblem(Into.codeText(list, code), this.alphabet));
      }
    } else if (code !== NO_CODE) texts.appendCode(this.codeWords, code);
    this.results.endText();
    return problem;
  }

  /** Adds the offset and the bounds of a code, or for NO_CODE, of the international one. */
  private addExtras({ degrees: [latDeg, lonDeg] }: Row, code: number): void {
    const { include } = this.options;
    const { internationalIndex, list } = this.pointCodes;
    const context = code === NO_CODE ? "AAA" : alphaCodeOf(list.territories[code]);
    const mapcode = Into.codeText(list, code === NO_CODE ? internationalIndex : code);
    if (include.includes("offset")) {
      const decoded = Library.decode(mapcode, { context });
      this.results.addNumber(Library.distanceMeters({ latDeg, lonDeg }, decoded));
    }
    if (!include.includes("rectangle")) return;
    // The bounds are those without extra digits.
    this.addRectangle(Library.decodeRectangle(mapcode.replace(/-\w+$/, ""), { context }));
  }
}

function rangeProblem(row: Row): RowProblem {
  const [latDeg, lonDeg] = row.degrees;
  const { coordinates, latitude = coordinates, longitude = coordinates } = row.schema.columns;
  const wrong = isInRange(latDeg, 0) ? longitude : latitude;
  return new RowProblem("out-of-range", rangeMessage(latDeg, lonDeg), wrong);
}

/** Rounds decoded degrees by less than a hundredth of the cell of a mapcode. */
function shortenDegrees(degrees: Float64Array, mapcode: string): void {
  const [, extra = ""] = /\.[^-]*-(\S+)/.exec(mapcode) ?? [];
  // Seven decimals are a centimeter. Each extra character of a mapcode adds 0.75 decimals.
  const decimals = 7 + Math.ceil(0.75 * extra.length);
  for (let axis = 0; axis < degrees.length; axis++) {
    degrees[axis] = Number(degrees[axis].toFixed(decimals));
  }
}

/** The problem of a code without its territory. Lines of plain text have no columns. */
function bareCodeProblem(code: string, column: string | undefined): RowProblem {
  const columns = sentence`${{ option: "territoryColumn" }} or ${{ option: "countryColumn" }}, or `;
  const advice = sentence`Use the option ${column === undefined ? "" : columns}${{ option: "territory" }} for all rows, or ${{ option: "near" }}.`;
  const message = sentence`The mapcode ${shown(code)} is not a worldwide code, and its territory is missing. ${advice}`;
  return new RowProblem("unknown-mapcode", message, column);
}

export class CodeConversion extends Conversion {
  private readonly hasRectangle = this.options.include.includes("rectangle");
  private readonly needsValues =
    this.hasRectangle || this.options.meanings !== undefined || this.options.shortDegrees;

  convert(bytes: Uint8Array, row: Row): RowProblem | undefined {
    this.results.clear();
    if (this.needsValues || !this.decodeBytes(bytes, row)) return this.decodeValue(bytes, row);
    this.addPoint(row);
    return undefined;
  }

  private addPoint({ degrees }: Row): void {
    const { results } = this;
    results.listCount = 1;
    results.hasPoint = true;
    results.addNumber(degrees[0]);
    results.addNumber(degrees[1]);
  }

  /** Decodes the mapcode in place. @returns false if decodeValue has to decode it or find its problem */
  private decodeBytes(bytes: Uint8Array, row: Row): boolean {
    const { mapcode, international } = row.schema.slots;
    if (!findText(bytes, row, mapcode)) return false;
    let { from, to } = foundRange;
    let end = from;
    // No context applies to an international mapcode.
    let context = Into.NO_TERRITORY;
    if (from < to) {
      const filter = this.filters.find(bytes, row);
      if (filter instanceof RowProblem || filter.origin !== undefined) return false;
      context = contextOfFilter(filter);
      end = territoryEnd(bytes, from);
      if (end > from && this.filters.isBinding(filter)) return false;
    } else {
      if (!findText(bytes, row, international)) return false;
      ({ from, to } = foundRange);
    }
    if (Into.decodeBytesInto(bytes, from, to, context, row.degrees) !== 0) return false;
    if (end > from) this.filters.noteBytes(bytes, from, end);
    return true;
  }

  /**
   * A mapcode with the territory that the name before it means: by the option meanings, in the territory or country of
   * its row, or by the filter. Its problem, if the territory is elsewhere.
   */
  private withMeantTerritory(
    mapcode: string,
    filter: TerritoryFilter,
    values: RowValues,
    column: string | undefined,
  ): string | RowProblem {
    const parts = splitMapcode(mapcode);
    const nearest = () => meantMapcode(mapcode, filter)?.toString() ?? mapcode;
    if (parts?.territory === undefined || isInternational(parts)) return nearest();
    const code = joinedCode(parts.code, parts.extension);
    const meant = this.filters.meaningOf(parts.territory);
    if (meant !== undefined) return `${meant} ${code}`;
    if (!this.filters.isBinding(filter)) {
      if (filter.origin === undefined) this.filters.noteName(parts.territory);
      return nearest();
    }
    const within = this.filters.findWithinFilter(parts.territory, filter, values, column);
    if (within instanceof RowProblem) return within;
    const isDecided = within !== Into.NO_TERRITORY && filter.origin === undefined;
    return isDecided ? `${alphaCodeOf(within)} ${code}` : nearest();
  }

  /** Decodes the mapcode, and its bounds if requested, from the values of a row. @returns its problem */
  private decodeValue(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const values = rowValues(bytes, row);
    if (values instanceof RowProblem) return values;
    // A point without a local code has the international one only.
    const isInternational = isBlank(values.mapcode) && !isBlank(values.international);
    const role = isInternational ? "international" : "mapcode";
    const value = values[role];
    const column = row.schema.columns[role];
    if (isBlank(value)) return missingValue("mapcode", column);
    if (typeof value !== "string") {
      const message = `The mapcode ${shown(valueText(value))} is not a string.`;
      return new RowProblem("malformed-mapcode", message, column);
    }
    const filter = isInternational ? NO_FILTER : this.filters.find(bytes, row);
    if (filter instanceof RowProblem) return filter;
    const territory = contextOfFilter(filter);
    const mapcode = this.withMeantTerritory(value, filter, values, column);
    if (mapcode instanceof RowProblem) return mapcode;
    const errorCode = Into.decodeInto(mapcode, territory, row.degrees);
    const isBare = filter === NO_FILTER && !/\S\s+\S/.test(value);
    if (isBare && errorCode === Into.UNKNOWN_MAPCODE) return bareCodeProblem(value, column);
    if (errorCode !== 0) {
      return problemFromLibrary(decodingProblem(errorCode, value, filter), column);
    }
    if (this.options.shortDegrees) shortenDegrees(row.degrees, mapcode);
    this.addPoint(row);
    const context = territory === Into.NO_TERRITORY ? undefined : alphaCodeOf(territory);
    if (this.hasRectangle) this.addRectangle(Library.decodeRectangle(mapcode, { context }));
    return undefined;
  }
}
