import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_BYTES, blocksOf } from "../../../src/cli/batch/blocks.ts";
import { inOrder } from "../../../src/cli/batch/in-order.ts";
import { runs } from "../../arbitraries.ts";

async function* listed<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield item;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const never = new AbortController().signal;

/** Resolves after so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

describe("results in order", () => {
  const slownesses = fc.array(fc.nat(20), { maxLength: 30 });

  it("are in the order of their items, whichever is quicker, and no more at once than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(slownesses, fc.integer({ min: 1, max: 5 }), async (slow, most) => {
        let current = 0;
        let highest = 0;
        const convert = async (place: number) => {
          highest = Math.max(highest, ++current);
          await turns(slow[place]);
          current--;
          return place;
        };
        const places = slow.map((_, place) => place);
        expect(await all(inOrder(listed(places), most, convert, never))).toEqual(places);
        expect(highest).toBe(Math.min(highest, most));
      }),
      runs(50),
    );
  });

  it("come while the next item has not", async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* items() {
      yield 1;
      await waiting;
      yield 2;
    }
    const results = inOrder(items(), 3, async (item) => item, never);
    expect(await results.next()).toEqual({ done: false, value: 1 });
    release();
    expect(await results.next()).toEqual({ done: false, value: 2 });
  });

  it("end with the failure of an item, of a conversion, or a signal's reason", async () => {
    async function* failing() {
      yield 1;
      throw new Error("no more items");
    }
    const same = async (item: number) => item;
    await expect(all(inOrder(failing(), 2, same, never))).rejects.toThrow("no more items");
    const late = inOrder(failing(), 2, async (item) => turns(9).then(() => item), never);
    expect(await late.next()).toEqual({ done: false, value: 1 });
    await expect(late.next()).rejects.toThrow("no more items");
    const refuse = async () => {
      throw new Error("not convertible");
    };
    await expect(all(inOrder(listed([1, 2]), 2, refuse, never))).rejects.toThrow("not convertible");
    const controller = new AbortController();
    const stopped = all(inOrder(listed([1]), 1, () => new Promise(() => {}), controller.signal));
    controller.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
  });
});

describe("blocks", () => {
  const bytes = Buffer.from(Array.from({ length: 3 * BLOCK_BYTES + 12_345 }, (_, at) => at % 251));
  const sizes = fc.array(fc.integer({ min: 1, max: 2 * BLOCK_BYTES }), {
    minLength: 1,
    maxLength: 9,
  });

  it("are the same in whatever pieces their bytes arrive", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (cut) => {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = cut[pieces.length % cut.length];
          // Copies: memory of pieces may be given back.
          pieces.push(new Uint8Array(bytes.subarray(at, at + Math.max(size, 5_000))));
          at += Math.max(size, 5_000);
        }
        const blocks = await all(blocksOf(listed(pieces), false));
        const lengths = [BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES, 12_345];
        expect(blocks.map(({ length }) => length)).toEqual(lengths);
        expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
      }),
      runs(20),
    );
  });

  it("of a live input are what has arrived when it pauses", async () => {
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
