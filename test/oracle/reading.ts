/**
 * Reading a mapcode text: its territory, its code and whether it has the form of a mapcode
 * (format 7, before any record is asked).
 */
import { fromAbjad } from "./abjad.ts";
import { prepareText } from "./alphabets.ts";
import type { CodeParts } from "./decode.ts";
import { withoutIAndO } from "./digits.ts";
import { meaningInMapcode, type OracleRefusal } from "./names.ts";
import { unpack } from "./packing.ts";

const TERRITORY = "[A-Z0-9]{2,3}(?:[-_][A-Z0-9]{2,3})?";
const CODE = "([A-Z0-9]{2,5})\\.([A-Z0-9]{2,4})(?:-([A-Y0-9]{1,8}))?";

const TERRITORY_IN_FRONT = new RegExp(`^(${TERRITORY}) +`);
const CODE_ALONE = new RegExp(`^${CODE}$`);
const WHOLE_TEXT = new RegExp(`^(?:(${TERRITORY}) +)?${CODE}$`);

/** A text that has the form of a mapcode. */
export interface ReadMapcode {
  /** Undefined when the text names none. */
  territory: string | undefined;
  parts: CodeParts;
}

/** Undoes the re-writing of the code at the end of a text (format 7 step 2). */
function withCodeFromAbjad(text: string): string {
  const start = text.lastIndexOf(" ") + 1;
  const dash = text.indexOf("-", start);
  const end = dash < 0 ? text.length : dash;
  return text.slice(0, start) + fromAbjad(text.slice(start, end)) + text.slice(end);
}

/** A text in Roman letters, its code in the form the records know (format 7 steps 1, 2). */
function readCharacters(given: string): string {
  const { text, abjad } = prepareText(given);
  return abjad ? withCodeFromAbjad(text) : text;
}

/** Whether a text has the form of a mapcode, whatever it means (format 7). */
export function isValidFormat(given: string): boolean {
  return WHOLE_TEXT.test(readCharacters(given));
}

/** A code without territory, split at "-"; undefined when the text is anything else. */
export function readCodeAlone(given: string): { code: string; extension: string } | undefined {
  const match = CODE_ALONE.exec(readCharacters(given));
  if (match === null) return undefined;
  return { code: `${match[1] ?? ""}.${match[2] ?? ""}`, extension: match[3] ?? "" };
}

/** Territory and code of a text, the code unpacked (format 7 steps 1 to 4, format 6). */
export function readMapcode(
  given: string,
  context: string | undefined,
): ReadMapcode | OracleRefusal {
  let rest = readCharacters(given);
  let territory: string | undefined;
  const front = TERRITORY_IN_FRONT.exec(rest);
  if (front !== null) {
    territory = meaningInMapcode(front[1] ?? "", context);
    if (territory === undefined) return { refusal: "unknown-mapcode" };
    rest = rest.slice(front[0].length);
  }
  const match = WHOLE_TEXT.exec(rest);
  if (match === null) return { refusal: "malformed" };
  const [, secondTerritory, prefix = "", suffix = "", extension = ""] = match;
  if (secondTerritory !== undefined) return { refusal: "unknown-mapcode" };
  const code = unpack(`${prefix}.${suffix}`);
  if (code === undefined) return { refusal: "unknown-mapcode" };
  const parts = {
    prefix: code.slice(0, prefix.length),
    suffix: code.slice(prefix.length + 1),
    extension: withoutIAndO(extension),
  };
  return { territory, parts };
}
