import { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import * as Batch from "../../src/batch/index.ts";
import type { BatchOptions, ResolvedBatchOptions } from "../../src/batch/options/options.ts";
import { BatchSession } from "../../src/batch/session.ts";
import { partsOf } from "../support/parts.ts";
import { runBatch } from "./run.ts";

function outcome(parts: readonly Uint8Array[], counts: Omit<Batch.RowCounts, "ambiguousNames">) {
  const { rows, converted, failed, failures } = counts;
  return { text: Buffer.concat(parts).toString(), rows, converted, failed, failures };
}

/** Pipes an input in parts through a stream. @returns the output and the counts */
async function through(
  input: readonly Uint8Array[],
  { operation, ...options }: BatchOptions,
  limits?: Batch.BatchLimits,
) {
  const Stream = operation === "decode" ? Batch.DecodeStream : Batch.EncodeStream;
  const batch = new Stream(options, limits);
  const parts: Uint8Array[] = [];
  for await (const part of ReadableStream.from(input).pipeThrough(batch)) parts.push(part);
  return outcome(parts, batch.counts);
}

function atOnce(input: string, options: Partial<ResolvedBatchOptions>) {
  const { output, ...counts } = runBatch(input, options);
  return outcome([output], counts);
}

describe("a batch as a stream of the Web", () => {
  it("writes the format of the input unless another one is requested", async () => {
    const parts = partsOf("lat,lon\n52.376514,4.908543\n", [7]);
    const codes = ["NLD", "49.4V", "VHXGB.1J9J"];
    const table = `lat,lon,territory,mapcode,international,error\n52.376514,4.908543,${codes},\n`;
    expect((await through(parts, { from: "csv" })).text).toBe(table);
    const lines = `52.376514,4.908543\t${codes.join("\t")}\n`;
    expect((await through(parts, { from: "csv", to: "plain" })).text).toBe(lines);
  });

  it("treats undefined options as not given", async () => {
    const options = { from: undefined, to: undefined, precision: undefined, territory: undefined };
    expect((await through(partsOf("0 -30", [1]), options)).text).toBe("0 -30\t\t\tHDX7Y.F0MG\n");
  });

  const LONG = `{"note":"${"é".repeat(40_000)}","lat":0,"lon":-30}\n[0,-30]\n`;
  const MANY = `lat,lon\n${"52.376514,4.908543\n".repeat(20_000)}`;
  it.each<[string, string, number, Batch.FormatName, Batch.FormatName]>([
    ["no row", "", 1, "plain", "plain"],
    ["no row in a frame", "", 1, "json", "json"],
    [
      "a row in parts of a byte",
      '[{"lat":0,\n"lon":-30,"n":"é"}, {"lat":"x"}]\n',
      1,
      "json",
      "csv",
    ],
    ["a first row in many parts", LONG, 999, "ndjson", "csv"],
    ["many rows in one part", MANY, MANY.length, "csv", "csv"],
  ])("accepts %s", async (_, input, size, from, to) => {
    const [found, expected] = [
      await through(partsOf(input, [size]), { from, to }),
      atOnce(input, { from, to }),
    ];
    expect(found.text === expected.text).toBe(true);
    expect({ ...found, text: "" }).toEqual({ ...expected, text: "" });
  });

  it("fails with the error of the input, and counts rows that all fail", async () => {
    const missing = through(partsOf("a,b\n1,2\n", [3]), { from: "csv" });
    await expect(missing).rejects.toBeInstanceOf(Batch.BatchError);
    const { converted, failed } = await through(partsOf("x\n", [1]), {});
    expect({ converted, failed }).toEqual({ converted: 0, failed: 1 });
  });

  it("fails early for a first row without an end", async () => {
    const parts = new Array(3 * 2 ** 6).fill(Buffer.alloc(2 ** 14, "x"));
    await expect(through(parts, { from: "csv" })).rejects.toMatchObject({
      message:
        "The first row does not end within 1048576 bytes. Check the format of the input, or raise the limit with the option maxRowBytes.",
      option: "maxRowBytes",
    });
  });

  it.each([1, 3, 1000])("ends after the greatest number of rows, in parts of %i bytes", (size) => {
    const convert = (maxRows: number) => {
      const session = new BatchSession({ from: "csv" }, { maxRows });
      const parts: Uint8Array[] = [];
      let exceeded: unknown;
      try {
        for (const part of partsOf("lat,lon\n0,-30\n\n0,-30\n\n", [size])) {
          for (const output of session.push(part)) parts.push(output);
        }
        for (const output of session.end()) parts.push(output);
      } catch (error) {
        exceeded = error instanceof Batch.BatchLimitError && error.limit;
      }
      const lines = Buffer.concat(parts).toString().trimEnd().split("\n");
      return [lines.length - 1, session.counts.rows, exceeded];
    };
    expect([0, 1].map(convert)).toEqual([0, 1].map((rows) => [rows, rows, "maxRows"]));
    expect(convert(2)).toEqual([2, 2, undefined]);
  });

  it("rejects wrong options before anything is read", () => {
    expect(() => new Batch.EncodeStream({ precision: 9 })).toThrow(
      new Batch.BatchError("The option precision 9 is not an integer from 0 to 8.", "precision"),
    );
    expect(() => new Batch.EncodeStream({ from: "xls" as "csv" })).toThrow(Batch.BatchError);
    const options: object = { operation: "decode" };
    expect(() => new Batch.EncodeStream(options)).toThrow(
      "The option 'operation' is not one of from, to",
    );
  });

  it.each<[object, object, string]>([
    [{ precision: "5" }, {}, "The option precision is '5', not a number."],
    [{ from: 7 }, {}, "The option from is 7, not a string."],
    [{ header: "no" }, {}, "The option header is 'no', not a boolean."],
    [{ include: "offset" }, {}, "The option include is 'offset', not an array."],
    [
      { columns: ["id"] },
      {},
      "The element of the option columns is 'id', not an object with a name and, to rename it, as.",
    ],
    [{}, { maxRows: "5" }, "The limit maxRows is '5', not a number."],
  ])("throws a TypeError for the types of %j and %j", (options, limits, message) => {
    expect(() => new Batch.EncodeStream(options, limits)).toThrow(new TypeError(message));
  });

  it("rejects anything but bytes", async () => {
    const input = ReadableStream.from(["0 -30\n"]) as unknown as ReadableStream<Uint8Array>;
    const reader = input.pipeThrough(new Batch.EncodeStream()).getReader();
    await expect(reader.read()).rejects.toEqual(
      new TypeError("Expected a Uint8Array. Pipe text through a TextEncoderStream first."),
    );
  });
});
