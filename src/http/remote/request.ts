/** Parses the headers and the query of a request by an engine, and checks its token. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { RemoteEngine } from "../../functions/remote.ts";
import type { ExchangeParts } from "../batch/exchange.ts";
import { checkFraming, parseHead } from "../batch/request.ts";
import { HttpError, invalidValue } from "../http-error.ts";
import type { ResolvedInterfaceOptions } from "../interface-options.ts";
import type { Request } from "../requests.ts";
import { type CheckToken, RemoteSession } from "./session.ts";

/** Engines send nothing else; without the header, the body is taken for JSON. */
function checkType(contentType: string): void {
  if (/^(application\/json *(;.*)?)?$/i.test(contentType)) return;
  throw invalidValue("Content-Type", contentType, "application/json", "unsupported-media-type");
}

// Tokens, which requests of engines must have if the service has one

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
function tokenCheckOf(request: Request, token: string, isInBody: boolean): CheckToken {
  const [, bearer = ""] = BEARER.exec(request.header("authorization")) ?? [];
  const inHeaders = [bearer, request.header(SNOWFLAKE_HEADER)];
  const isChecked = token === "" || inHeaders.some((sent) => isSame(sent, token));
  if (!isChecked && !isInBody) throw tokenError();
  return (inBody = "") => {
    if (!isChecked && !isSame(inBody, token)) throw tokenError();
  };
}

/**
 * Starts the session of a request.
 * @throws HttpError for what is wrong in its headers or its query
 */
export function openRemoteRequest(
  request: Request,
  engine: RemoteEngine,
  { batch: limits, remoteToken }: ResolvedInterfaceOptions,
): Pick<ExchangeParts, "request" | "session"> {
  checkFraming(request);
  const token = tokenCheckOf(request, remoteToken, engine.contextName !== undefined);
  checkType(request.header("content-type"));
  const head = parseHead(request, limits.maxInputBytes);
  const session = new RemoteSession(engine, head.query, limits, token);
  return { request: { ...head, isStreamed: false }, session };
}
