/** What ends a batch early, each told in one sentence. */

/** The batch cannot be carried out or go on: files, a full disk, a row when all have to be right. */
export class PipelineFailure extends Error {
  override name = "PipelineFailure";
}

/** What was asked for contradicts itself or what is there. */
export class WrongRequest extends Error {
  override name = "WrongRequest";
}

/** Whoever read the output has read enough. */
export class OutputClosed extends Error {
  override name = "OutputClosed";
}

/** A signal has ended the batch, with complete rows in its output. */
export class Interrupted extends Error {
  override name = "Interrupted";
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
