/** The errors of batch requests. */
import { type BatchError, BatchLimitError } from "../../batch/errors.ts";
import { type ErrorDetail, HttpError } from "../errors.ts";
import type { Query } from "../requests.ts";
import { BATCH_PARAMETERS } from "./parameters.ts";

/** `The body has more than 16777216 bytes. Send at most 16777216 bytes.` */
export function tooLarge(part: "body" | "first row", max: number, count = `more than ${max}`) {
  const value = `${count} bytes`;
  const expected = `at most ${max} bytes`;
  const message = `The ${part} has ${value}. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter: part, value, expected });
}

export function tooLargeForMemory(maxBytes: number): HttpError {
  const expected = "fewer rows in each request";
  const message = `The body, or the reply to it, is larger than the memory for batches, ${maxBytes} bytes. Send ${expected}.`;
  return new HttpError("content-too-large", message, { parameter: "body", expected });
}

/** Other batches have the memory. */
export function busyError(): HttpError {
  const expected = "the same request again later";
  const message = `The service is busy with other batches. Send ${expected}.`;
  return new HttpError("service-busy", message, { parameter: "body", expected });
}

/** A body cannot be decompressed. */
export function brokenCoding(): HttpError {
  const expected = "a complete body in gzip";
  const message = `The body is broken or cut off. Send ${expected}, or leave out Content-Encoding.`;
  return new HttpError("malformed-request", message, { parameter: "body", expected });
}

/** The parameter to change, if it is known what its values are. */
function detailOf({ option }: BatchError, query: Query): ErrorDetail | undefined {
  const parameters = [...BATCH_PARAMETERS.encode, ...BATCH_PARAMETERS.decode];
  const parameter = parameters.find(({ name }) => name === option);
  if (parameter?.expected === undefined) return undefined;
  const { name, expected } = parameter;
  const value = query.get(name);
  return { parameter: name, ...(value !== undefined && { value }), expected };
}

/** The error reply for an error of a batch. */
export function batchHttpError(error: BatchError, query: Query): HttpError {
  if (error instanceof BatchLimitError) return tooLarge("first row", error.max);
  const kind = error.code === "no-row-converted" ? error.code : "invalid-parameter";
  return new HttpError(kind, error.message, detailOf(error, query));
}
