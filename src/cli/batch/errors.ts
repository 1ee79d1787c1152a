/** What ends a batch early, each told in one sentence. */

/** The batch cannot be carried out or go on: files, a full disk, a row when all have to be right. */
export class BatchRunError extends Error {
  override name = "BatchRunError";
}

/** What was asked for contradicts itself or what is there. */
export class BatchUsageError extends Error {
  override name = "BatchUsageError";
}

/** Whoever read the output has read enough. */
export class OutputClosedError extends Error {
  override name = "OutputClosedError";
}

/** A signal has ended the batch, with complete rows in its output. */
export class InterruptedError extends Error {
  override name = "InterruptedError";
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(signal: "SIGINT" | "SIGTERM") {
    super(`Stopped by ${signal}.`);
    this.signal = signal;
  }
}

/** Why something could not be read or written; without the path, which our own sentences have. */
export function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const [, reason] = /^[A-Z0-9_]+: ([^,]+)/.exec(message) ?? [];
  return reason ?? message;
}
