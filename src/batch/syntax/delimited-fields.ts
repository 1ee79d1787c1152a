/** The fields of delimited rows: where a row ends, and how its text is split. */
import { LINE_FEED, QUOTE } from "../../characters.ts";
import { NO_END, OPEN_QUOTE } from "../scan.ts";

/** Where the quotes of a field end, which begin at `from`; -1 if they do not. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/**
 * Splits a row as RFC 4180 says: a quote that begins a field also ends it, and two quotes between these are
 * one character. A quote that does not begin its field is a character like others: `5" pipe`.
 * @param text a row without its line end
 * @returns its fields; undefined when its quotes are broken
 */
export function splitFields(text: string, delimiter: string): readonly string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  const fields: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const isQuoted = text[from] === '"';
    const quote = isQuoted ? closingQuote(text, from) : from;
    if (quote < 0) return undefined;
    const next = text.indexOf(delimiter, quote);
    const to = next < 0 ? text.length : next;
    const inner = isQuoted ? text.slice(from + 1, quote).replaceAll('""', '"') : "";
    const rest = text.slice(quote, to);
    const isClosed = isQuoted && rest === '"';
    // In tables with tabs, text may follow the quotes of a field.
    if (isQuoted && !isClosed && delimiter !== "\t") return undefined;
    if (isClosed) fields.push(inner);
    else fields.push(isQuoted ? `"${inner}${rest}` : rest);
    from = to + 1;
  }
  return fields;
}

/**
 * Finds the line feed that ends a row. Delimiters and line feeds do not count between quotes. An opening
 * quote starts a field; two quotes in a row inside quotes are one character.
 * @returns NO_END or OPEN_QUOTE when the bytes end before the row does
 */
export function findLineFeed(bytes: Uint8Array, from: number, delimiter: number): number {
  let isFieldStart = true;
  let isQuoted = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isQuoted) {
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
