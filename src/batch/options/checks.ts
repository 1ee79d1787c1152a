/** Text forms and checks of the values of options. A check returns what is wrong as a sentence, or undefined. */
import { MapcodeError } from "../../index.ts";
import { quoted, shown } from "../../messages.ts";
import type { Operation } from "./roles.ts";

/** The extra values that results can have. Only an encoded point has an offset. */
export const INCLUDES = ["offset", "rectangle"] as const;

/** An extra value that results can have. */
export type Include = (typeof INCLUDES)[number];

export function includesOf(operation: Operation): readonly Include[] {
  return operation === "encode" ? INCLUDES : ["rectangle"];
}

export function parseIncludes(text: string): readonly Include[] {
  return text.split(",").map((name) => name.trim() as Include);
}

export function includesProblem(includes: readonly Include[], operation: Operation) {
  const known = includesOf(operation);
  const unknown = includes.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return `The option include ${shown(unknown)} is not one of ${known.join(", ")}.`;
}

/** Makes a check of a look-up of the library, whose error says what is wrong. */
export function lookUpProblem(find: (name: string) => unknown) {
  return (name: string): string | undefined => {
    try {
      find(name);
      return undefined;
    } catch (error) {
      if (error instanceof MapcodeError) return error.message;
      throw error;
    }
  };
}

/** Parses a delimiter. `tab` and `\\t` are tabs, which shells and addresses make hard to type. */
export function parseDelimiter(text: string): string {
  return text === "tab" || text === "\\t" ? "\t" : text;
}

/** A character that can separate fields: ASCII, and none that quotes, numbers or line ends consist of. */
const DELIMITER = /^[\t !#$%&'*,/:;<=>?@\\^_`|~]$/;

export function delimiterProblem(delimiter: string): string | undefined {
  if (DELIMITER.test(delimiter)) return undefined;
  return `The delimiter ${quoted(delimiter)} is not a single character such as ',', ';', '|' or a tab.`;
}

export function commentProblem(comment: string): string | undefined {
  if (/^\S+$/.test(comment)) return undefined;
  return `The option comment ${quoted(comment)} is not the beginning of a line. Give one or more characters without spaces, such as '#'.`;
}

export function encodingProblem(encoding: string): string | undefined {
  try {
    new TextDecoder(encoding);
    return undefined;
  } catch {
    return `The encoding ${quoted(encoding)} is unknown. Use one such as utf-8, utf-16le, latin1 or windows-1252.`;
  }
}

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

/** Parses names separated by commas, in quotes if they have commas, each with `as` and its new name if it gets one. */
export function parseColumns(text: string): readonly OutputColumn[] {
  return Array.from(text.matchAll(PART)).flatMap(([part]) => {
    const [, name, as] = COLUMN.exec(part.trim()) ?? [];
    if (name === undefined) return [];
    return [{ name: unquoted(name), ...(as !== undefined && { as: unquoted(as) }) }];
  });
}

export function columnsProblem(columns: readonly OutputColumn[]): string | undefined {
  if (columns.length === 0)
    return "The option columns names no column, such as id,mapcode as code.";
  const seen = new Set<string>();
  for (const column of columns) {
    const { name, as = name } = column ?? {};
    if (typeof name !== "string" || typeof as !== "string") {
      return `The option columns contains ${shown(column)}, not an object with name, and as if it is renamed.`;
    }
    if (seen.has(as)) {
      return `The option columns names ${quoted(as)} twice. Rename one of them with as.`;
    }
    seen.add(as);
  }
  return undefined;
}
