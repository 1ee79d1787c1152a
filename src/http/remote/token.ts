/** The token that requests of engines must have, if the service has one. */
import { createHash, timingSafeEqual } from "node:crypto";
import { HttpError } from "../http-error.ts";
import type { Request } from "../messages.ts";

/** Checks the token of a request. */
export interface TokenCheck {
  /** @param inBody the token in the settings of the body @throws HttpError when no token is the right one */
  check(inBody: string | undefined): void;
}

const BEARER = /^Bearer +(\S+)$/i;

/** The header as which Snowflake sends `HEADERS = ('token' = '...')`. */
const SNOWFLAKE_HEADER = "sf-custom-token";

/** Hashed, as the time of the comparison would tell the length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function tokenError(): HttpError {
  const expected = "the token of the service, as Authorization: Bearer";
  const message = `The request has no valid token. Send ${expected}.`;
  return new HttpError("unauthorized", message, { parameter: "Authorization", expected });
}

/**
 * Reads the tokens in the headers of a request.
 * @param token the token of the service; empty if it has none
 * @param isInBody whether the body may have the token
 * @throws HttpError when the token can only be in a header and no header has it
 */
export function tokenCheckOf(request: Request, token: string, isInBody: boolean): TokenCheck {
  const [, bearer = ""] = BEARER.exec(request.header("authorization")) ?? [];
  const inHeaders = [bearer, request.header(SNOWFLAKE_HEADER)];
  const isChecked = token === "" || inHeaders.some((sent) => isSame(sent, token));
  if (!isChecked && !isInBody) throw tokenError();
  return {
    check(inBody = "") {
      if (!isChecked && !isSame(inBody, token)) throw tokenError();
    },
  };
}
