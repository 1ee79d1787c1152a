/** Finds where rows end, on bytes. */

export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** Returned in place of a position: the bytes end before the row does. */
export const NO_END = -1;
/** As NO_END, and they end within quotes. */
export const OPEN_QUOTE = -2;

/**
 * Where the line feed of a table's row stands. A quote at the start of a field hides delimiters
 * and line feeds up to the next one; two in a row count as a character.
 */
export function findRowEnd(bytes: Uint8Array, from: number, delimiter: number): number {
  let isFieldStart = true;
  let isQuoted = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isQuoted) {
      // The second of two opens the field again.
      if (byte === QUOTE) {
        if (bytes[at + 1] === QUOTE) at++;
        else isQuoted = false;
      }
    } else if (byte === LINE_FEED) {
      return at;
    } else if (byte === delimiter) {
      isFieldStart = true;
      continue;
    } else if (byte === QUOTE && isFieldStart) {
      isQuoted = true;
    }
    isFieldStart = false;
  }
  return isQuoted ? OPEN_QUOTE : NO_END;
}

/** Where a line ends that may have a carriage return in front of its line feed at `lineFeed`. */
export function endOfText(bytes: Uint8Array, from: number, lineFeed: number): number {
  const hasReturn = lineFeed > from && bytes[lineFeed - 1] === CARRIAGE_RETURN;
  return hasReturn ? lineFeed - 1 : lineFeed;
}

/** How many line feeds stand in a range. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  // Without a branch, which would be foretold wrongly at each line's end.
  for (let at = from; at < to; at++) count += ((bytes[at] ^ LINE_FEED) - 1) >>> 31;
  return count;
}

/** Whether a byte is one that may stand between the values of JSON. */
export function isJsonSpace(byte: number): boolean {
  return byte === 32 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 9;
}

/** State of the scan of a JSON array's elements; it goes on where the bytes ended. */
export interface ElementScan {
  depth: number;
  isText: boolean;
  isEscaped: boolean;
}

export function createElementScan(): ElementScan {
  return { depth: 0, isText: false, isEscaped: false };
}

/**
 * Where the comma or the closing bracket behind an element of an array stands. A line feed ends a
 * text whose quote was forgotten: JSON has none within texts.
 * @param scan as it was left, from which the scan goes on
 * @returns NO_END when the bytes end before
 */
export function findElementEnd(bytes: Uint8Array, from: number, scan: ElementScan): number {
  let { depth, isText, isEscaped } = scan;
  let found = NO_END;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE || byte === LINE_FEED) isText = false;
    } else if (byte === QUOTE) {
      isText = true;
    } else if (byte === 123 || byte === 91) {
      depth++;
    } else if (byte === 125 || byte === 93) {
      if (depth === 0 && byte === 93) {
        found = at;
        break;
      }
      if (depth > 0) depth--;
    } else if (byte === COMMA && depth === 0) {
      found = at;
      break;
    }
  }
  scan.depth = found === NO_END ? depth : 0;
  scan.isText = found === NO_END && isText;
  scan.isEscaped = found === NO_END && isEscaped;
  return found;
}
