import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BatchError,
  type BatchLimits,
  type BatchOptions,
  DecodeStream,
  EncodeStream,
  type ResolvedBatchOptions,
  type RowCounts,
} from "../../src/batch/index.ts";
import { createDecodeTransform, createEncodeTransform } from "../../src/batch/node.ts";
import { runs } from "../support/arbitraries.ts";
import { partSizes, partsOf } from "../support/parts.ts";
import { runBatch } from "./run.ts";

/** Pipes an input in parts through a stream. @returns the output and the counts */
type Through = (
  parts: readonly Uint8Array[],
  options: BatchOptions,
  settings?: BatchLimits,
) => Promise<RowCounts & { text: string }>;

function outcome(parts: readonly Uint8Array[], counts: RowCounts) {
  const { rows, converted, failed, clamped, firstError, failures } = counts;
  const text = Buffer.concat(parts).toString();
  return { text, rows, converted, failed, clamped, firstError, failures };
}

const throughNode: Through = async (input, { operation, ...options }, settings) => {
  const create = operation === "decode" ? createDecodeTransform : createEncodeTransform;
  const batch = create(options, settings);
  const parts: Uint8Array[] = [];
  await pipeline(Readable.from(input), batch, async (output) => {
    for await (const part of output) parts.push(part);
  });
  return outcome(parts, batch.counts);
};

const throughWeb: Through = async (input, { operation, ...options }, settings) => {
  const Stream = operation === "decode" ? DecodeStream : EncodeStream;
  const batch = new Stream(options, settings);
  const parts: Uint8Array[] = [];
  for await (const part of ReadableStream.from(input).pipeThrough(batch)) parts.push(part);
  return outcome(parts, batch.counts);
};

function atOnce(input: string, options: Partial<ResolvedBatchOptions>) {
  const { output, ...counts } = runBatch(input, options);
  return outcome([output], counts);
}

/** A table and an array, of which the splitter of each needs more than the bytes of one row. */
const INPUTS = [
  ["csv", "\ufefflat,lon,name\r\n", ['0,-30,"b\n""c"""\n', "x,1,é\n", "1\n", "\n"], "", ""],
  ["json", " [\n", ['{"lat":52.376514,\n"lon":4.908543}', "[0,-30]", '{"lat":"é"}'], ",\n", "]\n"],
] as const;

describe.each([
  ["Node", throughNode],
  ["the Web", throughWeb],
] as const)("a batch as a stream of %s", (_name, through) => {
  it.each(
    INPUTS,
  )("of %s gives the same output as the batch at once, in parts of any size", async (from, opening, rows, between, closing) => {
    const filled = fc.array(fc.constantFrom<string>(...rows), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(filled, partSizes(40), async (all, cuts) => {
        const input = opening + all.join(between) + closing;
        let expected: ReturnType<typeof atOnce>;
        try {
          expected = atOnce(input, { from, to: "csv" });
        } catch (error) {
          expect(error).toBeInstanceOf(BatchError);
          await expect(through(partsOf(input, cuts), { from, to: "csv" })).rejects.toEqual(error);
          return;
        }
        expect(await through(partsOf(input, cuts), { from, to: "csv" })).toEqual(expected);
      }),
      runs(100),
    );
  });

  it("writes the format of the input unless another one is requested", async () => {
    const parts = partsOf("lat,lon\n52.376514,4.908543\n", [7]);
    const { text } = await through(parts, { from: "csv" });
    expect(text).toBe(
      "lat,lon,territory,mapcode,international,error\n52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,\n",
    );
    expect((await through(parts, { from: "csv", to: "plain" })).text).toBe(
      "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n",
    );
  });

  it("treats undefined options as not given", async () => {
    const options = { from: undefined, to: undefined, precision: undefined, territory: undefined };
    expect((await through(partsOf("0 -30", [1]), options)).text).toBe("0 -30\t\t\tHDX7Y.F0MG\n");
  });

  it("accepts a first row in many parts", async () => {
    const input = `{"note":"${"é".repeat(40_000)}","lat":0,"lon":-30}\n[0,-30]\n`;
    const options = { from: "ndjson", to: "csv" } as const;
    expect(await through(partsOf(input, [999]), options)).toEqual(atOnce(input, options));
  });

  it("writes the frame of the format for an empty input", async () => {
    const none = {
      rows: 0,
      converted: 0,
      failed: 0,
      clamped: 0,
      firstError: undefined,
      failures: [],
    };
    expect(await through([], {})).toEqual({ ...none, text: "" });
    expect(await through([], { from: "json" })).toEqual(atOnce("", { from: "json", to: "json" }));
  });

  it("fails with the error of the input", async () => {
    const missing = through(partsOf("a,b\n1,2\n", [3]), { from: "csv" });
    await expect(missing).rejects.toBeInstanceOf(BatchError);
    const noArray = through(partsOf("7", [1]), { from: "json" });
    await expect(noArray).rejects.toThrow("not with the '[' of a JSON array");
  });

  it("fails early for a first row without an end", async () => {
    const parts = new Array(3 * 2 ** 6).fill(Buffer.alloc(2 ** 14, "x"));
    await expect(through(parts, { from: "csv" })).rejects.toThrow(
      "The first row does not end within 1048576 bytes. Check the format of the input, or raise the limit with the option maxRowBytes.",
    );
  });

  it("accepts large parts and many rows", async () => {
    const input = `lat,lon\n${"52.376514,4.908543\n".repeat(20_000)}`;
    const options = { from: "csv", to: "csv" } as const;
    const expected = atOnce(input, options);
    const found = await through([Buffer.from(input)], options);
    expect(found.text === expected.text).toBe(true);
    expect({ ...found, text: "" }).toEqual({ ...expected, text: "" });
  });

  it("rejects rows that are longer than the limit", async () => {
    const parts = partsOf(`${"1".repeat(30)} 2\n0,-30\n`, [9]);
    const found = await through(parts, { maxRowBytes: 20 });
    const message = "The row '11111111111111111111' is longer than 20 bytes.";
    expect(found).toMatchObject({
      text: `${"1".repeat(30)} 2\t\t\t\t${message}\n0,-30\t\t\tHDX7Y.F0MG\n`,
      ...{ rows: 2, converted: 1, failed: 1, clamped: 0 },
      firstError: { row: 1, line: 1, code: "row-too-long", message },
    });
  });
});

