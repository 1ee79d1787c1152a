import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZstdFrames } from "../../../src/cli/batch/compression.ts";
import { runs } from "../../support/arbitraries.ts";
import { partSizes, partsOf } from "../../support/parts.ts";
import { createFolder } from "../../support/temporary-folder.ts";
import { failureOf, mapcoded, piped } from "../command-lines.ts";

/** Frames made by the zstd tool: with and without checksum, compressed and raw, one skippable. */
const FRAMES = [
  "28b52ffd0058310000610a610a610a",
  "28b52ffd046845000008780100b4f3811051e4555e",
  "502a4d180300000061626a",
  // A block that repeats its byte 300 times, in a frame with a window descriptor.
  "28b52ffd200563090078",
].map((hex) => Buffer.from(hex, "hex"));

function cutAll(bytes: Uint8Array, sizes: readonly number[]) {
  const frames = new ZstdFrames();
  const parts = partsOf(bytes, sizes).flatMap((part) => [...frames.cut(part)]);
  return { parts, isComplete: frames.isComplete };
}

describe("Zstandard frames", () => {
  const lists = fc.array(fc.constantFrom(...FRAMES), { maxLength: 6 });

  it("are cut where they end, however their bytes arrive", () => {
    fc.assert(
      fc.property(lists, partSizes(50), (list, cut) => {
        const bytes = Buffer.concat(list);
        const ends = list.map((_, at) => Buffer.concat(list.slice(0, at + 1)).length);
        const { parts, isComplete } = cutAll(bytes, cut);
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
        expect(isComplete).toBe(true);
        let length = 0;
        const cuts = parts.map((part) => {
          length += part.length;
          return length;
        });
        expect(ends.filter((end) => !cuts.includes(end))).toEqual([]);
      }),
      runs(300),
    );
  });

  it("are incomplete when they are cut short", () => {
    for (const frame of FRAMES) {
      for (let length = 1; length < frame.length; length++) {
        expect(cutAll(frame.subarray(0, length), [7]).isComplete).toBe(false);
      }
    }
  });
});

const folder = createFolder();
const hasZstd = "zstdCompressSync" in zlib;

describe("Zstandard files", () => {
  it.runIf(hasZstd)("are written, and read to their end", async () => {
    const coded = folder.path("coded.txt.zst");
    const lines = "1 2\n".repeat(300_000);
    expect((await piped(lines)`encode -q -o ${coded}`).code).toBe(0);
    const { out } = await mapcoded`encode ${coded} -q --to csv`;
    expect(out.split("\n")).toHaveLength(300_002);
  });

  it.runIf(!hasZstd)("are rejected by versions of Node that lack it", async () => {
    expect(await failureOf(piped("1 2\n")`encode -o ${folder.path("coded.txt.zst")}`)).toBe(
      `1: Node ${process.version} does not support Zstandard (.zst). Use Node 22.15 or later, or gzip (.gz).`,
    );
  });
});
