/** Texts to bytes and back, with one encoder and one decoder for all. */

const encoder = new TextEncoder();

/** A byte order mark is a character, as it is in strings. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A UTF-16 code unit takes at most this many bytes of UTF-8. */
export const MAX_CHAR_BYTES = 3;

/** The UTF-8 of a text; lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Writes a text as UTF-8; lone surrogates become U+FFFD. There is room for MAX_CHAR_BYTES for each char. @returns the end */
export function writeUtf8Bytes(text: string, bytes: Uint8Array, start: number): number {
  return start + encoder.encodeInto(text, bytes.subarray(start)).written;
}

/** The text of a range of bytes, including a byte order mark. Bytes that are not UTF-8 become U+FFFD. */
export function utf8Text(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  return decoder.decode(bytes.subarray(from, to));
}
