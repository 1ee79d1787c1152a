/** Counts what became of the rows of all inputs, and where in which input each stands. */
import { RowCounter } from "../../batch/chunks.ts";
import type { LocatedRowError } from "../../batch/rows.ts";
import type { PlannedInput } from "./inputs.ts";
import type { PieceAnswer } from "./pieces.ts";
import type { Progressed } from "./resume.ts";

export class Counts {
  readonly #inputs: readonly PlannedInput[];
  rows = 0;
  answered = 0;
  refused = 0;
  #input = -1;
  #tally: RowCounter | undefined;
  #lines = 0;

  constructor(inputs: readonly PlannedInput[], before: Progressed | undefined) {
    this.#inputs = inputs;
    if (!before) return;
    this.rows = before.rows;
    this.answered = before.answered;
    this.refused = before.refused;
    this.#begin(before.input);
    const counts = { rows: before.inputRows, lines: before.inputLines, converted: 0, failed: 0 };
    this.#tally?.add(counts);
    this.#lines = before.inputLines;
  }

  #begin(input: number): void {
    const found = this.#inputs[input];
    this.#input = input;
    this.#tally = found && new RowCounter(found.plan.preambleLines);
    this.#lines = 0;
  }

  /** @returns the first row that was refused in the input, with its place there */
  add(input: number, answer: PieceAnswer): LocatedRowError | undefined {
    if (input !== this.#input) this.#begin(input);
    this.#tally?.add(answer);
    this.#lines += answer.lines;
    this.rows += answer.rows;
    this.answered += answer.converted;
    this.refused += answer.failed;
    return this.#tally?.firstError;
  }

  get reached(): Pick<
    Progressed,
    "rows" | "answered" | "refused" | "input" | "inputRows" | "inputLines"
  > {
    const { rows, answered, refused } = this;
    const inputRows = this.#tally?.rows ?? 0;
    return { rows, answered, refused, input: this.#input, inputRows, inputLines: this.#lines };
  }
}
