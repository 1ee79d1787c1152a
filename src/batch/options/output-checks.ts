/** Checks of the options that say what the rows of an output contain, and the text form of `columns`. */
import { option, quoted, sentence, shown } from "../../internal.ts";
import { batchError } from "../errors.ts";
import { type FormatName, formatNamed } from "../formats/index.ts";
import type { OutputColumn, OutputOptions } from "./output-options.ts";

const COLUMNS = option("columns");
const ONLY_RESULTS = option("onlyResults");

/** Parts between commas that are not in quotes. */
const PART = /(?:"(?:[^"]|"")*"|[^",])+/g;

/** A name, or a name, `as` and another name. */
const COLUMN = /^\s*(".*?"|.+?)(?:\s+as\s+(".*"|.+?))?\s*$/i;

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/**
 * Parses the text form of the option `columns`: names separated by commas, each with its new name behind `as`
 * if it gets one. Names with commas are in double quotes.
 * @throws BatchError when the text names no column
 */
export function parseColumns(text: string): readonly OutputColumn[] {
  const columns: OutputColumn[] = [];
  for (const [part] of text.matchAll(PART)) {
    const [, name, as] = COLUMN.exec(part.trim()) ?? [];
    if (name === undefined) continue;
    const column = { name: unquoted(name) };
    columns.push(as === undefined ? column : { ...column, as: unquoted(as) });
  }
  if (columns.length > 0) return columns;
  const message = sentence`The ${COLUMNS} ${quoted(text)} names no column. Give names separated by commas, such as id,mapcode as code.`;
  throw batchError(message, "columns");
}

function checkColumns({ columns, onlyResults }: OutputOptions, to: FormatName): void {
  if (columns === undefined) return;
  if (onlyResults) {
    const message = sentence`The ${COLUMNS} and the ${ONLY_RESULTS} exclude each other. Use one of them.`;
    throw batchError(message, "onlyResults");
  }
  if (!formatNamed(to).hasNames) {
    const message = sentence`The format ${to} has no names of columns. Omit the ${COLUMNS}, or use the ${ONLY_RESULTS}.`;
    throw batchError(message, "columns");
  }
  for (const column of columns) {
    const { name, as = "" } = column ?? {};
    if (typeof name === "string" && typeof as === "string") continue;
    const message = sentence`The ${COLUMNS} contains ${shown(column)}, not an object with name, and as if it is renamed.`;
    throw batchError(message, "columns");
  }
  const names = columns.map(({ name, as = name }) => as);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  const message = sentence`The ${COLUMNS} names ${quoted(twice)} twice. Rename one of them with as.`;
  throw batchError(message, "columns");
}

/** @throws BatchError if one of these options has a wrong value or contradicts another one */
export function checkOutputOptions(options: OutputOptions, to: FormatName): void {
  const { nullText } = options;
  checkColumns(options, to);
  if (nullText === undefined || !/[\r\n]/.test(nullText)) return;
  throw batchError(sentence`The ${option("nullText")} has a line end. Omit it.`, "nullText");
}
