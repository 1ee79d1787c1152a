import zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressionOf } from "../../../src/cli/batch/compression.ts";
import { crc32InJavaScript, decompress } from "../../../src/cli/batch/decompression.ts";
import { runs } from "../../support/arbitraries.ts";
import { partSizes, partsOf } from "../../support/parts.ts";
import { listed } from "./sequences.ts";

/** Everything that is decompressed, and the error that follows it. */
async function decompressed(compressed: Uint8Array, sizes: readonly number[] = [7]) {
  const parts = partsOf(compressed, sizes);
  const output: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const bytes of decompress(listed(parts), "gzip", 1 << 16)) output.push(bytes);
  } catch (thrown) {
    error = thrown;
  }
  return { text: Buffer.concat(output).toString("latin1"), error };
}

const random = fc.sample(fc.string({ minLength: 90_000, maxLength: 90_000 }), 1)[0];
const long = Buffer.from(random, "latin1").toString("latin1");
const member = (text: string) => zlib.gzipSync(Buffer.from(text, "latin1"));

describe("gzip data", () => {
  it("are decompressed member by member, however their bytes arrive", async () => {
    const several = Buffer.concat([member("a\n"), member(""), member(long), member("b\n")]);
    await fc.assert(
      fc.asyncProperty(partSizes(40_000), async (cut) => {
        const { text, error } = await decompressed(several, cut);
        expect(error).toBeUndefined();
        expect(text === `a\n${long}b\n`).toBe(true);
      }),
      runs(10),
    );
  });

  it("may have zeros behind them", async () => {
    const padded = Buffer.concat([member("a"), Buffer.alloc(600), member("b"), Buffer.alloc(9)]);
    expect(await decompressed(padded)).toEqual({ text: "ab", error: undefined });
  });

  it("may have every optional part of the header", async () => {
    const deflated = member("a").subarray(10);
    const header = [0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 255];
    const optional = [3, 0, 1, 2, 3, ...Buffer.from("name\0comment\0"), 9, 9];
    const whole = Buffer.concat([Buffer.from([...header, ...optional]), deflated]);
    expect(await decompressed(whole)).toEqual({ text: "a", error: undefined });
  });

  it("that end early give everything before, wherever they end", async () => {
    const whole = member("some text, some more text\n");
    for (let end = 1; end < whole.length; end++) {
      const { text, error } = await decompressed(whole.subarray(0, end), [end]);
      expect(error).toEqual(new Error("unexpected end of file"));
      expect("some text, some more text\n".startsWith(text)).toBe(true);
      // Only the checksum is missing.
      if (end >= whole.length - 8) expect(text).toBe("some text, some more text\n");
    }
  });

  it("give everything before other bytes behind them", async () => {
    const first = member(long);
    for (const trash of ["trash, trash", "\x1f", "x", "\0\0x"]) {
      const bytes = Buffer.concat([first, Buffer.from(trash)]);
      for (const cut of [[bytes.length], [first.length], [1 << 10]]) {
        const { text, error } = await decompressed(bytes, cut);
        expect(text === long).toBe(true);
        expect(error).toBeInstanceOf(Error);
      }
    }
  });

  it("with a wrong checksum or length are damaged", async () => {
    for (const at of [-8, -1]) {
      const bytes = member(long);
      bytes[bytes.length + at] ^= 1;
      const { text, error } = await decompressed(bytes, [50_000]);
      expect(error).toEqual(new Error("incorrect checksum"));
      expect(text === long).toBe(true);
    }
  });

  it("have a checksum that JavaScript computes as node:zlib does", () => {
    const bytes = Buffer.from(long, "latin1");
    const half = crc32InJavaScript(bytes.subarray(0, 5_000), 0);
    expect(crc32InJavaScript(bytes.subarray(5_000), half)).toBe(zlib.crc32(bytes));
  });
});

describe("the first bytes of an input", () => {
  it.each([
    ["1f8b0800", "gzip"],
    ["28b52ffd", "zstd"],
    ["", "unknown"],
    ["1f", "unknown"],
    ["28b5", "unknown"],
    ["31", undefined],
    ["1f31", undefined],
    ["28b52f31", undefined],
  ])("show its compression: %s", (hex, compression) => {
    expect(compressionOf(Buffer.from(hex, "hex"))).toBe(compression);
  });
});

/** The types of Node 20 lack it, as do versions before 22.15. */
interface Zstd {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Buffer;
}
const untypedZlib: object = zlib;
const { zstdCompressSync }: Zstd = untypedZlib;

describe("Zstandard data", () => {
  /** The frame consists of blocks that decompress to this many bytes each (RFC 8878, section 3.1.1.2.4). */
  const BLOCK_BYTES = 128 * 1024;

  it.runIf(zstdCompressSync)("give everything before an error", async () => {
    const original = long.repeat(3);
    const whole = zstdCompressSync?.(Buffer.from(original)) ?? Buffer.alloc(0);
    for (const [bytes, minLength] of [
      // The decoder needs a whole block: all but the last one remain.
      [whole.subarray(0, whole.length - 3), 2 * BLOCK_BYTES],
      [Buffer.concat([whole, Buffer.from("trash")]), original.length],
    ] as const) {
      let text = "";
      const read = async () => {
        for await (const part of decompress(listed([bytes]), "zstd", 1 << 16)) {
          text += Buffer.from(part).toString("latin1");
        }
      };
      await expect(read()).rejects.toThrow();
      expect(original.startsWith(text)).toBe(true);
      expect(text.length).toBeGreaterThanOrEqual(minLength);
    }
  });
});
