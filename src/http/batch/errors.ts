/** The errors of the bodies of batch requests. */
import { type ErrorKind, HttpError } from "../errors.ts";

/** `The body has more than 16777216 bytes. Send at most 16777216 bytes.` */
export function tooLarge(parameter: "body" | "first row", max: number, count = `more than ${max}`) {
  const value = `${count} bytes`;
  const expected = `at most ${max} bytes`;
  const message = `The ${parameter} has ${value}. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter, value, expected });
}

function bodyError(kind: ErrorKind, problem: string, expected: string, advice = ""): HttpError {
  const message = `${problem} Send ${expected}${advice}.`;
  return new HttpError(kind, message, { parameter: "body", expected });
}

export function tooLargeForMemory(maxBytes: number): HttpError {
  const problem = `The body, or the reply to it, is larger than the memory for batches, ${maxBytes} bytes.`;
  return bodyError("content-too-large", problem, "fewer rows in each request");
}

export function busyError(): HttpError {
  const problem = "The service is busy with other batches.";
  return bodyError("service-busy", problem, "the same request again later");
}

/** A body cannot be decompressed. */
export function brokenCoding(): HttpError {
  const advice = ", or leave out Content-Encoding";
  const problem = "The body is broken or cut off.";
  return bodyError("malformed-request", problem, "a complete body in gzip", advice);
}
