import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter, preEncoded, WORD_PADDING, writeUtf8 } from "../src/bytes.ts";
import { runs } from "./support/arbitraries.ts";

const anyText = fc.string({ unit: "grapheme" });

function textOf(writer: ByteWriter): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(writer.written());
}

/** A view of a text with the bytes behind it that a copy by words reads. */
function paddedView(text: string): { view: DataView; length: number } {
  const bytes = Buffer.from(text);
  const padded = new Uint8Array(bytes.length + WORD_PADDING);
  padded.set(bytes);
  return { view: new DataView(padded.buffer), length: bytes.length };
}

/** Each way to append a text to a writer that has room for it. */
const WAYS: Record<string, (writer: ByteWriter, text: string) => void> = {
  appendText: (writer, text) => writer.appendText(text),
  append(writer, text) {
    const bytes = Buffer.from(`<${text}>`);
    writer.append(bytes, 1, bytes.length - 1);
  },
  appendFew(writer, text) {
    const bytes = Buffer.from(`<${text}>`);
    writer.appendFew(bytes, 1, bytes.length - 1);
  },
  appendMany: (writer, text) => writer.appendMany(Buffer.from(text)),
  appendEncoded: (writer, text) => writer.appendEncoded(preEncoded(text)),
  appendWords(writer, text) {
    const { view, length } = paddedView(text);
    writer.appendWords(view, 0, length);
  },
};

describe("a writer of bytes", () => {
  it.each(Object.keys(WAYS))("has all texts one behind the other after %s", (name) => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 9 }), (texts) => {
        const writer = new ByteWriter(1);
        for (const text of texts) {
          writer.reserve(3 * text.length);
          WAYS[name](writer, text);
        }
        expect(textOf(writer)).toBe(texts.join(""));
      }),
      runs(300),
    );
  });

  it("keeps what it has when it grows, whichever ways are mixed", () => {
    const step = fc.tuple(fc.constantFrom(...Object.values(WAYS)), anyText);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const writer = new ByteWriter(0);
        for (const [append, text] of steps) {
          writer.reserve(3 * text.length);
          append(writer, text);
        }
        expect(textOf(writer)).toBe(steps.map(([, text]) => text).join(""));
      }),
      runs(300),
    );
  });

  it("escapes texts as JSON.stringify does", () => {
    const escaped = fc.string({
      unit: fc.oneof(
        fc.nat(0x7f).map((code) => String.fromCharCode(code)),
        fc.constantFrom("é", "東", "\u{1f30d}", "\u2028"),
      ),
    });
    fc.assert(
      fc.property(escaped, anyText, (text, before) => {
        const writer = new ByteWriter(0);
        writer.appendText(before);
        const bytes = Buffer.from(text);
        writer.appendEscaped(bytes, 0, bytes.length);
        expect(`"${textOf(writer).slice(before.length)}"`).toBe(JSON.stringify(text));
      }),
      runs(1000),
    );
  });

  it("writes numbers as String() does", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 5 }), (numbers) => {
        const writer = new ByteWriter(0);
        for (const number of numbers) {
          writer.reserve(25);
          writer.appendDecimal(number);
          writer.reserve(1);
          writer.appendByte(32);
        }
        expect(textOf(writer)).toBe(numbers.map((number) => `${number} `).join(""));
      }),
      runs(1000),
    );
  });

  it("repeats bytes that it has, from a word on", () => {
    const texts = fc.tuple(fc.string(), fc.string({ minLength: 8 }));
    fc.assert(
      fc.property(texts, ([before, text]) => {
        const source = new ByteWriter();
        source.appendText(before);
        const from = source.length;
        source.appendText(text);
        const to = source.length;
        source.appendText("more");
        const writer = new ByteWriter();
        writer.appendText(before);
        writer.appendWritten(source, from, to);
        expect(textOf(writer)).toBe(before + text);
      }),
      runs(300),
    );
  });

  it("begins again at any length", () => {
    const writer = new ByteWriter();
    writer.appendText("first and second");
    writer.length = 5;
    writer.appendText(", third");
    expect(textOf(writer)).toBe("first, third");
  });
});

describe("a text written to bytes", () => {
  it("reads back, with its byte order mark", () => {
    fc.assert(
      fc.property(anyText, fc.nat(3), (text, start) => {
        const bytes = new Uint8Array(start + 3 * text.length + 3);
        const end = writeUtf8(`\ufeff${text}`, bytes, start);
        expect(Buffer.from(bytes.subarray(start, end)).toString()).toBe(`\ufeff${text}`);
      }),
      runs(300),
    );
  });
});
