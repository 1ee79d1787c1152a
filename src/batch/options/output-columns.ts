/** The option `columns`: the columns to write, in their order, with new names. */
import { quoted, wrongType } from "../../messages.ts";
import { type Message, sentence } from "../sentences.ts";

/** A column or member to write. */
export interface OutputColumn {
  /** A column or member of the input, or a result. */
  readonly name: string;
  /** Its name in the output; by default the same. */
  readonly as?: string;
}

/** Parts between commas that are not in quotes. Other quotes than those around a name are characters of it. */
const PART = /(?:(?<![^\s,])"(?:[^"]|"")*"|[^,])+/g;

/** A name, or a name, `as` and another name. The lookbehind tries each run of white space once, for linear time. */
const COLUMN = /^("(?:[^"]|"")*"|.+?)(?:(?<!\s)\s+as\s+(".*"|.+?))?$/i;

function unquoted(name: string): string {
  return /^"(.*)"$/s.exec(name)?.[1].replaceAll('""', '"') ?? name;
}

/** Parses names separated by commas, each with `as` and a new name if it has one. Quotes enclose names with commas. */
export function parseColumns(text: string): readonly OutputColumn[] {
  return Array.from(text.matchAll(PART)).flatMap(([part]) => {
    const [, name, as] = COLUMN.exec(part.trim()) ?? [];
    if (name === undefined) return [];
    return [{ name: unquoted(name), ...(as !== undefined && { as: unquoted(as) }) }];
  });
}

/** The problem with columns to write; undefined if there is none. @throws TypeError if an element is not a column */
export function columnsProblem(columns: readonly OutputColumn[]): Message | undefined {
  const option = { option: "columns" };
  if (columns.length === 0) {
    return sentence`The option ${option} names no column. Name some, as in id,mapcode as code.`;
  }
  const seen = new Set<string>();
  for (const column of columns) {
    const { name, as = name } = column ?? {};
    if (typeof name !== "string" || typeof as !== "string") {
      const expected = "an object with a name and, to rename it, as";
      throw wrongType("element of the option columns", column, expected);
    }
    if (seen.has(as)) {
      return sentence`The option ${option} names ${quoted(as)} twice. Rename one of them with as.`;
    }
    seen.add(as);
  }
  return undefined;
}
