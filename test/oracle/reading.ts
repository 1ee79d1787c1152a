/**
 * Reading the text of a mapcode: its form, its territory and its code, before any record is used
 * (format 7).
 */
import { fromAbjad } from "./abjad.ts";
import { prepareText } from "./alphabets.ts";
import type { CodeParts } from "./decode.ts";
import { withoutIAndO } from "./digits.ts";
import { meaningInMapcode, type OracleError } from "./names.ts";
import { unpack } from "./packing.ts";

const TERRITORY = "[A-Z0-9]{2,3}(?:[-_][A-Z0-9]{2,3})?";
const CODE = "([A-Z0-9]{2,5})\\.([A-Z0-9]{2,4})(?:-([A-Y0-9]{1,8}))?";

const TERRITORY_IN_FRONT = new RegExp(`^(${TERRITORY})\\s+`);
const CODE_ALONE = new RegExp(`^${CODE}$`);
const WHOLE_TEXT = new RegExp(`^(?:(${TERRITORY})\\s+)?${CODE}$`);

/** The parts of a text that has the form of a mapcode. */
export interface ReadMapcode {
  /** Undefined if the text has none. */
  territory: string | undefined;
  parts: CodeParts;
}

/** Restores the rewritten code at the end of a text (format 7). */
function withCodeFromAbjad(text: string): string {
  const start = text.lastIndexOf(" ") + 1;
  const dash = text.indexOf("-", start);
  const end = dash < 0 ? text.length : dash;
  return text.slice(0, start) + fromAbjad(text.slice(start, end)) + text.slice(end);
}

/** The text in Roman letters, with its code restored (format 7). */
function readCharacters(input: string): string {
  const { text, abjad } = prepareText(input);
  return abjad ? withCodeFromAbjad(text) : text;
}

/** Whether a text has the form of a mapcode; it may stand for no place (format 7). */
export function isValidFormat(input: string): boolean {
  return WHOLE_TEXT.test(readCharacters(input));
}

/** A code without territory, split at "-"; undefined for any other text. */
export function readCodeAlone(input: string): { code: string; extension: string } | undefined {
  const match = CODE_ALONE.exec(readCharacters(input));
  if (match === null) return undefined;
  return { code: `${match[1] ?? ""}.${match[2] ?? ""}`, extension: match[3] ?? "" };
}

/** Territory and unpacked code of a text (format 7, format 6). */
export function readMapcode(input: string, context: string | undefined): ReadMapcode | OracleError {
  let rest = readCharacters(input);
  let territory: string | undefined;
  let isUnknown = false;
  const front = TERRITORY_IN_FRONT.exec(rest);
  if (front !== null) {
    territory = meaningInMapcode(front[1] ?? "", context);
    isUnknown = territory === undefined;
    rest = rest.slice(front[0].length);
  }
  const match = WHOLE_TEXT.exec(rest);
  if (match === null || (front !== null && match[1] !== undefined)) return { error: "malformed" };
  if (isUnknown) return { error: "unknown-mapcode" };
  const [, , prefix = "", suffix = "", extension = ""] = match;
  const code = unpack(`${prefix}.${suffix}`);
  if (code === undefined) return { error: "unknown-mapcode" };
  const parts = {
    prefix: code.slice(0, prefix.length),
    suffix: code.slice(prefix.length + 1),
    extension: withoutIAndO(extension),
  };
  return { territory, parts };
}
