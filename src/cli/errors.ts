/** Errors of the command line; the message is the one line that the user sees. */

/** The arguments or options are wrong: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The arguments are right, but there is no result: exit code 1. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}
