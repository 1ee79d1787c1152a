/** `mapcoded udf arrow`: blocks of columns in, columns of answers out, compared with the function on single rows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../src/bytes.ts";
import { ArrowStream } from "../../src/functions/arrow-stream.ts";
import { createFunction } from "../../src/functions/function.ts";
import { ChunkError } from "../../src/functions/row-stream.ts";
import {
  type ArgumentName,
  createSignature,
  DEFAULT_FUNCTION_OPTIONS,
  type FunctionSignature,
  type MapcodeFunction,
  type ResolvedFunctionOptions,
  type ReturnName,
} from "../../src/functions/signature.ts";
import { point, runs } from "../support/arbitraries.ts";
import { partSizes } from "../support/parts.ts";

const MAGIC = [0x4d, 0x41, 0x50, 0x43, 1, 0, 0, 0];

type Value = string | number | null;

/** Bytes with zeros up to a multiple of eight. */
function padded(bytes: Iterable<number>): number[] {
  const all = [...bytes];
  while (all.length % 8 !== 0) all.push(0);
  return all;
}

function wordsOf(...words: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(words).buffer);
}

function bitsOf(values: readonly Value[]): number[] {
  const bits = new Array<number>(Math.ceil(values.length / 8)).fill(0);
  for (const [row, value] of values.entries()) if (value !== null) bits[row >> 3] |= 1 << (row & 7);
  return bits;
}

/** The bytes of an argument. @param firstOffset of texts, which may be a part of a longer column */
function argument(name: ArgumentName, values: readonly Value[], firstOffset: number): number[] {
  const nullCount = values.filter((value) => value === null).length;
  const numbers = values.map((value) => Number(value ?? 0));
  const texts = values.map((value) => new TextEncoder().encode(`${value ?? ""}`));
  const isText = name === "code" || name === "context" || name === "territory";
  const bytes = texts.flatMap((text) => [...text]);
  const head = padded(wordsOf(nullCount, isText ? bytes.length : 0));
  if (nullCount === values.length) return padded(wordsOf(nullCount, 0));
  const validity = nullCount === 0 ? [] : padded(bitsOf(values));
  if (name === "precision") return [...head, ...validity, ...padded(wordsOf(...numbers))];
  if (!isText) {
    return [...head, ...validity, ...new Uint8Array(Float64Array.from(numbers).buffer)];
  }
  const offsets = [firstOffset];
  for (const text of texts) offsets.push((offsets.at(-1) ?? 0) + text.length);
  return [...head, ...validity, ...padded(wordsOf(...offsets)), ...padded(bytes)];
}

/** A block. */
function block(declaration: string, rows: number, columns: readonly number[]): Uint8Array {
  const text = new TextEncoder().encode(declaration);
  const header = wordsOf(text.length, rows, columns.length, 0);
  return Uint8Array.from([...MAGIC, ...header, ...padded(text), ...columns]);
}

/** What a stream answers to bytes that arrive in pieces of these lengths. */
function answersTo(bytes: Uint8Array, lengths: readonly number[]): Uint8Array<ArrayBuffer> {
  const output = new ByteWriter();
  const stream = new ArrowStream(output);
  let from = 0;
  for (let piece = 0; from < bytes.length; piece++) {
    const space = stream.space();
    const part = bytes.subarray(
      from,
      from + Math.min(space.length, lengths[piece % lengths.length]),
    );
    space.set(part);
    stream.take(part.length);
    from += part.length;
  }
  stream.end();
  return Uint8Array.from(output.written());
}

