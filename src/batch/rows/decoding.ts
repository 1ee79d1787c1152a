/** Decodes the mapcodes of rows: from their bytes to the bytes of numbers. */
import { decodeBytesInto, decodeInto, decodeRectangle, NO_TERRITORY } from "../../index.ts";
import { decodingProblem } from "../../library/decoding.ts";
import { contextOfFilter, NO_FILTER } from "../../library/encoding.ts";
import { shown } from "../../messages.ts";
import { alphaCodeOf } from "../../text/territories.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { addBounds } from "./encoding.ts";
import { Results } from "./results.ts";
import { type Cell, NO_SLOT, type Row } from "./row.ts";
import { missingValue, RowProblem, valueProblem } from "./row-errors.ts";
import { RowFilters } from "./territory-filters.ts";
import { findText, inputOf, isBlank, text, valueText } from "./values.ts";

export class Decoding {
  readonly results: Results;
  readonly filters: RowFilters;
  private readonly hasBounds: boolean;

  constructor(options: ResolvedBatchOptions, delimiter: string | undefined) {
    this.results = new Results(options, delimiter);
    this.filters = new RowFilters(options);
    this.hasBounds = options.include.includes("rectangle");
  }

  /** Decodes the mapcode of a row. @returns why it has no point */
  convert(bytes: Uint8Array, row: Row): RowProblem | undefined {
    this.results.clear();
    if (this.hasBounds || !this.decodeBytes(bytes, row)) return this.decodeValue(bytes, row);
    this.addPoint(row);
    return undefined;
  }

  private addPoint({ degrees }: Row): void {
    const { results } = this;
    results.lists = 1;
    results.hasPoint = true;
    results.addNumber(degrees[0]);
    results.addNumber(degrees[1]);
  }

  /** Decodes the mapcode where it stands. @returns false if its value has to tell why not */
  private decodeBytes(bytes: Uint8Array, row: Row): boolean {
    const { mapcode, international } = row.schema.values;
    if (row.input || (mapcode === NO_SLOT && international === NO_SLOT)) return false;
    if (!findText(bytes, row, mapcode)) return false;
    const { from, to } = text;
    if (from < to) {
      const filter = this.filters.find(bytes, row);
      if (filter instanceof RowProblem) return false;
      return decodeBytesInto(bytes, from, to, contextOfFilter(filter), row.degrees) === 0;
    }
    // No context applies to an international mapcode.
    if (!findText(bytes, row, international)) return false;
    return decodeBytesInto(bytes, text.from, text.to, NO_TERRITORY, row.degrees) === 0;
  }

  /** Decodes the mapcode, and its bounds if they are wanted, from the values of a row. @returns why it has no point */
  private decodeValue(bytes: Uint8Array, row: Row): RowProblem | undefined {
    const input = inputOf(bytes, row);
    if (input instanceof RowProblem) return input;
    // A point without a local code has the international one only.
    const isInternational = isBlank(input.mapcode) && !isBlank(input.international);
    const cell = isInternational ? input.international : input.mapcode;
    if (isBlank(cell)) return missingValue("mapcode", cell?.column);
    const { value, column } = cell as Cell;
    if (typeof value !== "string") {
      const message = `The mapcode ${shown(valueText(value))} is not a string.`;
      return new RowProblem("malformed-mapcode", message, column);
    }
    const filter = isInternational ? NO_FILTER : this.filters.find(bytes, row);
    if (filter instanceof RowProblem) return filter;
    const territory = contextOfFilter(filter);
    const errorCode = decodeInto(value, territory, row.degrees);
    if (errorCode !== 0) return valueProblem(decodingProblem(errorCode, value, filter), column);
    this.addPoint(row);
    const context = territory === NO_TERRITORY ? undefined : alphaCodeOf(territory);
    if (this.hasBounds) addBounds(this.results, decodeRectangle(value, { context }));
    return undefined;
  }
}
