/** Counts the rows of a batch by territory. */
import type { ConversionOptions } from "../../batch/options/conversion.ts";
import type { RowResult } from "../../batch/rows/results.ts";
import type { RowInput } from "../../batch/rows/row.ts";
import { type RowError, RowProblem } from "../../batch/rows/row-errors.ts";
import { isBlank } from "../../batch/rows/row-input.ts";
import { filterOf } from "../../batch/rows/territory-filters.ts";
import { parseMapcode, territories, territoryNumber } from "../../index.ts";
import { contextNameOf, isInternationalCode, territoryFilter } from "../../internal.ts";

/** Counts by name. Plain data, so that threads can send it and checkpoints contain it. */
export type Counts = Readonly<Record<string, number>>;

export interface BatchStatistics {
  /** Rows by the territory of their mapcode; with `--all`, mapcodes by territory. */
  readonly territories: Counts;
}

const NO_STATISTICS: BatchStatistics = { territories: {} };

/** The territory of codes that are valid worldwide. */
const WORLD = "AAA";

/** The territory of a result, which may be written in another alphabet. */
function encodedTerritory([name]: RowResult["lists"][number]): string {
  // The territory is the first value of a result of encoding; see resultNames.
  return name === undefined ? WORLD : territories()[territoryNumber(String(name))].alphaCode;
}

/** The territory of the mapcode of a row that was decoded. */
function decodedTerritory(input: RowInput, options: ConversionOptions): string {
  const text = input.mapcode?.value;
  // A row without a local mapcode has the international one.
  if (isBlank(input.mapcode) || typeof text !== "string") return WORLD;
  const filter = filterOf(input, territoryFilter(options));
  const context = filter instanceof RowProblem ? undefined : contextNameOf(filter);
  const parsed = parseMapcode(text, { context });
  // Such codes are valid worldwide, whatever territory stands in front of them.
  if (parsed.status !== "valid" || isInternationalCode(parsed.mapcode.code)) return WORLD;
  return parsed.mapcode.territory;
}

function increment(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

export class StatisticsCounter {
  readonly #territories: Map<string, number>;

  constructor({ territories }: BatchStatistics = NO_STATISTICS) {
    this.#territories = new Map(Object.entries(territories));
  }

  get statistics(): BatchStatistics {
    return { territories: Object.fromEntries(this.#territories) };
  }

  addRow(
    options: ConversionOptions,
    input: RowInput,
    { lists, listErrors }: RowResult,
    error: RowError | undefined,
  ): void {
    if (error && !listErrors) return;
    if (options.operation === "decode") {
      increment(this.#territories, decodedTerritory(input, options), 1);
    } else {
      lists.forEach((list, index) => {
        if (!listErrors?.[index]) increment(this.#territories, encodedTerritory(list), 1);
      });
    }
  }

  /** Adds the counts of a task. */
  add({ territories }: BatchStatistics): void {
    for (const [name, count] of Object.entries(territories)) {
      increment(this.#territories, name, count);
    }
  }
}
