/** Checks of the options that say how the bytes of an input are read as rows. */
import { option, quoted, sentence } from "../../internal.ts";
import { batchError } from "../errors.ts";
import type { InputOptions } from "./input-options.ts";

/** A character that can separate fields: ASCII, and none that quotes, numbers or line ends consist of. */
const DELIMITER = /^[\t !#$%&'*,/:;<=>?@\\^_`|~]$/;

/** Parses the text form of a delimiter. `tab` and `\\t` are tabs, which shells and addresses make hard to type. */
export function parseDelimiter(text: string): string {
  return text === "tab" || text === "\\t" ? "\t" : text;
}

/** @throws BatchError unless the value is an integer of the range */
function checkInteger(name: "skip" | "maxRowBytes", value: number, min: number): void {
  if (Number.isSafeInteger(value) && value >= min) return;
  const message = sentence`The ${option(name)} ${value} is not an integer of at least ${min}.`;
  throw batchError(message, name);
}

/** @throws BatchError if one of these options has a wrong value */
export function checkInputOptions({ delimiter, skip, comment, maxRowBytes }: InputOptions): void {
  if (delimiter !== undefined && !DELIMITER.test(delimiter)) {
    const message = `The delimiter ${quoted(delimiter)} is not a single character such as ',', ';', '|' or a tab.`;
    throw batchError(message, "delimiter");
  }
  if (comment !== undefined && (comment === "" || /\s/.test(comment))) {
    const message = sentence`The ${option("comment")} ${quoted(comment)} is not the beginning of a line. Give one or more characters without spaces, such as '#'.`;
    throw batchError(message, "comment");
  }
  checkInteger("skip", skip, 0);
  checkInteger("maxRowBytes", maxRowBytes, 1);
}
