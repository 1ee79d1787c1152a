/** The body of a reply as bytes in one buffer that all replies share. */

import { writeDecimal } from "../../internal.ts";

/** More than a reply with all codes of a point takes. */
const ROOM_BYTES = 1 << 14;

const buffer = new Uint8Array(ROOM_BYTES);
let end = 0;

export function begin(): void {
  end = 0;
}

/** Appends bytes; as there are few, a loop is faster than `set` with a view of them. */
export function append(bytes: Uint8Array, from: number, to: number): void {
  let at = end;
  for (let next = from; next < to; next++) buffer[at++] = bytes[next];
  end = at;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Appends ASCII. */
export function appendText(text: string): void {
  let at = end;
  for (let next = 0; next < text.length; next++) buffer[at++] = text.charCodeAt(next);
  end = at;
}

/** Appends a number as String() writes it. */
export function appendDecimal(value: number): void {
  end = writeDecimal(value, buffer, end);
}

/** Views of the buffer by length, as making one for each reply is what the collector notices most. */
const views: Uint8Array[] = [];

/** The body, valid until the next one is begun. */
export function body(): Uint8Array {
  let view = views[end];
  if (view === undefined) {
    view = buffer.subarray(0, end);
    views[end] = view;
  }
  return view;
}
