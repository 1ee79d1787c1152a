/**
 * What the library takes from its platform, where a sandbox has less of it. In jsdom, which Jest runs tests of pages in,
 * there are no encoders of texts, and the arrays of Node are not made by the constructors of the sandbox.
 */

const encoder = typeof TextEncoder === "undefined" ? undefined : new TextEncoder();

/** A byte order mark is a character, as it is in strings. */
const decoder =
  typeof TextDecoder === "undefined" ? undefined : new TextDecoder("utf-8", { ignoreBOM: true });

/** A UTF-16 code unit takes at most this many bytes of UTF-8. */
export const MAX_CHAR_BYTES = 3;

/** What stands for bytes that are not UTF-8, and for lone surrogates. */
const REPLACEMENT = 0xfffd;

// ---- Texts to bytes

/** The UTF-8 of a text; lone surrogates become U+FFFD. */
export function utf8Bytes(text: string): Uint8Array {
  if (encoder !== undefined) return encoder.encode(text);
  const bytes = new Uint8Array(MAX_CHAR_BYTES * text.length);
  return bytes.slice(0, writeEncoded(text, bytes, 0));
}

/**
 * Writes a text as UTF-8; lone surrogates become U+FFFD.
 * @param bytes has room for MAX_CHAR_BYTES for each UTF-16 code unit from index `start` on
 * @returns the index after the text
 */
export function writeUtf8Bytes(text: string, bytes: Uint8Array, start: number): number {
  if (encoder === undefined) return writeEncoded(text, bytes, start);
  return start + encoder.encodeInto(text, bytes.subarray(start)).written;
}

function writeEncoded(text: string, bytes: Uint8Array, start: number): number {
  let at = start;
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    at = writeCodePoint(point >= 0xd800 && point < 0xe000 ? REPLACEMENT : point, bytes, at);
  }
  return at;
}

function writeCodePoint(point: number, bytes: Uint8Array, start: number): number {
  const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  // The bits of the first byte that say how many follow.
  const lead = more === 0 ? 0 : (0xff00 >> (more + 1)) & 0xff;
  bytes[start] = lead | (point >> (6 * more));
  for (let index = 1; index <= more; index++) {
    bytes[start + index] = 0x80 | ((point >> (6 * (more - index))) & 0x3f);
  }
  return start + more + 1;
}

// ---- Bytes to texts

/** How many characters are made at a time: a function takes no more than some 100,000 arguments. */
const CHARACTERS_AT_ONCE = 8192;

/**
 * The text of a range of bytes, including a byte order mark. Bytes that are not UTF-8 become U+FFFD.
 * @param to index after the last byte; there may be fewer bytes
 */
export function utf8Text(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  if (decoder !== undefined) return decoder.decode(bytes.subarray(from, to));
  let text = "";
  let points: number[] = [];
  const end = Math.min(to, bytes.length);
  for (let at = from; at < end; ) {
    const length = utf8Length(bytes, at, end);
    points.push(length < 1 ? REPLACEMENT : codePointAt(bytes, at, length));
    at += Math.abs(length);
    if (points.length === CHARACTERS_AT_ONCE || at >= end) {
      text += String.fromCodePoint(...points);
      points = [];
    }
  }
  return text;
}

/**
 * How many bytes the character at an index has, by table 3-7 of the Unicode standard.
 * @param to index after the last byte of the text
 * @returns if the bytes are not UTF-8, a negative number: how many of them one U+FFFD stands for
 */
export function utf8Length(bytes: Uint8Array, at: number, to: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return -1;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let index = 1; index < length; index++) {
    const byte = at + index < to ? bytes[at + index] : 0;
    const isNext = index === 1 ? byte >= lowest && byte <= highest : (byte & 0xc0) === 0x80;
    if (!isNext) return -index;
  }
  return length;
}

function codePointAt(bytes: Uint8Array, at: number, length: number): number {
  let point = length === 1 ? bytes[at] : bytes[at] & (0x7f >> length);
  for (let index = 1; index < length; index++) point = (point << 6) | (bytes[at + index] & 0x3f);
  return point;
}

// ---- Arrays

/** Whether a value is a Uint8Array, of whichever constructor. */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    value instanceof Uint8Array || (ArrayBuffer.isView(value) && tagOf(value) === "Uint8Array")
  );
}

/** Whether a value is an ArrayBuffer, of whichever constructor. */
export function isBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || tagOf(value) === "ArrayBuffer";
}

/** What the class of a value calls itself. */
function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
