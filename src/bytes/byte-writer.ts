/**
 * The growing buffer of replies, rows and answers, and pre-encoded texts. Only this file copies bytes by words: a loop
 * over bytes takes several times as long.
 */

import { MAX_CHAR_BYTES, utf8Bytes, writeUtf8 } from "../characters.ts";
import type { CodeList } from "../codec/code-list.ts";
import { writeDecimal } from "./decimal-writing.ts";

/** Bytes of a word: a double, which V8 copies without allocating. */
export const WORD_BYTES = 8;

/** The maximum number of bytes that a copy by words reads and writes past its end. */
export const WORD_PADDING = WORD_BYTES - 1;

// Texts

/** A constant text, encoded once, to be appended by words. */
export interface PreEncoded {
  /** UTF-8, and room for a copy by words. */
  readonly words: DataView;
  /** In bytes. */
  readonly length: number;
}

export function preEncoded(text: string): PreEncoded {
  const bytes = utf8Bytes(text);
  const padded = new Uint8Array(bytes.length + WORD_PADDING);
  padded.set(bytes);
  return { words: new DataView(padded.buffer), length: bytes.length };
}

/**
 * Numbered texts, encoded one after the other. In an object of its own, the code of a territory took 20 ns of a row of
 * csv: each pointer to it was a cache miss.
 */
export class TextTable {
  readonly words: DataView;
  /** The offset of each text, then the end of the last one. */
  readonly starts: Int32Array;

  constructor(texts: readonly string[]) {
    this.words = preEncoded(texts.join("")).words;
    this.starts = new Int32Array(texts.length + 1);
    for (const [index, text] of texts.entries()) {
      this.starts[index + 1] = this.starts[index] + utf8Bytes(text).length;
    }
  }
}

/** The codes of a reused list of createCodeList, with their characters as words: copies may read past the last one. */
export class CodeWords {
  readonly list: CodeList;
  readonly words: DataView;

  constructor(list: CodeList) {
    this.list = list;
    this.words = new DataView(list.chars.buffer);
  }
}

const INITIAL_BYTES = 1 << 16;

/**
 * A growing buffer of bytes. Methods append at `length`. From `appendByte` on, they need room from `reserve`: one call
 * makes room for many of them.
 */
export class ByteWriter {
  /** The bytes up to `length`, and room. Its type is explicit: TypeScript before 5.7 cannot read the inferred one. */
  bytes: Uint8Array;
  /** The number of written bytes. A smaller number drops the last ones. */
  length = 0;
  /** The room in bytes. V8 takes longer to find the length of `bytes`: 10 ns of a row of csv. */
  private capacity: number;
  private view: DataView;

  /** @param capacity room at the start, in bytes */
  constructor(capacity: number = INITIAL_BYTES) {
    this.capacity = capacity;
    const bytes = new Uint8Array(capacity + WORD_PADDING);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  /** Makes room for this many more bytes, and for the padding of copies by words. */
  reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed > this.capacity) this.grow(needed);
  }

  private grow(needed: number): void {
    this.capacity = Math.max(needed, 2 * this.capacity);
    const larger = new Uint8Array(this.capacity + WORD_PADDING);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** The bytes written so far, as a view: valid until more are written. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  // Methods that make room themselves

  append(bytes: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    this.bytes.set(bytes.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** Appends a text as UTF-8; lone surrogates become U+FFFD. */
  appendText(text: string): void {
    this.reserve(MAX_CHAR_BYTES * text.length);
    this.length = writeUtf8(text, this.bytes, this.length);
  }

  // Methods that need room. For a few bytes, a loop is faster than `set` with a view or an encoder.

  appendByte(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Appends a range of a few bytes. */
  appendFew(bytes: Uint8Array, from: number, to: number): void {
    const target = this.bytes;
    let at = this.length;
    for (let next = from; next < to; next++) target[at++] = bytes[next];
    this.length = at;
  }

  appendEncoded({ words, length }: PreEncoded): void {
    this.appendWords(words, 0, length);
  }

  /**
   * Appends UTF-8 by words. V8 may change the bits of a NaN, but no word is one: its last byte would be 0xFF, or 0x7F
   * after 0xF0 or more, and UTF-8 has neither.
   * @param source has WORD_PADDING more bytes of UTF-8 after `to`, as this buffer has room for
   */
  appendWords(source: DataView, from: number, to: number): void {
    const target = this.view;
    let at = this.length;
    for (let next = from; next < to; next += WORD_BYTES) {
      target.setFloat64(at, source.getFloat64(next, true), true);
      at += WORD_BYTES;
    }
    this.length += to - from;
  }

  appendTableText({ words, starts }: TextTable, index: number): void {
    this.appendWords(words, starts[index], starts[index + 1]);
  }

  /** Appends a code without its territory: at most MAX_CODE_CHARS. */
  appendCode({ list, words }: CodeWords, index: number): void {
    this.appendWords(words, list.starts[index], list.ends[index]);
  }

  appendWritten(source: ByteWriter, from: number, to: number): void {
    this.appendWords(source.view, from, to);
  }

  /** Appends a number as String() writes it: at most MAX_DECIMAL_BYTES. */
  appendDecimal(value: number): void {
    this.length = writeDecimal(value, this.bytes, this.length);
  }
}
