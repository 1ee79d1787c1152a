/** Functions of points: latitude, longitude, territory and precision to mapcodes. */
import { isInRange, noMapcodeMessage, rangeMessage } from "../batch/options/conversion.ts";
import { alphaCodeTexts } from "../batch/rows/results.ts";
import { RowProblem } from "../batch/rows/row-errors.ts";
import { degreesOf } from "../batch/rows/row-input.ts";
import { filtersByName } from "../batch/rows/territory-filters.ts";
import { shortText, viewOf } from "../batch/text.ts";
import { LOCAL_RULES } from "../borders/choice.ts";
import { type ByteWriter, CodeWords, preEncoded } from "../bytes.ts";
import { DIGIT_0, SPACE } from "../characters.ts";
import { NO_CODE } from "../codec/arrays.ts";
import { codeText, LAT_DEG, LON_DEG, MAX_CODES, MAX_PRECISION } from "../index.ts";
import { readDecimalWords } from "../library/decimal-reading.ts";
import { PointCodes, type TerritoryFilter, territoryFilter } from "../library/point-codes.ts";
import { quoted } from "../messages.ts";
import { alphaCodeOf } from "../territories/lookup.ts";
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

/** More than a mapcode can take with what stands around it. */
const MAX_RESULT_BYTES = 256;

const AXES = ["latitude", "longitude"] as const;

export class EncodeFunction implements RowFunction {
  private readonly returns: EncodeReturn;
  /** The slot of each argument. */
  private readonly slots: readonly number[];
  private readonly codes: PointCodes;
  private readonly words: CodeWords;
  private readonly names = alphaCodeTexts();
  private readonly common: TerritoryFilter;
  private readonly filterNamed: ReturnType<typeof filtersByName>;
  private readonly commonPrecision: number;
  private readonly degrees = new Float64Array(2);
  private readonly isNull = [true, true];
  /** By slot, what is wrong with an argument. */
  private readonly problems: (string | undefined)[] = [];
  private filter: TerritoryFilter | RowProblem;
  private precision: number;
  /** The codes of the result: in their list, from `first` to before `end`. */
  private first = 0;
  private end = 0;
  // What stands around the codes of a result
  private readonly before: ReturnType<typeof preEncoded>;
  private readonly between: ReturnType<typeof preEncoded>;
  private readonly after: ReturnType<typeof preEncoded>;
  private readonly nothing: ReturnType<typeof preEncoded>;

  /** @throws MapcodeError if the options name no territory or country */
  constructor(args: readonly EncodeArgument[], returns: EncodeReturn, options: FunctionOptions) {
    const { precision = 0, local = "borders" } = options;
    const isList = returns === "all";
    this.returns = returns;
    this.slots = args.map((name) => ENCODE_ARGUMENTS.indexOf(name));
    this.common = territoryFilter(options);
    this.filterNamed = filtersByName(this.common);
    this.filter = this.common;
    this.commonPrecision = precision;
    this.precision = precision;
    // A point that has no code within a filter has no international one either.
    const selection = returns === "international" && this.common.name !== "" ? "local" : returns;
    this.codes = new PointCodes(selection, LOCAL_RULES[local]);
    this.words = new CodeWords(this.codes.list);
    this.before = preEncoded(isList ? "['" : "");
    this.between = preEncoded("','");
    this.after = preEncoded(isList ? "']\n" : "\n");
    // ClickHouse has no lists that are NULL, so they are empty.
    this.nothing = preEncoded(isList ? "[]\n" : "\\N\n");
  }

  setBytes(index: number, bytes: Uint8Array, from: number, to: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY) {
      const end = readDecimalWords(bytes, viewOf(bytes), from, to, this.degrees, slot);
      this.isNull[slot] = false;
      this.problems[slot] = undefined;
      if (end === to) return;
    } else if (slot === PRECISION && to - from === 1) {
      this.precision = bytes[from] - DIGIT_0;
      this.problems[PRECISION] = undefined;
      if (this.precision >= 0 && this.precision <= MAX_PRECISION) return;
    }
    this.setText(index, shortText(bytes, from, to));
  }

  setText(index: number, text: string): void {
    const slot = this.slots[index];
    if (slot === TERRITORY) this.filter = this.filterNamed(text);
    else if (slot === PRECISION) this.setPrecision(text.trim());
    else {
      const degrees = degreesOf(AXES[slot], { value: text }, { decimalComma: false });
      if (typeof degrees === "number") this.setNumber(index, degrees);
      else {
        this.isNull[slot] = false;
        this.problems[slot] = degrees.error().message;
      }
    }
  }

  setNumber(index: number, value: number): void {
    const slot = this.slots[index];
    if (slot < TERRITORY && Number.isFinite(value)) {
      this.degrees[slot] = value;
      this.isNull[slot] = false;
      this.problems[slot] = undefined;
    } else this.setText(index, String(value));
  }

  setNull(index: number): void {
    const slot = this.slots[index];
    if (slot === TERRITORY) this.filter = this.common;
    else if (slot === PRECISION) this.setPrecision("");
    else this.isNull[slot] = true;
  }

  private setPrecision(text: string): void {
    this.precision = text === "" ? this.commonPrecision : Number(text);
    const isUsable = text === "" || (/^\d+$/.test(text) && this.precision <= MAX_PRECISION);
    const message = `The precision ${quoted(text)} is not an integer from 0 to ${MAX_PRECISION}.`;
    this.problems[PRECISION] = isUsable ? undefined : message;
  }

  convert(): boolean {
    const { codes, degrees, isNull, problems, returns } = this;
    const filter = this.filter;
    const [latDeg, lonDeg] = degrees;
    if (isNull[LAT_DEG] || isNull[LON_DEG]) return false;
    if (problems[LAT_DEG] !== undefined || problems[LON_DEG] !== undefined) return false;
    if (problems[PRECISION] !== undefined || filter instanceof RowProblem) return false;
    if (!isInRange(latDeg, lonDeg)) return false;
    const count = codes.find(latDeg, lonDeg, this.precision, filter);
    if (count === 0) return false;
    const single = returns === "international" ? codes.international : codes.local;
    this.first = returns === "all" ? 0 : single;
    this.end = returns === "all" ? count : single === NO_CODE ? NO_CODE : single + 1;
    return true;
  }

  write(output: ByteWriter): void {
    const { first, end } = this;
    const { territories } = this.codes.list;
    if (first === end) {
      this.writeNull(output);
      return;
    }
    output.reserve(MAX_CODES * MAX_RESULT_BYTES);
    for (let index = first; index < end; index++) {
      output.appendEncoded(index === first ? this.before : this.between);
      if (this.returns !== "international") {
        output.appendFrom(this.names, territories[index]);
        output.appendByte(SPACE);
      }
      output.appendCode(this.words, index);
    }
    output.appendEncoded(this.after);
  }

  writeNull(output: ByteWriter): void {
    output.reserve(MAX_RESULT_BYTES);
    output.appendEncoded(this.nothing);
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
    const { degrees, isNull, problems } = this;
    const filter = this.filter;
    const [latDeg, lonDeg] = degrees;
    for (const slot of [LAT_DEG, LON_DEG]) {
      if (isNull[slot]) return `The row has no ${AXES[slot]}.`;
    }
    const problem = problems[LAT_DEG] ?? problems[LON_DEG] ?? problems[PRECISION];
    if (problem !== undefined) return problem;
    if (!isInRange(latDeg, lonDeg)) return rangeMessage(latDeg, lonDeg);
    if (filter instanceof RowProblem) return filter.error().message;
    return noMapcodeMessage(latDeg, lonDeg, filter.name);
  }
}
