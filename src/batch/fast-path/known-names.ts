/** Finds rows of JSON whose members have the names of an earlier row, so that few rows are parsed for their names. */
import { formatNamed } from "../formats/index.ts";
import type { BatchPlan } from "../plan/plan.ts";
import { JsonReader } from "./json-reader.ts";
import { FALL_BACK } from "./paths.ts";
import { rowEndOf } from "./row-ends.ts";
import { namesShapeOf } from "./row-shapes.ts";
import type { ReadShape } from "./shapes.ts";

interface NamesShape extends ReadShape {
  isKnown: boolean;
}

export class KnownNames {
  private readonly reader: JsonReader<NamesShape>;

  /** @param plan of an input whose format has `memberNames` */
  constructor(plan: BatchPlan) {
    const format = formatNamed(plan.options.from);
    const rowEnd = rowEndOf(format, plan.isSequence);
    this.reader = new JsonReader(rowEnd, format.hasGeometry ?? false, (end) => {
      const shape = namesShapeOf(end, plan);
      return shape && { ...shape, isKnown: false };
    });
  }

  /**
   * Skips a row whose names are known.
   * @returns where the next row begins; FALL_BACK if the row at `from` has to be parsed
   */
  skip(bytes: Uint8Array, from: number): number {
    const shape = this.reader.read(bytes, from);
    if (shape === undefined) return FALL_BACK;
    if (shape.isKnown) return this.reader.next;
    shape.isKnown = true;
    return FALL_BACK;
  }
}
