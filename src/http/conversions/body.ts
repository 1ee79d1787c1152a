/** The body under construction. All replies of /codes and /coords share one buffer, so that requests allocate none. */
import { writeDecimal } from "../../internal.ts";
import { decimal } from "../formats/format.ts";

/** Room for the longest reply: 64 codes, each with all members, in XML. One such code has 900 bytes at most. */
const BUFFER_BYTES = 1 << 16;

export const buffer = new Uint8Array(BUFFER_BYTES);
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
