/** The punctuation around values in TabSeparated: of columns, tuples and lists. */
import type { ListStyle, Signature } from "./signature.ts";

/** How the values of an answer are put together. */
export interface Punctuation {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  readonly nullText: string;
  /** Around texts; empty for none. */
  readonly quote: string;
}

/** A column for each value. */
const COLUMNS: Punctuation = {
  opening: "",
  separator: "\t",
  closing: "",
  nullText: "\\N",
  quote: "",
};

/** One column with all values: a tuple of ClickHouse. */
const TUPLE: Punctuation = {
  opening: "(",
  separator: ",",
  closing: ")",
  nullText: "NULL",
  quote: "'",
};

/** Lists. ClickHouse has none that are NULL, so they are empty there. */
const LISTS: Readonly<Record<ListStyle, Punctuation>> = {
  clickhouse: { opening: "[", separator: ",", closing: "]", nullText: "[]", quote: "'" },
  postgresql: { opening: "{", separator: ",", closing: "}", nullText: "\\N", quote: '"' },
};

/** How the answers of a function are written. */
export interface TabSeparatedStyle {
  readonly row: Punctuation;
  readonly list: Punctuation;
}

export function styleOf({ isTuple }: Signature, lists: ListStyle): TabSeparatedStyle {
  return { row: isTuple ? TUPLE : COLUMNS, list: LISTS[lists] };
}
