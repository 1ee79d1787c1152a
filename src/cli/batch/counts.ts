/** Counts what became of the rows of all inputs, and where in which input each stands. */
import type { Refusal } from "../../batch/chunks.ts";
import { createRowCounts, type Tally } from "../../batch/row-counts.ts";
import type { PlannedInput } from "./inputs.ts";
import type { PieceAnswer } from "./pieces.ts";
import type { Progressed } from "./resume.ts";

const NO_BYTES = new Uint8Array(0);

export class Counts {
  readonly #inputs: readonly PlannedInput[];
  rows = 0;
  answered = 0;
  refused = 0;
  #input = -1;
  #tally: Tally | undefined;
  #lines = 0;

  constructor(inputs: readonly PlannedInput[], before: Progressed | undefined) {
    this.#inputs = inputs;
    if (!before) return;
    this.rows = before.rows;
    this.answered = before.answered;
    this.refused = before.refused;
    this.#begin(before.input);
    const counts = { rows: before.inputRows, lines: before.inputLines, answered: 0, refused: 0 };
    this.#tally?.add({ ...counts, bytes: NO_BYTES, bytesBeforeRefusal: 0 });
    this.#lines = before.inputLines;
  }

  #begin(input: number): void {
    const found = this.#inputs[input];
    this.#input = input;
    this.#tally = found && createRowCounts(found.plan);
    this.#lines = 0;
  }

  /** @returns the first row that was refused in the input, with its place there */
  add(input: number, answer: PieceAnswer): Refusal | undefined {
    if (input !== this.#input) this.#begin(input);
    this.#tally?.add({ ...answer, bytesBeforeRefusal: 0 });
    this.#lines += answer.lines;
    this.rows += answer.rows;
    this.answered += answer.answered;
    this.refused += answer.refused;
    return this.#tally?.firstRefusal;
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
