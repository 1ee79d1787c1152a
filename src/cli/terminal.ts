/** What the command line writes for people. Parts of it come from inputs and must not control the terminal. */
import type { NameOption } from "../internal.ts";

/**
 * Control characters (C0 and C1), line separators, and marks that change the direction of text. They could move
 * the cursor, change colours or titles, or make a message look like another one.
 */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\r": "\\r" };

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return (
    SHORT_ESCAPES[character] ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`)
  );
}

/** The text with all control characters but line feeds as escapes, as in JavaScript: `\x1b`. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}

/** The same on one line: line feeds become spaces. */
export function onOneLine(text: string): string {
  return withoutControls(text.replace(/[\r\n]+/g, " "));
}

/** Options whose flags have other names. */
const FLAGS: Readonly<Record<string, string>> = { "header with false": "--no-header" };

/** `latColumn with 1` becomes `--lat-column 1`. */
function flagOf(option: string): string {
  const [name, value] = option.split(" with ");
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return FLAGS[option] ?? (value === undefined ? `--${flag}` : `--${flag} ${value}`);
}

/** Names options in the errors of rows as the command line does: `option --lat-column`. */
export const nameFlag: NameOption = ({ option, value }) => {
  return `option ${flagOf(value === undefined ? option : `${option} with ${value}`)}`;
};

/** Messages of batches name options as the library does: `option latColumn` becomes `option --lat-column`. */
export function withFlags(message: string): string {
  return message.replace(
    /\boption ([a-z]+(?:[A-Z][a-z]+)*(?: with (?:[\w-]+|'[^']+'))?)/g,
    (_, option) => {
      return `option ${flagOf(option)}`;
    },
  );
}

/** Writes one line on standard error. */
export function printLine(text: string): void {
  process.stderr.write(`${onOneLine(text)}\n`);
}
