/** Faults of ours: what the client is told of them, and what the log is. */
import { randomUUID } from "node:crypto";
import { HttpError } from "./http-error.ts";

/**
 * What a request is refused with, whatever was thrown.
 * @param report gets the text for the log of an error that is no refusal
 */
export function errorFor(error: unknown, report: (text: string) => void): HttpError {
  if (error instanceof HttpError) return error;
  const reference = randomUUID();
  report(`${reference}: ${error instanceof Error ? error.stack : error}`);
  const message = `The service failed on this request; its log says why under ${reference}.`;
  return new HttpError("internal-error", message);
}
