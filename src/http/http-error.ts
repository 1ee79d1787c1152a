/** Why a request gets no answer, as it is told to the client. */

/** The kind of a refusal and the status it is sent with. */
export const ERROR_STATUS = {
  "invalid-parameter": 400,
  "malformed-request": 400,
  "missing-parameter": 403,
  "unknown-mapcode": 404,
  "no-local-mapcode": 404,
  "unknown-path": 404,
  "method-not-allowed": 405,
  "request-timeout": 408,
  "conflicting-parameters": 409,
  "content-too-large": 413,
  "uri-too-long": 414,
  "unsupported-media-type": 415,
  "internal-error": 500,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

const LONGEST_VALUE = 100;

export interface ErrorDetail {
  readonly parameter: string;
  readonly value?: string;
  readonly expected: string;
}

/** What was sent, as far as it is shown to the client that sent it. */
export function shown(text: string): string {
  const cut = text.slice(0, LONGEST_VALUE);
  // Not amid a pair of surrogates: its half is no character.
  return cut.length < text.length && !cut.isWellFormed() ? cut.slice(0, -1) : cut;
}

function cut({ parameter, value, expected }: ErrorDetail): ErrorDetail {
  return {
    parameter: shown(parameter),
    ...(value === undefined ? {} : { value: shown(value) }),
    expected,
  };
}

/** The body of a refusal; its members are sent in this order. */
export interface ErrorBody {
  readonly status: number;
  readonly error: ErrorKind;
  readonly message: string;
  readonly parameter?: string;
  readonly value?: string;
  readonly expected?: string;
}

/** Thrown wherever a request turns out not to be answerable; the router makes the reply of it. */
export class HttpError extends Error {
  readonly body: ErrorBody;

  constructor(error: ErrorKind, message: string, detail?: ErrorDetail) {
    super(message);
    this.name = "Refusal";
    this.body = { status: ERROR_STATUS[error], error, message, ...(detail && cut(detail)) };
  }
}

/** Refuses the value of a parameter: `The precision '9' is not an integer from 0 to 8.` */
export function invalidValue(
  parameter: string,
  value: string,
  expected: string,
  error: ErrorKind = "invalid-parameter",
): HttpError {
  const message = `The ${parameter} '${shown(value)}' is not ${expected}.`;
  return new HttpError(error, message, { parameter, value, expected });
}

/** Refuses a request that lacks something: `Missing code: expected /coords/{code}.` */
export function missingParameter(parameter: string, expected: string): HttpError {
  const message = `Missing ${parameter}: expected ${expected}.`;
  return new HttpError("missing-parameter", message, { parameter, expected });
}
