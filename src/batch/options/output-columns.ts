/** The option `columns`: which columns or members an output has. */
import { quoted, shown } from "../../messages.ts";

/** A column or member to write. */
export interface OutputColumn {
  /** A column or member of the input, or a result. */
  readonly name: string;
  /** Its name in the output; by default the same. */
  readonly as?: string;
}

/** Parts between commas that are not in quotes. */
const PART = /(?:"(?:[^"]|"")*"|[^",])+/g;

/** A name, or a name, `as` and another name. White space is tried from its start only, so that long runs take linear time. */
const COLUMN = /^(".*?"|.+?)(?:(?<!\s)\s+as\s+(".*"|.+?))?$/i;

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/**
 * Parses the text form of the option: names separated by commas, each with its new name behind `as` if it gets
 * one. Names with commas are in double quotes.
 * @returns undefined when the text names no column
 */
export function parseColumns(text: string): readonly OutputColumn[] | undefined {
  const columns: OutputColumn[] = [];
  for (const [part] of text.matchAll(PART)) {
    const [, name, as] = COLUMN.exec(part.trim()) ?? [];
    if (name === undefined) continue;
    const column = { name: unquoted(name) };
    columns.push(as === undefined ? column : { ...column, as: unquoted(as) });
  }
  return columns.length > 0 ? columns : undefined;
}

/** What is wrong with the columns to write. */
export function checkColumns(columns: readonly OutputColumn[]): string | undefined {
  for (const column of columns) {
    const { name, as = "" } = column ?? {};
    if (typeof name === "string" && typeof as === "string") continue;
    return `The option columns contains ${shown(column)}, not an object with name, and as if it is renamed.`;
  }
  const names = columns.map(({ name, as = name }) => as);
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return undefined;
  return `The option columns names ${quoted(twice)} twice. Rename one of them with as.`;
}
