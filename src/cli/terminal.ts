/** What the command line writes for people. Parts of it come from inputs and must not control the terminal. */
import { CLOSED_OUTPUT_EXIT_CODE } from "./command-errors.ts";
import { writeOutput } from "./pipes.ts";

/**
 * Control characters (C0 and C1), line separators, and marks that change the direction of text. They could move
 * the cursor, change colors or titles, or make a message look like another one.
 */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The text with all control characters but line feeds as escapes of JSON: `\u001b`. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** `option latColumn`, `option latColumn with 2` and `option header with false`, as the library writes them. */
const OPTION = /\boption ([a-z][A-Za-z]*)(?: with ('[^']*'|[^\s,;]+))?/g;

/** A message with options as the command line names them: `option --lat-column 2`, `option --no-header`. */
export function withFlags(message: string): string {
  return message.replace(OPTION, (_, name: string, value = "") => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `option --${flag}${value && ` ${value}`}`.replace("--header false", "--no-header");
  });
}

/** Writes one line on standard error, with options as the command line names them. */
export function printLine(text: string): void {
  const line = withoutControls(withFlags(text).replace(/[\r\n]+/g, " "));
  process.stderr.write(`${line}\n`);
}

/** Writes the result of a single conversion, help or the version. @throws NoAnswerError if standard output fails */
export function writeResult(text: string): void {
  // A console of Windows takes UTF-8 from the stream only.
  if (process.platform === "win32") process.stdout.write(text);
  // The reader may need no more (`mapcoded encode ... | head -1`).
  else if (!writeOutput(Buffer.from(text))) process.exitCode = CLOSED_OUTPUT_EXIT_CODE;
}
