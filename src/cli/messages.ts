/** The messages of the command line: errors with their exit codes, notices, and paths of documents. */
import { fileURLToPath } from "node:url";
import { getTerritory, territories } from "../index.ts";
import { NO_TERRITORY } from "../into.ts";
import { countryOfSameName } from "../library/territories.ts";

export const NO_ANSWER = 1;
export const WRONG_USAGE = 2;
/** The shell's exit code after SIGPIPE. */
const CLOSED_OUTPUT = 141;

/** The arguments or options are wrong. The user sees only the message. */
export class UsageError extends Error {
  readonly exitCode = WRONG_USAGE;
}

/**
 * The arguments are right, but there is no result. A batch cannot start or go on: a file, a full disk, a failed row under
 * `--strict`, a signal. An empty message is not printed.
 */
export class NoAnswerError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = NO_ANSWER) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The code of a system error, such as `ENOENT`; undefined for other errors. */
export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * The error for a failed file or stream: "no space left on device". Omits the code before the reason of a system error,
 * and the path after it. Silent if the reader of the output has closed it, as `head` does.
 * @param name begins the sentence
 */
export function accessError(name: string, action: "read" | "written", error: unknown) {
  if (error instanceof NoAnswerError) return error;
  const code = systemCodeOf(error);
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED")
    return new NoAnswerError("", CLOSED_OUTPUT);
  const message = error instanceof Error ? error.message : String(error);
  const [, reason = message] = /^[A-Z0-9_]+: ([^,]+)/.exec(message) ?? [];
  return new NoAnswerError(`${name} cannot be ${action}: ${reason}.`);
}

/**
 * Control characters (C0 and C1), line separators, and marks that change the direction of text. Parts of messages come
 * from inputs: they could move the cursor, change colors or titles, or make a message look like another one.
 */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** `option latColumn`, `option latColumn with 2` and `option header with false`, as the library writes them. */
const OPTION = /\boption ([a-z][A-Za-z]*)(?: with ('[^']*'|[^\s,;]+))?/g;

/** The name of an option on the command line: `lat-column`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Writes a message on standard error. Options get their command-line form, `option --lat-column 2`. Control characters
 * except line feeds become JSON escapes, `\u001b`.
 */
export function writeMessage(text: string): void {
  const withFlags = text.replace(OPTION, (_, name: string, value = "") =>
    `option --${kebabCase(name)}${value && ` ${value}`}`.replace("--header false", "--no-header"),
  );
  const shown = withFlags.replace(CONTROLS, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  process.stderr.write(shown);
}

/** Writes a message as one line. */
export function printLine(text: string): void {
  writeMessage(`${text.replace(/[\r\n]+/g, " ")}\n`);
}

/**
 * Names the chosen meaning of an ambiguous territory name, and how to write the other one: NL is Nagaland and the
 * Netherlands, Georgia is in the USA and in Asia.
 * @returns a sentence; undefined if the name has one meaning only
 */
export function ambiguityNotice(name: string): string | undefined {
  const country = countryOfSameName(name);
  if (country === NO_TERRITORY) return undefined;
  const { alphaCode, fullName, parentTerritory } = getTerritory(name);
  const parent = parentTerritory ? ` in ${getTerritory(parentTerritory).fullName}` : "";
  const other = territories()[country];
  return `'${name}' is taken for ${alphaCode}, ${fullName}${parent}. For the country ${other.fullName}, write ${other.alphaCode}.`;
}

// Valid here and in a build, whose folders have the same depth.
const DOCUMENTS = new URL("../../docs/", import.meta.url);

/** The path of an installed document. @param name such as `batches.md` */
export function documentPath(name: string): string {
  return fileURLToPath(new URL(name, DOCUMENTS));
}
