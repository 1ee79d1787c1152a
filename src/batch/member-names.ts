/** Finds the names of the members of all rows of JSON: few rows have other names than the rows before them. */

import { formatNamed } from "./formats/index.ts";
import type { BatchPlan } from "./plan.ts";
import type { RowSchema, Tokenizer } from "./rows/row.ts";

export class MemberNameReader {
  readonly #tokenizer: Tokenizer;
  readonly #plan: BatchPlan;
  readonly #known = new Set<RowSchema>();

  /** @param plan of an input whose rows have keys */
  constructor(plan: BatchPlan) {
    this.#plan = plan;
    this.#tokenizer = formatNamed(plan.options.from).createTokenizer(plan);
  }

  /**
   * Reads the names of the rows of a chunk.
   * @param add receives each name that the output may have, some of them several times
   */
  read(bytes: Uint8Array, add: (name: string) => void): void {
    const tokenizer = this.#tokenizer;
    const { row } = tokenizer;
    for (let at = 0; at < bytes.length; ) {
      at = tokenizer.next(bytes, at);
      if (row.isBlank || this.#known.has(row.schema)) continue;
      this.#known.add(row.schema);
      for (const name of this.#namesOf(row.schema)) add(name);
    }
  }

  /** The names in the order in which objects have them: numbers come first. */
  #namesOf({ feature, fields, overflow }: RowSchema): readonly string[] {
    const areFeatures = formatNamed(this.#plan.options.from).kind === "feature";
    if (overflow > 0 || (areFeatures && !feature)) return [];
    if (feature) {
      const named = this.#plan.hasFeatureOutput ? feature.properties : fields;
      return named.map(({ name }) => name);
    }
    return Object.keys(Object.fromEntries(fields.map(({ name }) => [name, 0])));
  }
}
