/** What the command line writes for people. Parts of it come from inputs and must not control the terminal. */
import { writeSync } from "node:fs";
import { accessError, CLOSED_OUTPUT_EXIT_CODE, NO_ANSWER_EXIT_CODE } from "./command-errors.ts";

/**
 * Control characters (C0 and C1), line separators, and marks that change the direction of text. They could move
 * the cursor, change colors or titles, or make a message look like another one.
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

/** Control characters other than tabs and line ends, which separate fields and rows. */
const CONTROLS_OF_ROWS = /(?![\t\r\n])\p{Cc}/gu;

/** Rows as a terminal shows them: without control characters, which might come from their input. */
export function rowsForTerminal(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(text.replace(CONTROLS_OF_ROWS, escaped));
}

/** Names an option as the command line does: `option --lat-column 1`. */
export function nameFlag(option: string, value = ""): string {
  if (option === "header" && value.startsWith("false")) {
    return `option --no-header${value.slice("false".length)}`;
  }
  const flag = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `option --${flag}${value === "" ? "" : ` ${value}`}`;
}

/** `option latColumn`, `option latColumn with 2` and `option header with false`, as the library writes them. */
const OPTION = /\boption ([a-z][A-Za-z]*)(?: with ('[^']*'|[^\s,;]+))?/g;

/** The message of an error, with options as the command line names them: `option --lat-column 2`, `option --no-header`. */
export function commandMessageOf({ message }: Error): string {
  return message.replace(OPTION, (_, name: string, value?: string) => nameFlag(name, value));
}

/** Writes one line on standard error. */
export function printLine(text: string): void {
  process.stderr.write(`${onOneLine(text)}\n`);
}

const STANDARD_OUTPUT = 1;

/**
 * Writes to standard output without its stream, which takes 3 of the 20 ms that `mapcoded encode 52.37 4.9` needs
 * beside the start of Node.
 * @returns what is left for the stream, which waits for a slow reader, or fails in the same way and tells why
 */
function writeAtOnce(text: string): Uint8Array {
  let bytes: Uint8Array = Buffer.from(text);
  // A console of Windows takes UTF-8 from the stream only.
  if (process.platform === "win32") return bytes;
  try {
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(STANDARD_OUTPUT, bytes));
  } catch {}
  return bytes;
}

/** Writes the result of a single conversion, help or the version. */
export function writeResult(text: string): void {
  const rest = writeAtOnce(text);
  if (rest.length === 0) return;
  process.stdout.once("error", (error: NodeJS.ErrnoException) => {
    // The reader may need no more (`mapcoded encode ... | head -1`).
    if (error.code === "EPIPE") {
      process.exitCode = CLOSED_OUTPUT_EXIT_CODE;
      return;
    }
    printLine(accessError("Standard output", "written", error).message);
    process.exitCode = NO_ANSWER_EXIT_CODE;
  });
  process.stdout.write(rest);
}
