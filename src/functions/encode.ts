/** Functions of points: latitude, longitude, territory and precision to mapcodes. */

import { alphaCodeTexts } from "../batch/rows/results.ts";
import { noMapcodeMessage, RowProblem, rangeMessage } from "../batch/rows/row-errors.ts";
import { degreesOf } from "../batch/rows/row-input.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { type ByteWriter, CodeWords, preEncoded } from "../bytes.ts";
import { SPACE } from "../characters.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { codeText, LAT_DEG, LON_DEG, MAX_CODES, MAX_PRECISION } from "../index.ts";
import { readDecimalWords } from "../library/decimal-reading.ts";
import { isInRange } from "../library/options.ts";
import { PointCodes, type TerritoryFilter, territoryFilter } from "../library/point-codes.ts";
import { alphaCodeOf } from "../text/territories.ts";
import type { FunctionOptions, RowFunction } from "./rows.ts";

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

export class EncodeFunction implements RowFunction {
  private readonly returns: EncodeReturn;
  /** The slot of each argument. */
  private readonly slots: readonly number[];
  private readonly codes: PointCodes;
  private readonly words: CodeWords;
  private readonly names = alphaCodeTexts();
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  private readonly commonPrecision: number;
  private readonly degrees = new Float64Array(2);
  /** By slot, what is wrong with an argument. */
  private readonly problems: (string | undefined)[] = [undefined, undefined, undefined, undefined];
  private filter: TerritoryFilter;
  private precision: number;
  /** The codes of the result: in their list, from `first` to before `end`. */
  private first = 0;
  private end = 0;

  /** @throws MapcodeError if the options name no territory or country */
  constructor(args: readonly EncodeArgument[], returns: EncodeReturn, options: FunctionOptions) {
    const { precision = 0, local = "borders" } = options;
    this.returns = returns;
    this.slots = args.map((name) => ENCODE_ARGUMENTS.indexOf(name));
    this.filter = territoryFilter(options);
    this.filterNamed = filtersByName(this.filter);
    this.commonPrecision = precision;
    this.precision = precision;
    // A point that has no code within a filter has no international one either.
    const selection = returns === "international" && this.filter.name !== "" ? "local" : returns;
    this.codes = new PointCodes(selection, LOCAL_RULES[local]);
    this.words = new CodeWords(this.codes.list);
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY) {
      this.problems[slot] = undefined;
      const end = readDecimalWords(bytes, viewOf(bytes), from, to, this.degrees, slot);
      if (end === to) return;
    }
    this.setValue(index, shortText(bytes, from, to));
  }

  setValue(index: number, value: string | number | null): void {
    const slot = this.slots[index];
    this.problems[slot] = undefined;
    if (slot === TERRITORY) {
      const found = this.filterNamed(value);
      if (found instanceof RowProblem) this.problems[slot] = found.message;
      else this.filter = found;
    } else if (slot === PRECISION) {
      const text = String(value ?? "").trim();
      this.precision = text === "" ? this.commonPrecision : Number(text);
      const isUsable = /^\d*$/.test(text) && this.precision <= MAX_PRECISION;
      if (!isUsable) this.problems[slot] = `The precision is not from 0 to ${MAX_PRECISION}.`;
    } else if (typeof value === "number" && Number.isFinite(value)) {
      this.degrees[slot] = value;
    } else {
      const degrees = degreesOf(AXES[slot], { value }, NO_COMMA);
      if (typeof degrees === "number") this.degrees[slot] = degrees;
      else this.problems[slot] = degrees.message;
    }
  }

  convert(): boolean {
    const { codes, problems, returns } = this;
    const latDeg = this.degrees[LAT_DEG];
    const lonDeg = this.degrees[LON_DEG];
    for (let slot = 0; slot < problems.length; slot++) {
      if (problems[slot] !== undefined) return false;
    }
    if (!isInRange(latDeg, lonDeg)) return false;
    const count = codes.find(latDeg, lonDeg, this.precision, this.filter);
    const single = returns === "international" ? codes.international : codes.local;
    this.first = returns === "all" ? 0 : single;
    this.end = returns === "all" ? count : single === NO_CODE ? NO_CODE : single + 1;
    return count > 0;
  }

  write(output: ByteWriter): void {
    const { first, end } = this;
    const { territories } = this.codes.list;
    const texts = this.returns === "all" ? LIST : LINE;
    if (first === end) {
      this.writeNull(output);
      return;
    }
    output.reserve(MAX_CODES * MAX_RESULT_BYTES);
    for (let index = first; index < end; index++) {
      output.appendEncoded(texts[index === first ? 0 : 1]);
      if (this.returns !== "international") {
        output.appendFrom(this.names, territories[index]);
        output.appendByte(SPACE);
      }
      output.appendCode(this.words, index);
    }
    output.appendEncoded(texts[2]);
  }

  writeNull(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.returns === "all" ? LIST[3] : LINE[3]);
  }

  /** The codes of the result, as texts with their territories. */
  texts(): readonly string[] {
    const { list } = this.codes;
    const texts: string[] = [];
    for (let index = this.first; index < this.end; index++) {
      texts.push(`${alphaCodeOf(list.territories[index])} ${codeText(list, index)}`);
    }
    return texts;
  }

  /** The territory and the code of the local mapcode, empty if there is none, and the international code. */
  members(): readonly string[] {
    const { international, list, local } = this.codes;
    const name = local === NO_CODE ? "" : alphaCodeOf(list.territories[local]);
    return [name, local === NO_CODE ? "" : codeText(list, local), codeText(list, international)];
  }

  /** Why the converted row has no result. */
  error(): string {
    const [latDeg, lonDeg] = this.degrees;
    const problem = this.problems.find((found) => found !== undefined);
    if (problem !== undefined) return problem;
    if (!isInRange(latDeg, lonDeg)) return rangeMessage(latDeg, lonDeg);
    return noMapcodeMessage(latDeg, lonDeg, this.filter.name);
  }
}
