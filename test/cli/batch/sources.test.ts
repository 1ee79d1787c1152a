import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BLOCK_BYTES, blocksOf } from "../../../src/cli/batch/sources.ts";
import { runs } from "../../support/arbitraries.ts";
import { partSizes, partsOf } from "../../support/parts.ts";

/** The blocks of a sequence. */
function blocksIn(input: AsyncIterable<Uint8Array>, isFile: boolean): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  const read = async () => (await iterator.next()).value;
  return blocksOf({ isFile, parts: [], pending: undefined, read });
}

async function textsOf(input: AsyncIterable<Uint8Array>, isFile: boolean): Promise<string[]> {
  const texts: string[] = [];
  for await (const block of blocksIn(input, isFile)) texts.push(Buffer.from(block).toString());
  return texts;
}

const text = Array.from({ length: 3 * BLOCK_BYTES }, (_, at) => at % 10).join("");

it("blocks have all bytes in their order, and at least so many, however they arrive", async () => {
  await fc.assert(
    fc.asyncProperty(partSizes(2 * BLOCK_BYTES, 5_000), async (cut) => {
      const blocks = await textsOf(Readable.from(partsOf(text, cut)), true);
      expect(blocks.join("") === text).toBe(true);
      expect(blocks.slice(0, -1).every(({ length }) => length >= BLOCK_BYTES)).toBe(true);
    }),
    runs(20),
  );
});

it("blocks of a live input are the bytes that have arrived when it pauses", async () => {
  async function* pausing() {
    for (const letter of ["a", "b"]) yield Buffer.from(letter);
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    yield Buffer.from("c");
  }
  expect(await textsOf(pausing(), false)).toEqual(["ab", "c"]);
  expect(await textsOf(pausing(), true)).toEqual(["abc"]);
});

it.each([
  true,
  false,
])("bytes before an error are a block, then it is thrown: %s", async (isFile) => {
  async function* failing() {
    yield Buffer.from("a");
    throw new Error("broken");
  }
  const blocks = blocksIn(failing(), isFile);
  expect(Buffer.from((await blocks.next()).value).toString()).toBe("a");
  await expect(blocks.next()).rejects.toThrow("broken");
});
