/** Decodes the mapcodes of rows: from their bytes to the bytes of numbers. */
import type { ByteWriter } from "../../bytes.ts";
import { COMMA } from "../../characters.ts";
import {
  decodeBytesInto,
  decodeInto,
  decodeRectangle,
  LAT_DEG,
  LON_DEG,
  NO_TERRITORY,
} from "../../index.ts";
import { MAX_DECIMAL_BYTES } from "../../library/decimal-writing.ts";
import { decodingProblem } from "../../library/decoding.ts";
import { contextNameOf, contextOfFilter, NO_FILTER } from "../../library/point-codes.ts";
import { shown } from "../../messages.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { boundsOf } from "./encoding.ts";
import { ResultTexts } from "./result-texts.ts";
import type { Conversion, ResultValue } from "./results.ts";
import { type Cell, NO_SLOT, type Row } from "./row.ts";
import { RowProblem } from "./row-errors.ts";
import { inputOf, isBlank, missingValue, valueProblem, valueText } from "./row-input.ts";
import { RowFilters } from "./territory-filters.ts";
import { findText, text } from "./values.ts";

/** A row that only its values can decode. */
const RARE = -1;

export class Decoding implements Conversion {
  problem: RowProblem | undefined;
  hasPoint = false;
  lists = 0;
  private readonly texts: ResultTexts;
  private readonly filters: RowFilters;
  private readonly writesBytes: boolean;
  private readonly hasBounds: boolean;
  private readonly degrees = new Float64Array(2);
  /** The bounds of the mapcode, if they are wanted. */
  private bounds: readonly number[] = [];

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined) {
    this.texts = new ResultTexts(options, delimiter);
    this.filters = new RowFilters(options);
    this.hasBounds = options.include.includes("rectangle");
    this.writesBytes = !options.decimalComma;
  }

  get ambiguousNames(): readonly string[] {
    return this.filters.ambiguousNames;
  }

  clear(problem: RowProblem): void {
    this.problem = problem;
    this.lists = 0;
    this.hasPoint = false;
  }

  convert(bytes: Uint8Array, row: Row): boolean {
    this.problem = undefined;
    this.lists = 0;
    this.hasPoint = false;
    const errorCode = this.hasBounds ? RARE : this.decodeBytes(bytes, row);
    if (errorCode !== 0 && !this.decodeValue(bytes, row)) return false;
    this.lists = 1;
    this.hasPoint = true;
    return true;
  }

  /** Decodes the mapcode where it stands. @returns 0, or another number if its value has to tell why not */
  private decodeBytes(bytes: Uint8Array, row: Row): number {
    const { mapcode, international } = row.schema.values;
    if (row.input || (mapcode === NO_SLOT && international === NO_SLOT)) return RARE;
    if (!findText(bytes, row, mapcode)) return RARE;
    const { from, to } = text;
    if (from < to) {
      const filter = this.filters.find(bytes, row);
      if (filter instanceof RowProblem) return RARE;
      return decodeBytesInto(bytes, from, to, contextOfFilter(filter), this.degrees);
    }
    // No context applies to an international mapcode.
    if (!findText(bytes, row, international)) return RARE;
    return decodeBytesInto(bytes, text.from, text.to, NO_TERRITORY, this.degrees);
  }

  /** Decodes the mapcode from the values of a row. @returns false, with the problem set, if it has no place */
  private decodeValue(bytes: Uint8Array, row: Row): boolean {
    const input = inputOf(bytes, row);
    if (input instanceof RowProblem) return this.fail(input);
    // A point without a local code has the international one only.
    const isInternational = isBlank(input.mapcode) && !isBlank(input.international);
    const cell = isInternational ? input.international : input.mapcode;
    if (isBlank(cell)) return this.fail(missingValue("mapcode", cell?.column));
    const { value, column } = cell as Cell;
    if (typeof value !== "string") {
      const message = `The mapcode ${shown(valueText(value))} is not a string.`;
      return this.fail(new RowProblem("malformed-mapcode", message, column));
    }
    const filter = isInternational ? NO_FILTER : this.filters.find(bytes, row);
    if (filter instanceof RowProblem) return this.fail(filter);
    const errorCode = decodeInto(value, contextOfFilter(filter), this.degrees);
    if (errorCode !== 0) {
      return this.fail(valueProblem(decodingProblem(errorCode, value, filter), column));
    }
    if (this.hasBounds) {
      this.bounds = boundsOf(decodeRectangle(value, { context: contextNameOf(filter) }));
    }
    return true;
  }

  private fail(problem: RowProblem): false {
    this.problem = problem;
    return false;
  }

  private valueOf(index: number): ResultValue {
    if (this.lists === 0) return undefined;
    if (index < 2) return this.degrees[index === 0 ? LAT_DEG : LON_DEG];
    return this.bounds[index - 2];
  }

  writeField(writer: ByteWriter, _: number, index: number): void {
    if (this.writesBytes && index < 2 && this.lists > 0) this.writeDegrees(writer, index);
    else this.texts.writeField(writer, this.valueOf(index));
  }

  writeFields(writer: ByteWriter, list: number, delimiter: number): void {
    for (let index = 0; index < this.texts.names.length; index++) {
      writer.reserve(1);
      writer.appendByte(delimiter);
      this.writeField(writer, list, index);
    }
  }

  writeJson(writer: ByteWriter, _: number, index: number): void {
    if (index < 2 && this.lists > 0) this.writeDegrees(writer, index);
    else this.texts.writeJson(writer, this.valueOf(index));
  }

  private writeDegrees(writer: ByteWriter, index: number): void {
    writer.reserve(MAX_DECIMAL_BYTES);
    writer.appendDecimal(this.degrees[index === 0 ? LAT_DEG : LON_DEG]);
  }

  writeLists(): void {}

  writePoint(writer: ByteWriter): void {
    writer.reserve(2 * MAX_DECIMAL_BYTES + 1);
    writer.appendDecimal(this.degrees[LON_DEG]);
    writer.appendByte(COMMA);
    writer.appendDecimal(this.degrees[LAT_DEG]);
  }

  observed(bytes: Uint8Array, row: Row): ReturnType<Conversion["observed"]> {
    const input = inputOf(bytes, row);
    if (!this.hasPoint || input instanceof RowProblem) return {};
    const [latDeg, lonDeg] = [this.degrees[LAT_DEG], this.degrees[LON_DEG]];
    const cell = isBlank(input.mapcode) ? input.international : input.mapcode;
    return { point: { latDeg, lonDeg }, code: `${cell?.value}` };
  }
}
