/** Checks of the options that say how the bytes of an input are read as rows. */
import { quoted } from "../internal.ts";
import { BatchError } from "./errors.ts";
import type { InputOptions } from "./input-options.ts";

/** A character that can separate fields: ASCII, and none that quotes, numbers or line ends consist of. */
const DELIMITER = /^[\t !#$%&'*,/:;<=>?@\\^_`|~]$/;

/** Parses the text form of a delimiter. `tab` and `\\t` are tabs, which shells and addresses make hard to type. */
export function parseDelimiter(text: string): string {
  return text === "tab" || text === "\\t" ? "\t" : text;
}

/** The message about a number that is not an integer of a range. */
function checkInteger(option: "skip" | "maxRowBytes", value: number, min: number): void {
  if (Number.isSafeInteger(value) && value >= min) return;
  const message = `The option ${option} ${value} is not an integer of at least ${min}.`;
  throw new BatchError(message, option);
}

/** @throws BatchError if one of these options has a wrong value */
export function checkInputOptions({ delimiter, skip, comment, maxRowBytes }: InputOptions): void {
  if (delimiter !== undefined && !DELIMITER.test(delimiter)) {
    const message = `The delimiter ${quoted(delimiter)} is not a single character such as ',', ';', '|' or a tab.`;
    throw new BatchError(message, "delimiter");
  }
  if (comment !== undefined && (comment === "" || /\s/.test(comment))) {
    const message = `The option comment ${quoted(comment)} is not the beginning of a line. Give one or more characters without spaces, such as '#'.`;
    throw new BatchError(message, "comment");
  }
  checkInteger("skip", skip, 0);
  checkInteger("maxRowBytes", maxRowBytes, 1);
}
