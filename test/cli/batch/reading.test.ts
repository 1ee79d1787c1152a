import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_BYTES } from "../../../src/cli/batch/input.ts";
import { blocksOf } from "../../../src/cli/batch/reading.ts";
import { runs } from "../../support/arbitraries.ts";
import { partSizes, partsOf } from "../../support/parts.ts";
import { all, listed, turns } from "./sequences.ts";

describe("the blocks of an input", () => {
  const bytes = Buffer.from(Array.from({ length: 3 * BLOCK_BYTES + 12_345 }, (_, at) => at % 251));

  it("have the same boundaries however their bytes arrive", async () => {
    await fc.assert(
      fc.asyncProperty(partSizes(2 * BLOCK_BYTES, 5_000), async (cut) => {
        const blocks = await all(blocksOf(listed(partsOf(bytes, cut)), false));
        const lengths = [BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES, 12_345];
        expect(blocks.map(({ length }) => length)).toEqual(lengths);
        expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
      }),
      runs(20),
    );
  });

  it("of a live input contain the bytes that have arrived when it pauses", async () => {
    async function* pausing() {
      for (const text of ["a", "b"]) yield Buffer.from(text);
      await turns(10);
      yield Buffer.from("c");
    }
    const texts = (await all(blocksOf(pausing(), true))).map((block) =>
      Buffer.from(block).toString(),
    );
    expect(texts).toEqual(["ab", "c"]);
    expect(await all(blocksOf(pausing(), false))).toHaveLength(1);
  });
});