/** Reads answers, buffer by buffer. */
class Reader {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(this.at, this.at + length);
    this.at += Math.ceil(length / 8) * 8;
    return taken;
  }

  words(length: number): number[] {
    return [...new Int32Array(this.take(4 * length).buffer)];
  }

  /** The rows and the text of a header. */
  header(): readonly [rows: number, text: string, end: number] {
    expect([...this.take(8)]).toEqual(MAGIC);
    const [textLength, rows, columnsLength] = this.words(4);
    const text = new TextDecoder().decode(this.take(textLength));
    return [rows, text, this.at + columnsLength];
  }

  texts(count: number, length: number): string[] {
    const offsets = this.words(count + 1);
    const bytes = this.take(length);
    return offsets.slice(1).map((end, index) => {
      return new TextDecoder().decode(bytes.subarray(offsets[index], end));
    });
  }

  /** The values of a column; undefined for NULL. */
  column(rows: number, kind: "number" | "text" | "list"): unknown[] {
    const [nullCount, length] = this.words(2);
    if (nullCount === rows) return new Array(rows).fill(undefined);
    const bits = nullCount === 0 ? undefined : this.take(Math.ceil(rows / 8));
    const values = this.values(rows, kind, length);
    return values.map((value, row) => {
      return bits !== undefined && ((bits[row >> 3] >> (row & 7)) & 1) === 0 ? undefined : value;
    });
  }

  private values(rows: number, kind: "number" | "text" | "list", length: number): unknown[] {
    if (kind === "number") return [...new Float64Array(this.take(8 * rows).buffer)];
    if (kind === "text") return this.texts(rows, length);
    const ends = this.words(rows + 1);
    const texts = this.texts(ends[rows], length);
    return ends.slice(1).map((end, index) => texts.slice(ends[index], end));
  }

  /** The sentence of each row; undefined without an error. */
  errors(rows: number): unknown[] {
    const sentences = new Array<string | undefined>(rows).fill(undefined);
    const [count] = this.words(2);
    if (count === 0) return sentences;
    const numbers = this.words(count);
    const [codes = [], messages = []] = [0, 1].map(() => this.texts(count, this.words(2)[1]));
    for (const code of codes) expect(code).toMatch(/^[a-z-]+$/);
    for (const [index, row] of numbers.entries()) sentences[row] = messages[index];
    return sentences;
  }
}

const lat = fc.oneof(
  point.map(([latDeg]) => latDeg),
  fc.constantFrom(null, 91, Number.NaN),
);
const lon = fc.oneof(
  point.map(([, lonDeg]) => lonDeg),
  fc.constantFrom(null, 400),
);
const territory = fc.constantFrom(null, "", "NLD", "US-CA", "moon", "Nederland é");
const VALUES: Readonly<Record<ArgumentName, fc.Arbitrary<Value>>> = {
  lat,
  lon,
  territory,
  precision: fc.constantFrom(null, 0, 2, 8, 9, -1),
  code: fc.oneof(fc.string(), fc.constantFrom(null, "NLD 49.4V", "49.4V", "VHXGB.1J9J-K2", "x")),
  context: territory,
};

const FUNCTIONS: readonly (readonly [ReturnName, readonly ArgumentName[]])[] = [
  ["local", ["lat", "lon"]],
  ["local", ["precision", "lon", "territory", "lat"]],
  ["international", ["lat", "lon", "precision"]],
  ["all", ["lat", "lon", "territory"]],
  ["json", ["lat", "lon"]],
  ["lat,lon", ["code"]],
  ["lat,lon", ["context", "code"]],
  ["rectangle", ["code", "context"]],
  ["error", ["lat", "lon", "territory"]],
  ["error", ["code"]],
];

function kindOf(returns: ReturnName): "number" | "text" | "list" {
  if (returns === "all") return "list";
  return returns === "lat,lon" || returns === "rectangle" ? "number" : "text";
}

/** What a function answers to a row: a value for each column, objects as texts of JSON, and the error. */
function valuesAndError(
  converted: MapcodeFunction,
  { args, columns, returns }: FunctionSignature,
  row: readonly unknown[],
): readonly unknown[] {
  for (const index of args.keys()) converted.set(index, row[index]);
  if (!converted.convert()) return [columns.map(() => undefined), converted.problem()?.message];
  const values = columns.length === 0 ? [] : converted.values();
  return [returns === "json" ? values.map((value) => JSON.stringify(value)) : values, undefined];
}

describe("answers to blocks", () => {
  it.each(FUNCTIONS)("are what the function %s of %s answers to each row", (returns, args) => {
    const row = fc.tuple(...args.map((name) => VALUES[name]));
    const settings = fc.constantFrom<Partial<ResolvedFunctionOptions>>({}, { precision: 1 });
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 3 }),
        settings,
        partSizes(99),
        fc.nat(99),
        (blocks, given, pieces, firstOffset) => {
          const declaration = JSON.stringify({ returns, args, withErrors: true, ...given });
          const bytes = blocks.flatMap((rows) => {
            const columns = args.flatMap((name, index) => {
              return argument(
                name,
                rows.map((values) => values[index]),
                firstOffset,
              );
            });
            return [...block(declaration, rows.length, columns)];
          });
          const reader = new Reader(answersTo(Uint8Array.from(bytes), pieces));
          const signature = createSignature(
            args.includes("code") ? "decode" : "encode",
            returns,
            args,
          );
          const converted = createFunction(signature, { ...DEFAULT_FUNCTION_OPTIONS, ...given });
          for (const rows of blocks) {
            expect(reader.header().slice(0, 2)).toEqual([rows.length, ""]);
            const columns = signature.columns.map(() =>
              reader.column(rows.length, kindOf(returns)),
            );
            const errors = reader.errors(rows.length);
            for (const [index, values] of rows.entries()) {
              const expected = valuesAndError(converted, signature, values);
              expect([columns.map((column) => column[index]), errors[index]]).toEqual(expected);
            }
          }
        },
      ),
      runs(40),
    );
  });

  it("need no errors, and then have no column of them", () => {
    const columns = [...argument("lat", [99], 0), ...argument("lon", [0], 0)];
    const bytes = block('{"returns":"local","args":["lat","lon"]}', 1, columns);
    const answer = answersTo(bytes, [1000]);
    const reader = new Reader(answer);
    const [rows, , end] = reader.header();
    expect([reader.column(rows, "text"), end]).toEqual([[undefined], answer.length]);
  });
});