describe.each([
  ["createEncodeTransform", createEncodeTransform],
  ["EncodeStream", (options: BatchOptions) => new EncodeStream(options)],
])("%s", (_name, create) => {
  it("rejects wrong options before anything is read", () => {
    expect(() => create({ precision: 9 })).toThrow(
      new BatchError("The precision 9 is not an integer from 0 to 8.", "precision"),
    );
    expect(() => create({ from: "xls" as "csv" })).toThrow(BatchError);
  });

  it("does not decode because of an option", () => {
    const options: BatchOptions = { operation: "decode" };
    expect(() => create(options)).toThrow(
      "The option operation is 'decode', and this stream is for encode. Omit it.",
    );
  });
});

describe("a batch as a stream of Node", () => {
  const LINE = "52.376514 4.908543\n";
  const CONVERTED = "52.376514 4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

  it("converts no more of a large part than its reader consumes", async () => {
    const count = 50_000;
    const batch = createEncodeTransform();
    batch.end(LINE.repeat(count));
    await once(batch, "readable");
    expect(batch.counts.rows).toBeLessThan(count / 4);
    const parts = await batch.toArray();
    expect(Buffer.concat(parts).toString() === CONVERTED.repeat(count)).toBe(true);
    expect(batch.counts.rows).toBe(count);
  });

  it("writes the result of a row as soon as the row has ended", async () => {
    const batch = createEncodeTransform({ from: "csv" });
    const output = batch.setEncoding("utf8")[Symbol.asyncIterator]();
    batch.write("lat,lon\n0,");
    // The header waits for the first row, which may say that points are not in degrees.
    const header = "lat,lon,territory,mapcode,international,error\n";
    const row = "0,-30,,,HDX7Y.F0MG,\n";
    for (const [part, value] of [
      ["-30\n", header + row],
      ["0,-30\n", row],
    ]) {
      batch.write(part);
      expect(await output.next()).toEqual({ done: false, value });
    }
    batch.end();
    expect(await output.next()).toEqual({ done: true, value: undefined });
  });

  it("continues while it is read in small parts", async () => {
    const batch = createEncodeTransform();
    const text: string[] = [];
    batch.setEncoding("utf8").on("readable", () => {
      for (let part = batch.read(1000); part !== null; part = batch.read(1000)) text.push(part);
    });
    batch.end(LINE.repeat(9000));
    await once(batch, "end");
    expect(text.join("") === CONVERTED.repeat(9000)).toBe(true);
  });

  it("does not use a part after its callback", async () => {
    const batch = createEncodeTransform({ from: "csv" });
    const memory = Buffer.alloc(3);
    for (const part of partsOf(`y,x\n${LINE.replace(" ", ",")}`, [memory.length])) {
      memory.fill(0);
      memory.set(part);
      const written = memory.subarray(0, part.length);
      await new Promise<unknown>((resolve) => batch.write(written, resolve));
    }
    batch.end();
    const [, row] = Buffer.concat(await batch.toArray())
      .toString()
      .split("\n");
    expect(row).toBe("52.376514,4.908543,NLD,49.4V,VHXGB.1J9J,");
  });

  it("is destroyed by an error of the input, and destroys its source", async () => {
    const source = Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")]);
    const batch = createEncodeTransform({ from: "csv" });
    const failed = await pipeline(source, batch, new PassThrough()).catch((error) => error);
    expect(failed).toBeInstanceOf(BatchError);
    expect([source.destroyed, batch.destroyed]).toEqual([true, true]);
  });

  it("stops when its reader stops", async () => {
    const batch = createEncodeTransform();
    batch.end(LINE.repeat(50_000));
    for await (const part of batch) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect(batch.destroyed).toBe(true);
    expect(batch.counts.rows).toBeLessThan(50_000);
  });
});

describe("a batch as a stream of the Web", () => {
  it("rejects anything but bytes", async () => {
    const input = ReadableStream.from(["0 -30\n"]) as unknown as ReadableStream<Uint8Array>;
    const reader = input.pipeThrough(new EncodeStream()).getReader();
    await expect(reader.read()).rejects.toEqual(
      new TypeError("Expected a Uint8Array. Pipe text through a TextEncoderStream first."),
    );
  });
});
