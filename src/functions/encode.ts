/** Functions of points: latitude, longitude, territory and precision to mapcodes. */
import { alphaCodeTexts } from "../batch/rows/results.ts";
import { noMapcodeMessage, RowProblem, rangeMessage } from "../batch/rows/row-errors.ts";
import { degreesOf } from "../batch/rows/row-input.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { CodeWords, preEncoded } from "../bytes.ts";
import { SPACE } from "../characters.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { codeText, LAT_DEG, LON_DEG, MAX_CODES, MAX_PRECISION } from "../index.ts";
import { readDecimalWords } from "../library/decimal-reading.ts";
import { PointCodes, territoryFilter } from "../library/encoding.ts";
import { isInRange } from "../library/errors.ts";
import { alphaCodeOf } from "../text/territories.ts";
import type { FunctionOptions, ReportingFunction } from "./rows.ts";

/** The arguments of a row, of which the first two are needed. */
export const ENCODE_ARGUMENTS = ["lat", "lon", "territory", "precision"] as const;
export type EncodeArgument = (typeof ENCODE_ARGUMENTS)[number];

/** The local mapcode (`NLD 49.4V`), the international one (`VHXGB.1J9J`), or a list of all. */
export const ENCODE_RETURNS = ["local", "international", "all"] as const;
export type EncodeReturn = (typeof ENCODE_RETURNS)[number];

// Where the arguments are kept; the coordinates as in arrays of degrees
const TERRITORY = 2;
const PRECISION = 3;

const AXES = ["latitude", "longitude"] as const;
const NO_COMMA = { decimalComma: false };

/** More than a mapcode can take with what stands around it. */
const MAX_RESULT_BYTES = 256;

// What stands around the codes of a result. ClickHouse has no lists that are NULL, so they are empty.
const LINE = ["", "", "\n", "\\N\n"].map(preEncoded);
const LIST = ["['", "','", "']\n", "[]\n"].map(preEncoded);

/** `texts` are the codes of the result with their territories. */
export interface EncodeFunction extends ReportingFunction {
  texts(): readonly string[];
}

/** @throws MapcodeError if the options name no territory or country */
export function encodeFunction(
  args: readonly EncodeArgument[],
  returns: EncodeReturn,
  options: FunctionOptions,
): EncodeFunction {
  const commonPrecision = options.precision ?? 0;
  let filter = territoryFilter(options);
  let precision = commonPrecision;
  const filterNamed = filtersByName(filter);
  // A point that has no code within a filter has no international one either.
  const selection = returns === "international" && filter.name !== "" ? "local" : returns;
  const codes = new PointCodes(selection, LOCAL_RULES[options.local ?? "borders"]);
  const { list } = codes;
  const words = new CodeWords(list);
  const names = alphaCodeTexts();
  const around = returns === "all" ? LIST : LINE;
  const slots = args.map((name) => ENCODE_ARGUMENTS.indexOf(name));
  const degrees = new Float64Array(2);
  /** By slot, what is wrong with an argument. */
  const problems: (string | undefined)[] = ENCODE_ARGUMENTS.map(() => undefined);
  // The codes of the result: in their list, from `first` to before `end`.
  let first = 0;
  let end = 0;

  function setValue(index: number, value: string | number | null): void {
    const slot = slots[index];
    let problem: string | undefined;
    if (slot === TERRITORY) {
      const found = filterNamed(value);
      if (found instanceof RowProblem) problem = found.message;
      else filter = found;
    } else if (slot === PRECISION) {
      const text = String(value ?? "").trim();
      precision = text === "" ? commonPrecision : Number(text);
      const isUsable = /^\d*$/.test(text) && precision <= MAX_PRECISION;
      if (!isUsable) problem = `The precision is not from 0 to ${MAX_PRECISION}.`;
    } else if (typeof value === "number" && Number.isFinite(value)) {
      degrees[slot] = value;
    } else {
      const found = degreesOf(AXES[slot], { value }, NO_COMMA);
      if (typeof found === "number") degrees[slot] = found;
      else problem = found.message;
    }
    problems[slot] = problem;
  }

  return {
    setValue,
    setBytes(index, bytes, from, to) {
      const slot = slots[index];
      const isRead =
        slot < TERRITORY && readDecimalWords(bytes, viewOf(bytes), from, to, degrees, slot) === to;
      if (isRead) problems[slot] = undefined;
      else setValue(index, shortText(bytes, from, to));
    },
    convert() {
      const latDeg = degrees[LAT_DEG];
      const lonDeg = degrees[LON_DEG];
      for (let slot = 0; slot < problems.length; slot++) {
        if (problems[slot] !== undefined) return false;
      }
      if (!isInRange(latDeg, lonDeg)) return false;
      const count = codes.find(latDeg, lonDeg, precision, filter);
      const single = returns === "international" ? codes.international : codes.local;
      first = returns === "all" ? 0 : single;
      end = returns === "all" ? count : single === NO_CODE ? NO_CODE : single + 1;
      return count > 0;
    },
    write(output) {
      output.reserve(MAX_CODES * MAX_RESULT_BYTES);
      for (let index = first; index < end; index++) {
        output.appendEncoded(around[index === first ? 0 : 1]);
        if (returns !== "international") {
          output.appendFrom(names, list.territories[index]);
          output.appendByte(SPACE);
        }
        output.appendCode(words, index);
      }
      output.appendEncoded(around[first === end ? 3 : 2]);
    },
    writeNull(output) {
      output.reserve(MAX_RESULT_BYTES);
      output.appendEncoded(around[3]);
    },
    texts() {
      const texts: string[] = [];
      for (let index = first; index < end; index++) {
        texts.push(`${alphaCodeOf(list.territories[index])} ${codeText(list, index)}`);
      }
      return texts;
    },
    members() {
      const { international, local } = codes;
      const code = codeText(list, international);
      if (local === NO_CODE) return ["", "", code];
      return [alphaCodeOf(list.territories[local]), codeText(list, local), code];
    },
    error() {
      const [latDeg, lonDeg] = degrees;
      const problem = problems.find((found) => found !== undefined);
      if (problem !== undefined) return problem;
      if (!isInRange(latDeg, lonDeg)) return rangeMessage(latDeg, lonDeg);
      return noMapcodeMessage(latDeg, lonDeg, filter.name);
    },
  };
}
