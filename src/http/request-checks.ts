/** What any request is refused for, whatever it asks for. */

import { HttpError, shown } from "./http-error.ts";
import type { Request } from "./messages.ts";
import { LONGEST_TARGET } from "./settings.ts";

/** @throws HttpError for a method that is none of these */
export function checkMethod(method: string, allowed: readonly string[]): void {
  if (allowed.includes(method)) return;
  const expected = allowed.join(" or ");
  const message = `The method ${shown(method)} is not allowed here; expected ${expected}.`;
  throw new HttpError("method-not-allowed", message, {
    parameter: "method",
    value: method,
    expected,
  });
}

/** @throws HttpError for a path and query that are too long */
export function checkLength({ path, query }: Request): void {
  if (path.length + query.length <= LONGEST_TARGET) return;
  const expected = `at most ${LONGEST_TARGET} characters`;
  const message = `The URL is too long; expected ${expected}.`;
  throw new HttpError("uri-too-long", message, { parameter: "url", value: path, expected });
}
