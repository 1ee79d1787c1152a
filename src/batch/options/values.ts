/** Checks and text forms of the values of options. */
import { MAX_PRECISION, MapcodeError } from "../../index.ts";
import { quoted } from "../../messages.ts";
import { checkOneOf } from "./declaration.ts";
import { INCLUDES, type Include, OPERATION_INCLUDES, type Operation } from "./operations.ts";

/** Makes a check of a look-up of the library, whose error says what is wrong. */
export function checkByLookUp(find: (name: string) => unknown) {
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

export function checkPrecision(precision: number): string | undefined {
  if (Number.isInteger(precision) && precision >= 0 && precision <= MAX_PRECISION) return undefined;
  return `The precision ${precision} is not an integer from 0 to ${MAX_PRECISION}.`;
}

export function checkIncludes(
  includes: readonly Include[],
  operation: Operation,
): string | undefined {
  for (const name of includes) {
    const message = checkOneOf("include", name, INCLUDES);
    if (message !== undefined) return message;
    if (OPERATION_INCLUDES[operation].includes(name)) continue;
    return `The option include '${name}' does not apply to ${operation}. Omit it.`;
  }
  return undefined;
}

/** Parses names separated by commas. */
export function parseIncludes(text: string): readonly Include[] | undefined {
  const names = text.split(",").map((name) => name.trim() as Include);
  return names.every((name) => INCLUDES.includes(name)) ? names : undefined;
}

/** A character that can separate fields: ASCII, and none that quotes, numbers or line ends consist of. */
const DELIMITER = /^[\t !#$%&'*,/:;<=>?@\\^_`|~]$/;

/** Parses the text form of a delimiter. `tab` and `\\t` are tabs, which shells and addresses make hard to type. */
export function parseDelimiter(text: string): string {
  return text === "tab" || text === "\\t" ? "\t" : text;
}

export function checkDelimiter(delimiter: string): string | undefined {
  if (DELIMITER.test(delimiter)) return undefined;
  return `The delimiter ${quoted(delimiter)} is not a single character such as ',', ';', '|' or a tab.`;
}

export function checkComment(comment: string): string | undefined {
  if (comment !== "" && !/\s/.test(comment)) return undefined;
  return `The option comment ${quoted(comment)} is not the beginning of a line. Give one or more characters without spaces, such as '#'.`;
}

export function checkEncoding(encoding: string): string | undefined {
  try {
    new TextDecoder(encoding);
    return undefined;
  } catch {
    return `The encoding ${quoted(encoding)} is unknown. Use one such as utf-8, utf-16le, latin1 or windows-1252.`;
  }
}