describe("a declaration of no function is answered by the reason", () => {
  it.each([
    ['{"returns":"local","args":["lat","lon"],"precision":9}', "precision-out-of-range", "9"],
    ['{"returns":"local","args":["lat","lon"],"territory":"moon"}', "unknown-territory", "'moon'"],
    ['{"returns":"local","args":["lat","lon"],"territory":7}', "invalid-option", "not a string"],
    [
      '{"returns":"local","args":["lat","lon"],"territory":"NLD","country":"NL"}',
      "contradictory-options",
      "contradict each other",
    ],
    ['{"returns":"local","args":["lat","lon"],"local":"x"}', "invalid-option", "'shortest'"],
    ['{"returns":"lat,lon","args":["code"],"context":"moon"}', "unknown-territory", "'moon'"],
    ['{"returns":"local","args":["lat"]}', "invalid-option", "option args"],
    ['{"returns":"local","args":["lat","lon","lon"]}', "invalid-option", "option args"],
    ['{"returns":"local","args":["lat","lon","context"]}', "invalid-option", "option args"],
    ['{"returns":"toString","args":[]}', "invalid-option", "option returns"],
    ['{"returns":', "invalid-option", "JSON"],
    ['{"returns":"rectangle","args":["lat","lon"]}', "invalid-option", "option returns"],
    ["7", "invalid-option", "option returns"],
  ])("%s", (declaration, code, part) => {
    const good = block(
      '{"returns":"lat,lon","args":["code"]}',
      1,
      argument("code", ["NLD 49.4V"], 0),
    );
    const bytes = Uint8Array.from([...block(declaration, 3, [1, 2, 3, 4, 5, 6, 7, 8]), ...good]);
    const reader = new Reader(answersTo(bytes, [50]));
    const [rows, text] = reader.header();
    const refusal = JSON.parse(text);
    expect([rows, refusal.code]).toEqual([0, code]);
    expect(refusal.message).toContain(part);
    // The next block has its answer.
    expect(reader.header()[0]).toBe(1);
  });
});

describe("bytes that are no block end the stream with the reason", () => {
  const declaration = '{"returns":"lat,lon","args":["code"]}';
  const code = argument("code", ["NLD 49.4V", "x"], 0);
  const withWord = (bytes: readonly number[], index: number, word: number): number[] => {
    const changed = Uint8Array.from(bytes);
    new DataView(changed.buffer).setInt32(4 * index, word, true);
    return [...changed];
  };
  it.each([
    [
      "another magic",
      new TextEncoder().encode("52.376514\t4.908543\n".repeat(3)),
      "does not begin",
    ],
    ["a block that ends early", block(declaration, 2, code).subarray(0, -8), "within a block"],
    ["a header that ends early", block(declaration, 2, code).subarray(0, 9), "within a block"],
    [
      "columns that are too short",
      block(declaration, 2, code.slice(0, 16)),
      "longer than its header",
    ],
    ["rows that are too many", block(declaration, 200, code), "longer than its header"],
    ["offsets that fall", block(declaration, 2, withWord(code, 3, 90)), "do not rise"],
    ["offsets beyond the texts", block(declaration, 2, withWord(code, 4, 90)), "do not rise"],
    ["a length beyond all memory", block(declaration, 2, code).with(19, 255), "Send at most"],
  ])("%s", (_, bytes, message) => {
    expect(() => answersTo(bytes, [1000])).toThrow(ChunkError);
    expect(() => answersTo(bytes, [1000])).toThrow(message);
  });
});
