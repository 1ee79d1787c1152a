/** The body under construction. All replies of /codes and /coords share one buffer, so that requests allocate none. */
import { writeDecimal } from "../../internal.ts";
import { decimal } from "../formats/format.ts";

/** Room for the longest reply: 64 codes, each with all members, in XML. One such code has 900 bytes at most. */
const BUFFER_BYTES = 1 << 16;

const buffer = new Uint8Array(BUFFER_BYTES);
let end = 0;

/** Begins a body. The one before is invalid from now on. */
export function beginBody(): void {
  end = 0;
}

/** Appends a range of bytes. Ranges are short, so a loop is faster than `set` with a view. */
export function append(bytes: Uint8Array, from: number, to: number): void {
  let at = end;
  for (let next = from; next < to; next++) buffer[at++] = bytes[next];
  end = at;
}

export function appendAll(bytes: Uint8Array): void {
  append(bytes, 0, bytes.length);
}

/** Appends a number so that it reads back to the same double. Whole numbers keep one decimal. */
export function appendDecimal(value: number): void {
  if (Number.isInteger(value)) appendAscii(decimal(value));
  else end = writeDecimal(value, buffer, end);
}

function appendAscii(text: string): void {
  for (let index = 0; index < text.length; index++) buffer[end++] = text.charCodeAt(index);
}

/**
 * Writes a text in UTF-8. Its characters have two bytes in UTF-16, as those of all alphabets.
 * @returns the end of what was written
 */
export function writeText(text: string, bytes: Uint8Array, from: number): number {
  let at = from;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return at;
}

export function appendText(text: string): void {
  end = writeText(text, buffer, end);
}

/** The number of bytes so far. */
export function bodyLength(): number {
  return end;
}

/** Appends bytes of the body once more. */
export function appendAgain(from: number, to: number): void {
  buffer.copyWithin(end, from, to);
  end += to - from;
}

/** Longer bodies are rare, and each kept view takes some 100 bytes. */
const MAX_KEPT_VIEW = 1 << 12;

/** Views of the buffer by length. A new view for each reply would be most of the garbage. */
const views: Uint8Array[] = [];

/** Returns the body, which is valid until the next one is begun. */
export function body(): Uint8Array {
  if (end > MAX_KEPT_VIEW) return buffer.subarray(0, end);
  let view: Uint8Array | undefined = views[end];
  if (view === undefined) {
    view = buffer.subarray(0, end);
    views[end] = view;
  }
  return view;
}
