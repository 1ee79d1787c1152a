/** Counts the rows of a batch by territory, and the rows that failed by reason. */
import type { ConversionOptions } from "../../batch/conversion.ts";
import { contextOf, isBlank } from "../../batch/row-input.ts";
import type { RowError, RowInput, RowResult } from "../../batch/rows.ts";
import { parseMapcode, territories, territoryNumber } from "../../index.ts";

/** Counts by name. Plain data, so that threads can send it and checkpoints contain it. */
export type Counts = Readonly<Record<string, number>>;

export interface BatchStatistics {
  /** Rows by the territory of their mapcode; with `--all`, mapcodes by territory. */
  readonly territories: Counts;
  /** Rows that failed, by reason. */
  readonly reasons: Counts;
}

export const NO_STATISTICS: BatchStatistics = { territories: {}, reasons: {} };

/** The territory of codes that are valid worldwide. */
const WORLD = "AAA";

/** Codes of this form are international, whatever territory stands in front of them. */
const INTERNATIONAL_CODE = /^\w{5}\.\w{4}(-|$)/;

/** Enough for all reasons that there are. Messages with parts of rows that are not quoted could be many more. */
const MAX_REASONS = 100;
const OTHER_REASONS = "Other reasons.";

/** A message without the values that it quotes, which differ from row to row. */
function reasonIn(message: string): string {
  return message.replace(/'.*?'(?=[\s.,;:)]|$)/gs, "'...'");
}

/** The territory of a result, which may be written in another alphabet. */
function encodedTerritory([name]: RowResult["lists"][number]): string {
  // The territory is the first value of a result of encoding; see resultNames.
  return name === undefined ? WORLD : territories()[territoryNumber(String(name))].alphaCode;
}

/**
 * The territory of the mapcode of a row that was decoded.
 * @throws CellError as the conversion of the row does
 */
function decodedTerritory(input: RowInput, options: ConversionOptions): string {
  const text = input.mapcode?.value;
  // A row without a local mapcode has the international one.
  if (isBlank(input.mapcode) || typeof text !== "string") return WORLD;
  const parsed = parseMapcode(text, { context: contextOf(input, options) });
  if (parsed.status !== "valid" || INTERNATIONAL_CODE.test(parsed.mapcode.code)) return WORLD;
  return parsed.mapcode.territory;
}

function increment(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

function incrementReason(counts: Map<string, number>, reason: string, by: number): void {
  const isKnown = counts.has(reason) || counts.size < MAX_REASONS;
  increment(counts, isKnown ? reason : OTHER_REASONS, by);
}

export class StatisticsCounter {
  readonly #territories: Map<string, number>;
  readonly #reasons: Map<string, number>;

  constructor({ territories, reasons }: BatchStatistics = NO_STATISTICS) {
    this.#territories = new Map(Object.entries(territories));
    this.#reasons = new Map(Object.entries(reasons));
  }

  get statistics(): BatchStatistics {
    return {
      territories: Object.fromEntries(this.#territories),
      reasons: Object.fromEntries(this.#reasons),
    };
  }

  addRow(
    options: ConversionOptions,
    input: RowInput,
    { lists }: RowResult,
    error: RowError | undefined,
  ): void {
    if (error) {
      incrementReason(this.#reasons, reasonIn(error.message), 1);
    } else if (options.operation === "decode") {
      increment(this.#territories, decodedTerritory(input, options), 1);
    } else {
      for (const list of lists) increment(this.#territories, encodedTerritory(list), 1);
    }
  }

  /** Adds the counts of a task. */
  add({ territories, reasons }: BatchStatistics): void {
    for (const [name, count] of Object.entries(territories)) {
      increment(this.#territories, name, count);
    }
    for (const [reason, count] of Object.entries(reasons)) {
      incrementReason(this.#reasons, reason, count);
    }
  }
}

/** Lines of counts, the greatest first. */
function countLines(title: string, counts: Counts): string[] {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  if (sorted.length === 0) return [];
  const width = String(sorted[0][1]).length;
  return [title, ...sorted.map(([name, count]) => `  ${String(count).padStart(width)}  ${name}`)];
}

/** The statistics as lines for the terminal. */
export function statisticsLines({ territories, reasons }: BatchStatistics): readonly string[] {
  return [
    ...countLines("Rows by territory:", territories),
    ...countLines("Failed rows by reason:", reasons),
  ];
}
