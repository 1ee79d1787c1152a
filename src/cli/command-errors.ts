/** Errors of the command line; the message is the one line that the user sees. */

/** The arguments or options are wrong: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * The arguments are right, but there is no result: exit code 1. A batch cannot start or go on: a file, a full disk, a
 * failed row under `--strict`.
 */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

export const NO_ANSWER_EXIT_CODE = 1;

/** The reader of the output has closed it, as `head` does. The command ends without a message. */
export class OutputClosedError extends Error {
  override name = "OutputClosedError";
}

/** The exit code of a program that SIGPIPE has ended. */
export const CLOSED_OUTPUT_EXIT_CODE = 141;

/** The code of an error of the system, such as `ENOENT`; undefined for other errors. */
export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * The error for a file or a stream that fails: "no space left on device". System errors put a code in front of their
 * reason and a path after it, which are left out.
 * @param name begins the sentence
 */
export function accessError(name: string, action: "read" | "written", error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const [, reason = message] = /^[A-Z0-9_]+: ([^,]+)/.exec(message) ?? [];
  return new NoAnswerError(`${name} cannot be ${action}: ${reason}.`);
}
