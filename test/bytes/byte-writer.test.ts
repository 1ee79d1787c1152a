import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteWriter, preEncoded, WORD_PADDING } from "../../src/bytes/byte-writer.ts";
import { writeUtf8 } from "../../src/characters.ts";
import { runs } from "../support/arbitraries.ts";

const anyText = fc.string({ unit: "grapheme" });

function textOf(writer: ByteWriter): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(writer.written());
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
  appendEncoded: (writer, text) => writer.appendEncoded(preEncoded(text)),
  appendWords(writer, text) {
    const bytes = Buffer.from(text);
    const padded = new Uint8Array(bytes.length + WORD_PADDING);
    padded.set(bytes);
    writer.appendWords(new DataView(padded.buffer), 0, bytes.length);
  },
  appendWritten(writer, text) {
    const source = new ByteWriter();
    source.appendText("before");
    source.appendText(text);
    const to = source.length;
    source.appendText("behind");
    writer.appendWritten(source, "before".length, to);
  },
};

it("a writer has all texts one after the other, in any mix of ways and however often it grows", () => {
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
    runs(1000),
  );
});

it("a writer writes numbers as String() does, and begins again at any length", () => {
  const writer = new ByteWriter(0);
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 5 }), (numbers) => {
      writer.length = 0;
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

it("a text written to bytes reads back, with its byte order mark", () => {
  fc.assert(
    fc.property(anyText, fc.nat(3), (text, start) => {
      const bytes = new Uint8Array(start + 3 * text.length + 3);
      const end = writeUtf8(`\ufeff${text}`, bytes, start);
      expect(Buffer.from(bytes.subarray(start, end)).toString()).toBe(`\ufeff${text}`);
    }),
    runs(300),
  );
});
