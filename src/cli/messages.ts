/**
 * The messages of the command line: errors with their exit codes, notices, and paths of documents. `run` of program.ts
 * prints every error as one line.
 */
import { fileURLToPath } from "node:url";
import { BatchError } from "../batch/errors.ts";
import { type Message, type Surface, sentence, textOf } from "../batch/sentences.ts";

/** Who reads the messages. The package of Python sets this variable for its processes. */
export const SURFACE: Surface = process.env.MAPCODED_SURFACE === "python" ? "python" : "command";

export const NO_ANSWER = 1;
export const WRONG_USAGE = 2;
/** The shell's exit code after SIGPIPE. */
const CLOSED_OUTPUT = 141;

/** The arguments or options are wrong. The user sees only the message. */
export class UsageError extends Error {
  readonly exitCode = WRONG_USAGE;
}

/**
 * There is no result, or a batch cannot start or go on: an option that does not fit the input, a file, a full disk, a
 * failed row under `--strict`, a signal. An empty message is not printed.
 */
export class RunError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = NO_ANSWER) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Puts the name of an input before a message about it. Users of Python know which table they have given. */
export function aboutInput(name: string, message: Message): Message {
  return SURFACE === "python" ? message : sentence`${name}: ${message}`;
}

/** An error of a batch with the names of options as their users write them, and its exit code. */
export function commandError(error: unknown): unknown {
  if (!(error instanceof BatchError)) return error;
  const exitCode = error.option === undefined ? NO_ANSWER : WRONG_USAGE;
  return new RunError(textOf(error.messageParts, SURFACE), exitCode);
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
  if (error instanceof RunError) return error;
  const code = systemCodeOf(error);
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return new RunError("", CLOSED_OUTPUT);
  const message = error instanceof Error ? error.message : String(error);
  const [, reason = message] = /^[A-Z0-9_]+: ([^,]+)/.exec(message) ?? [];
  return new RunError(`${name} cannot be ${action}: ${reason}.`);
}

/**
 * Control characters (C0 and C1), line separators, and marks that change the direction of text. Parts of messages come
 * from inputs: they could move the cursor, change colors or titles, or make a message look like another one.
 */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Writes text on standard error. Control characters except line feeds become JSON escapes, `\u001b`. */
export function writeMessage(text: string): void {
  const escaped = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  process.stderr.write(text.replace(CONTROLS, escaped));
}

/** Writes a message as one line. */
export function printLine(text: string): void {
  writeMessage(`${text.replace(/\t|[\r\n]+/g, " ")}\n`);
}

/** Prints what may be wrong, also with `--quiet`. */
export function printWarning(message: Message): void {
  printLine(`Warning: ${textOf(message, SURFACE)}`);
}

/** The path of an installed document. @param name such as `batches.md` */
export function documentPath(name: string): string {
  // Valid here and in a build, whose folders have the same depth.
  return fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
}
