/**
 * Codes of ASCII characters, equal to their bytes in UTF-8; texts to bytes and back, with one encoder and one decoder
 * for all. The build replaces the names of codes by the numbers.
 */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const PLUS = 43;
export const COMMA = 44;
export const HYPHEN = 45;
/** The same character in numbers. */
export const MINUS = HYPHEN;
export const DOT = 46;
export const DIGIT_0 = 48;
export const DIGIT_9 = 57;
export const COLON = 58;
export const UPPER_A = 65;
export const UPPER_E = 69;
export const UPPER_U = 85;
export const OPENING_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSING_BRACKET = 93;
export const LOWER_E = 101;
export const LOWER_N = 110;
export const OPENING_BRACE = 123;
export const CLOSING_BRACE = 125;
/** Bytes from here on are not ASCII. */
export const NOT_ASCII = 0x80;

const encoder = new TextEncoder();

/** A byte order mark is a character, as in strings. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A UTF-16 code unit takes at most this many bytes of UTF-8. */
export const MAX_CHAR_BYTES = 3;

/** The UTF-8 of a text; lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Up to this length, a loop over ASCII takes a third of the time of an encoder. */
const SHORT_TEXT = 16;

/** Writes a text as UTF-8; lone surrogates become U+FFFD. Needs room for MAX_CHAR_BYTES a char. @returns the end */
export function writeUtf8(text: string, bytes: Uint8Array, start: number): number {
  let isShortAscii = text.length <= SHORT_TEXT;
  for (let index = 0; isShortAscii && index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[start + index] = unit;
    isShortAscii = unit < NOT_ASCII;
  }
  if (isShortAscii) return start + text.length;
  return start + encoder.encodeInto(text, bytes.subarray(start)).written;
}

/** The text of a range of bytes, including a byte order mark. Bytes that are not UTF-8 become U+FFFD. */
export function utf8Text(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  return decoder.decode(bytes.subarray(from, to));
}
