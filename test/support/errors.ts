/** Errors of calls. */
import { expect } from "vitest";
import type { MapcodeErrorCode } from "../../src/index.ts";

type ErrorClass<E> = abstract new (...values: never[]) => E;

/** The error of a call. Throws unless the error has this class. */
export function thrownBy<E extends Error>(kind: ErrorClass<E>, call: () => unknown): E {
  try {
    call();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`There is no ${kind.name}.`);
}

/** The result of a call, or another value if it throws an error of this class. */
export function resultOr<T, R>(other: R, kind: ErrorClass<Error>, call: () => T): T | R {
  try {
    return call();
  } catch (error) {
    if (error instanceof kind) return other;
    throw error;
  }
}

/** A matcher for toThrow: an error of the library with this code. */
export const withCode = (code: MapcodeErrorCode): unknown =>
  expect.objectContaining({ name: "MapcodeError", code });
