/**
 * What is wrong with a value, before it becomes an error. Functions of the library throw the error. Batches write
 * the message into a row, as the stack trace of an Error takes longer than the conversion of several rows.
 */
import { type Message, messageText, sentence, withMessage } from "../messages.ts";
import {
  type InvalidValueError,
  MalformedMapcodeError,
  notExpected,
  UnknownMapcodeError,
  UnknownTerritoryError,
  UnwritableMapcodeError,
} from "./errors.ts";

const ERRORS = {
  "malformed-mapcode": MalformedMapcodeError,
  "unknown-mapcode": UnknownMapcodeError,
  "unknown-territory": UnknownTerritoryError,
  "unwritable-mapcode": UnwritableMapcodeError,
} as const;

/** Why a value cannot be used, as InvalidValueError says it. */
export interface ValueProblem {
  /** The code of the error. */
  readonly code: keyof typeof ERRORS;
  readonly subject: string;
  readonly value: string;
  readonly expected: string;
  /** A sentence in place of "The `subject` `value` is not `expected`." */
  readonly problem?: string;
  /** What to do or what was probably meant: a sentence with a space in front, or nothing. */
  readonly hint?: Message;
}

/** The message of a problem. */
export function problemMessage({
  subject,
  value,
  expected,
  problem = notExpected(subject, value, expected),
  hint = "",
}: ValueProblem): Message {
  return hint === "" ? problem : sentence`${problem}${hint}`;
}

/** The error for a problem, to be thrown. */
export function problemError(wrong: ValueProblem): InvalidValueError {
  const { code, subject, value, expected, problem, hint = "" } = wrong;
  const error = new ERRORS[code](subject, value, expected, messageText(hint), problem);
  return withMessage(error, problemMessage(wrong));
}
