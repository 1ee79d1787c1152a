/** A buffer of bytes to which lines are written value by value. Strings would be most of the garbage of a request. */
import { BACKSLASH, DIGIT_0, QUOTE, SPACE, TILDE } from "../../characters.ts";
import { type PreparedText, WORD_BYTES } from "../../http/formats/prepared-text.ts";

/** Whether a character may stand between quotation marks as it is: printable ASCII that does not end the value. */
function isSafe(unit: number): boolean {
  return unit >= SPACE && unit <= TILDE && unit !== QUOTE && unit !== BACKSLASH;
}

const CUT = "...";

function escapeUnit(unit: string): string {
  if (unit === '"' || unit === "\\") return `\\${unit}`;
  if (isSafe(unit.charCodeAt(0))) return unit;
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Escapes as JSON does, and cuts what is too long. */
function escapeText(text: string, maxChars: number): string {
  let escaped = "";
  for (let index = 0; index < text.length; index++) {
    const unit = escapeUnit(text[index]);
    if (escaped.length + unit.length > maxChars - CUT.length) return escaped + CUT;
    escaped += unit;
  }
  return escaped;
}

/** Whether a text is written as it is. */
function isPlain(text: string, maxChars: number): boolean {
  if (text.length > maxChars) return false;
  for (let index = 0; index < text.length; index++) {
    if (!isSafe(text.charCodeAt(index))) return false;
  }
  return true;
}

/** Returns a value as it may stand between quotation marks. */
export function escapeValue(text: string, maxChars: number): string {
  return isPlain(text, maxChars) ? text : escapeText(text, maxChars);
}

/** Larger numbers are rare, and V8 divides them in another way. */
const MAX_SMALL = 999_999_999;

/** Bytes of lines. Each function appends; nothing checks whether there is room. */
export class LineBuffer {
  readonly bytes: Buffer;
  readonly #words: DataView;
  /** Where the next byte goes. */
  end = 0;

  /** @param size in bytes. They are not filled with zeros, so that the system provides memory only when it is used. */
  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size + WORD_BYTES);
    this.#words = new DataView(this.bytes.buffer);
  }

  /** The next value overwrites the zeros after the text. */
  put({ words, length }: PreparedText): void {
    let at = this.end;
    for (let word = 0; word < words.length; word++) {
      this.#words.setFloat64(at, words[word], true);
      at += WORD_BYTES;
    }
    this.end += length;
  }

  /** Appends a text of ASCII that no client can choose, or that was checked. */
  ascii(text: string): void {
    const { bytes } = this;
    let { end } = this;
    for (let index = 0; index < text.length; index++) bytes[end++] = text.charCodeAt(index);
    this.end = end;
  }

  /** Appends what a client sent, escaped and cut. Nearly all values need neither, so they are checked while they are copied. */
  value(text: string, maxChars: number): void {
    const { bytes } = this;
    let { end } = this;
    const length = text.length <= maxChars ? text.length : 0;
    let index = 0;
    for (; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (!isSafe(unit)) break;
      bytes[end++] = unit;
    }
    if (index === text.length) this.end = end;
    else this.ascii(escapeText(text, maxChars));
  }

  /** @param value a whole number from 0 on */
  number(value: number): void {
    if (value > MAX_SMALL) {
      this.ascii(`${value}`);
      return;
    }
    const { bytes, end: begin } = this;
    this.end++;
    for (let limit = 10; limit <= value; limit *= 10) this.end++;
    let rest = value;
    for (let index = this.end - 1; index >= begin; index--) {
      const next = (rest / 10) | 0;
      bytes[index] = DIGIT_0 + rest - next * 10;
      rest = next;
    }
  }
}
