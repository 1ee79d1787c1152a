/** What the comfortable functions throw: one class and one code for each kind of refusal. */

export type MapcodeErrorCode =
  | "invalid-coordinate"
  | "precision-out-of-range"
  | "malformed-mapcode"
  | "unknown-mapcode"
  | "unknown-territory"
  | "unknown-alphabet"
  | "unwritable-mapcode";

const LONGEST_QUOTE = 100;

function quote(value: unknown): string {
  if (typeof value !== "string") return String(value);
  return `'${value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}...` : value}'`;
}

/** Every error of this library. The message says in one sentence what came and what was wanted. */
export abstract class MapcodeError extends Error {
  abstract readonly code: MapcodeErrorCode;
  /** What was given, whole. */
  readonly value: unknown;
  /** What would have been accepted. */
  readonly expected: string;

  /** @param subject what the value was given as: "precision", "mapcode" */
  constructor(subject: string, value: unknown, expected: string) {
    super(`The ${subject} ${quote(value)} is not ${expected}.`);
    this.name = new.target.name;
    this.value = value;
    this.expected = expected;
  }
}

/** A latitude or longitude that is not a finite number. */
export class InvalidCoordinateError extends MapcodeError {
  readonly code = "invalid-coordinate";
}

export class PrecisionOutOfRangeError extends MapcodeError {
  readonly code = "precision-out-of-range";
}

/** A text that does not have the form of a mapcode. */
export class MalformedMapcodeError extends MapcodeError {
  readonly code = "malformed-mapcode";
}

/** A text that has the form of a mapcode but stands for no place, or names no known territory. */
export class UnknownMapcodeError extends MapcodeError {
  readonly code = "unknown-mapcode";
}

/** A name that is no territory, or none within the parent or of the kind that was asked for. */
export class UnknownTerritoryError extends MapcodeError {
  readonly code = "unknown-territory";
}

export class UnknownAlphabetError extends MapcodeError {
  readonly code = "unknown-alphabet";
}

/** A mapcode that the alphabet has no letters for: Greek, for some codes with extra digits. */
export class UnwritableMapcodeError extends MapcodeError {
  readonly code = "unwritable-mapcode";
}
