/** The body under construction. All replies of /codes and /coords share one buffer, so that requests allocate none. */
import { writeDecimal } from "../../internal.ts";
import { type PreparedText, WORD_BYTES } from "../formats/prepared-text.ts";

/** Room for the longest reply: 64 codes, each with all members, in XML. One such code has 900 bytes at most. */
const BUFFER_BYTES = 1 << 16;

/** The bytes of the body, with room for the zeros after a prepared text. */
export const bodyBytes = new Uint8Array(BUFFER_BYTES + WORD_BYTES);
const words = new DataView(bodyBytes.buffer);
let end = 0;

/** Begins a body. The one before is invalid from now on. */
export function beginBody(): void {
  end = 0;
}

/** Appends a range of a source that has a word more after the range. */
export function appendWords(source: DataView, from: number, to: number): void {
  let at = end;
  for (let next = from; next < to; next += WORD_BYTES) {
    words.setFloat64(at, source.getFloat64(next, true), true);
    at += WORD_BYTES;
  }
  end += to - from;
}

/** The next append overwrites the zeros after the text. */
export function appendPrepared(text: PreparedText): void {
  const source = text.words;
  let at = end;
  for (let word = 0; word < source.length; word++) {
    words.setFloat64(at, source[word], true);
    at += WORD_BYTES;
  }
  end += text.length;
}

/** Writes a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function decimal(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = `${value}`;
  // Very large and very small numbers have an exponent and need no decimal.
  return Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text;
}

/** Appends a number as `decimal` writes it. */
export function appendDecimal(value: number): void {
  if (Number.isInteger(value)) appendAscii(decimal(value));
  else end = writeDecimal(value, bodyBytes, end);
}

function appendAscii(text: string): void {
  for (let index = 0; index < text.length; index++) bodyBytes[end++] = text.charCodeAt(index);
}

/** The number of bytes so far. */
export function bodyLength(): number {
  return end;
}

/** Appends bytes of the body once more: at least a word, so that each is read before it is overwritten. */
export function appendAgain(from: number, to: number): void {
  appendWords(words, from, to);
}

/** Longer bodies are rare, and each kept view takes some 100 bytes. */
const MAX_KEPT_VIEW = 1 << 12;

/** Views of the buffer by length. A new view for each reply would be most of the garbage. */
const views: Uint8Array[] = [];

/** Returns the body, which is valid until the next one is begun. */
export function body(): Uint8Array {
  if (end > MAX_KEPT_VIEW) return bodyBytes.subarray(0, end);
  let view: Uint8Array | undefined = views[end];
  if (view === undefined) {
    view = bodyBytes.subarray(0, end);
    views[end] = view;
  }
  return view;
}
