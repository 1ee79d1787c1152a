/** Sums up what became of the chunks of one input. */
import type { Converted, Refusal } from "./chunks.ts";
import type { BatchPlan } from "./plan.ts";

export interface Tally {
  /** Adds a chunk's numbers; chunks are added in the order of the input. */
  add(converted: Converted): void;
  readonly rows: number;
  readonly answered: number;
  readonly refused: number;
  /** Numbers of the row and the line are those in the whole input. */
  readonly firstRefusal: Refusal | undefined;
}

export function createRowCounts({ headerLines }: BatchPlan): Tally {
  const sums = { rows: 0, answered: 0, refused: 0 };
  let lines = headerLines;
  let firstRefusal: Refusal | undefined;
  return {
    get rows() {
      return sums.rows;
    },
    get answered() {
      return sums.answered;
    },
    get refused() {
      return sums.refused;
    },
    get firstRefusal() {
      return firstRefusal;
    },
    add(converted) {
      const refusal = converted.firstRefusal;
      if (refusal && !firstRefusal) {
        firstRefusal = { ...refusal, row: sums.rows + refusal.row, line: lines + refusal.line };
      }
      sums.rows += converted.rows;
      sums.answered += converted.answered;
      sums.refused += converted.refused;
      lines += converted.lines;
    },
  };
}
