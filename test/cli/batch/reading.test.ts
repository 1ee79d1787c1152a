import { truncateSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_BATCH_OPTIONS } from "../../../src/batch/batch-options.ts";
import { withInputs } from "../../../src/cli/batch/inputs.ts";
import { blocksOf, Reader } from "../../../src/cli/batch/reading.ts";
import { BLOCK_BYTES } from "../../../src/cli/batch/sources.ts";
import { runs } from "../../support/arbitraries.ts";
import { partSizes, partsOf } from "../../support/parts.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import { all, listed, turns } from "./sequences.ts";

const folder = createFolder();

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

describe("an input that becomes shorter while it is read", () => {
  it("is told by its sizes", async () => {
    const path = folder.write("points.csv", "lat,lon\n0,-30\n0,-30\n");
    const options = { ...DEFAULT_BATCH_OPTIONS, from: "csv", to: "csv" } as const;
    const request = { inputs: [{ path, format: "csv" as const }], options };
    await withInputs(request, async (inputs) => {
      const noticesOf = async () => {
        const reader = new Reader({ inputs, isResumable: false });
        await all(reader.tasks());
        return reader.notices;
      };
      expect(await noticesOf()).toEqual([]);
      truncateSync(path, 14);
      expect(await noticesOf()).toEqual([
        `The file '${path}' had 20 bytes when the batch began, and 14 when it ended: rows may be missing.`,
      ]);
    });
  });
});
