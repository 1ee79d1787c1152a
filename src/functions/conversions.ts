/** The functions of engines: points to mapcodes, and mapcodes to points. */

import { shortText, viewOf } from "../batch/byte-texts.ts";
import type { BatchOptions } from "../batch/options/options.ts";
import { territoryCodeTexts } from "../batch/rows/conversion.ts";
import { RowProblem } from "../batch/rows/row-errors.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { degreesOf } from "../batch/rows/values.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { CodeWords, preEncoded } from "../bytes/byte-writer.ts";
import { readDecimalWords } from "../bytes/decimal-reading.ts";
import { SPACE } from "../characters.ts";
import { NO_CODE } from "../codec/code-list.ts";
import { PointCodes } from "../codec/encode.ts";
import { territories } from "../index.ts";
import { codeText, decodeBytesInto, decodeInto, LAT_DEG, LON_DEG, MAX_CODES } from "../into.ts";
import { isInRange } from "../library/errors.ts";
import { contextOfFilter, type TerritoryFilter, territoryFilter } from "../library/filters.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { meantText } from "../library/places.ts";
import type { RowConverter } from "./rows.ts";

/** The arguments of points. The first two are required. */
export const ENCODE_ARGUMENTS = ["lat", "lon", "territory", "precision"] as const;
export type EncodeArgument = (typeof ENCODE_ARGUMENTS)[number];

/** The local mapcode (`NLD 49.4V`), the international one (`VHXGB.1J9J`), or a list of all. */
export const ENCODE_RETURNS = ["local", "international", "all"] as const;
export type EncodeReturn = (typeof ENCODE_RETURNS)[number];

/** The arguments of mapcodes. The first one is required. */
export const DECODE_ARGUMENTS = ["code", "context"] as const;
export type DecodeArgument = (typeof DECODE_ARGUMENTS)[number];

/** The options of all rows, and defaults of arguments that a row lacks. */
export type FunctionOptions = Pick<BatchOptions, "precision" | "local" | "territory" | "country">;

const AXES = { lat: "latitude", lon: "longitude" } as const;
const NO_COMMA = { decimalComma: false };

/** More than the bytes of a mapcode or a point with its brackets and delimiters. */
const MAX_RESULT_BYTES = 256;

// The texts before, between and after values.
const LINE = ["", "", "\n"].map(preEncoded);
const LIST = ["['", "','", "']\n"].map(preEncoded);
const FIELDS = ["", "\t", "\n"].map(preEncoded);
const TUPLE = ["(", ",", ")\n"].map(preEncoded);

/** A function whose results may also be had as values. */
export interface RowEncoder extends RowConverter {
  /** The results of a converted row: one, or all codes. */
  texts(): readonly string[];
}

export interface RowDecoder extends RowConverter {
  /** The latitude and longitude of the last converted row. */
  readonly degrees: Float64Array;
}

