/** The errors of bodies that are too large, arrive too slowly, or are broken. */
import { type ErrorKind, HttpError } from "../errors.ts";

/** `The body has stopped arriving. Send the next bytes within 10 seconds.` @param problem a sentence */
export function bodyError(error: ErrorKind, problem: string, expected: string): HttpError {
  return new HttpError(error, `${problem} Send ${expected}.`, { parameter: "body", expected });
}

/** `The body has more than 1000000 rows. Send at most 1000000 rows.` */
export function tooLarge(
  parameter: string,
  max: number,
  unit: "bytes" | "rows",
  count = `more than ${max}`,
): HttpError {
  const value = `${count} ${unit}`;
  const expected = `at most ${max} ${unit}`;
  const message = `The ${parameter} has ${value}. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter, value, expected });
}

/** A request takes longer than the time limit. */
export function tooLong(maxSeconds: number): HttpError {
  const expected = `at most ${maxSeconds} seconds`;
  const message = `The request takes more than ${maxSeconds} seconds. Send fewer rows in each request.`;
  return new HttpError("request-timeout", message, { parameter: "time", expected });
}

/** Nothing of a body has arrived for this many seconds. */
export function stalled(seconds: number): HttpError {
  const expected = `the next bytes within ${seconds} seconds`;
  return bodyError("request-timeout", "The body has stopped arriving.", expected);
}

/** A body arrives with fewer bytes a second than it must. */
export function tooSlow(minRate: number): HttpError {
  const expected = `at least ${minRate} bytes a second`;
  return bodyError("request-timeout", "The body arrives too slowly.", expected);
}

/** A body cannot be decompressed. */
export function brokenCoding(): HttpError {
  const expected = "a complete body in gzip";
  const message = `The body is broken or cut off. Send ${expected}, or leave out Content-Encoding.`;
  return new HttpError("malformed-request", message, { parameter: "body", expected });
}