/** @throws MapcodeError if the territory or the country of the options is unknown, or both are given */
export function createRowEncoder(
  args: readonly EncodeArgument[],
  returns: EncodeReturn,
  options: FunctionOptions,
): RowEncoder {
  const { local = "borders", precision: commonPrecision = 0 } = options;
  const common = territoryFilter(options);
  const filterNamed = filtersByName(common);
  // A point without a code within a filter has no international one either.
  const selection = returns === "international" && common.name !== "" ? "local" : returns;
  const codes = new PointCodes(selection, LOCAL_RULES[local]);
  const { list } = codes;
  const words = new CodeWords(list);
  const isBare = returns === "international";
  const territoryCodes = territoryCodeTexts(alphabetNumber("ROMAN"));
  const prefixes = territories().map(({ alphaCode }) => (isBare ? "" : `${alphaCode} `));
  const delimiters = returns === "all" ? LIST : LINE;
  // LAT_DEG, LON_DEG, or the slot of another argument.
  const slots = args.map((name) => ENCODE_ARGUMENTS.indexOf(name));
  // The arguments of a row: NaN or a problem for an unusable one.
  const degrees = new Float64Array(2);
  let filter: TerritoryFilter | RowProblem = common;
  let precision = commonPrecision;
  // The results of a converted row in the list
  let first = 0;
  let end = 0;

  function setValue(index: number, value: string | number | null): void {
    const name = args[index];
    if (name === "territory") filter = filterNamed(value);
    else if (name === "precision") {
      const text = String(value ?? commonPrecision).trim() || commonPrecision;
      precision = /^\d+$/.test(`${text}`) ? Number(text) : Number.NaN;
    } else {
      const found = typeof value === "number" ? value : degreesOf(AXES[name], { value }, NO_COMMA);
      degrees[slots[index]] = typeof found === "number" ? found : Number.NaN;
    }
  }

  return {
    setValue,
    setBytes(index, bytes, from, to) {
      const slot = slots[index];
      const isRead =
        slot <= LON_DEG && readDecimalWords(bytes, viewOf(bytes), from, to, degrees, slot) === to;
      if (!isRead) setValue(index, shortText(bytes, from, to));
    },
    convert() {
      const latDeg = degrees[LAT_DEG];
      const lonDeg = degrees[LON_DEG];
      if (filter instanceof RowProblem || !isInRange(latDeg, lonDeg)) return false;
      const count = codes.find(latDeg, lonDeg, precision, filter);
      if (returns !== "all") first = isBare ? codes.internationalIndex : codes.localIndex;
      end = returns === "all" ? count : first + 1;
      return count > 0 && first !== NO_CODE;
    },
    texts() {
      const texts: string[] = [];
      for (let index = first; index < end; index++) {
        texts.push(prefixes[list.territories[index]] + codeText(list, index));
      }
      return texts;
    },
    write(output) {
      output.reserve(MAX_CODES * MAX_RESULT_BYTES);
      for (let index = first; index < end; index++) {
        output.appendEncoded(delimiters[index === first ? 0 : 1]);
        if (!isBare) {
          output.appendTableText(territoryCodes, list.territories[index]);
          output.appendByte(SPACE);
        }
        output.appendCode(words, index);
      }
      output.appendEncoded(delimiters[2]);
    },
    // ClickHouse has no NULL lists: they are empty.
    nullAnswer: returns === "all" ? "[]\n" : "\\N\n",
  };
}

/**
 * @param isTuple whether the point is a tuple of ClickHouse
 * @throws MapcodeError as createRowEncoder
 */
export function createRowDecoder(
  args: readonly DecodeArgument[],
  isTuple: boolean,
  options: FunctionOptions,
): RowDecoder {
  const delimiters = isTuple ? TUPLE : FIELDS;
  const degrees = new Float64Array(2);
  let filter: TerritoryFilter | RowProblem = territoryFilter(options);
  const filterNamed = filtersByName(filter);
  // The code: a text, or undefined and its position
  let text: string | undefined;
  let bytes: Uint8Array;
  let start = 0;
  let end = 0;

  return {
    degrees,
    setBytes(index, given, from, to) {
      if (args[index] !== "code") filter = filterNamed(shortText(given, from, to));
      else {
        text = undefined;
        bytes = given;
        start = from;
        end = to;
      }
    },
    setValue(index, value) {
      if (args[index] === "code") text = String(value ?? "");
      else filter = filterNamed(value);
    },
    convert() {
      if (filter instanceof RowProblem) return false;
      const context = contextOfFilter(filter);
      // Within a country, NL is the Netherlands: only texts are read so.
      if (options.country !== undefined) text ??= shortText(bytes, start, end);
      if (text === undefined) return decodeBytesInto(bytes, start, end, context, degrees) === 0;
      return decodeInto(meantText(text, filter), context, degrees) === 0;
    },
    write(output) {
      output.reserve(MAX_RESULT_BYTES);
      output.appendEncoded(delimiters[0]);
      output.appendDecimal(degrees[LAT_DEG]);
      output.appendEncoded(delimiters[1]);
      output.appendDecimal(degrees[LON_DEG]);
      output.appendEncoded(delimiters[2]);
    },
    nullAnswer: isTuple ? "(NULL,NULL)\n" : "\\N\t\\N\n",
  };
}
