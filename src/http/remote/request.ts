/** Parses the headers and the query of a request by an engine. */

import type { RemoteEngine } from "../../functions/remote.ts";
import type { ExchangeSettings } from "../batch/exchange.ts";
import { bodyCodingOf, checkBodyLength, checkFraming } from "../batch/request.ts";
import { invalidValue } from "../http-error.ts";
import { parseQuery, type Request } from "../messages.ts";
import type { InterfaceSettings } from "../settings.ts";
import { RemoteSession } from "./session.ts";
import { tokenCheckOf } from "./token.ts";

/** Engines send nothing else; without the header, the body is taken for JSON. */
function checkType(contentType: string): void {
  if (/^(application\/json *(;.*)?)?$/i.test(contentType)) return;
  throw invalidValue("Content-Type", contentType, "application/json", "unsupported-media-type");
}

/**
 * Starts the session of a request.
 * @throws HttpError for what is wrong in its headers or its query
 */
export function openRemoteRequest(
  request: Request,
  engine: RemoteEngine,
  { batch: limits, remoteToken }: InterfaceSettings,
): Pick<ExchangeSettings, "request" | "session"> {
  checkFraming(request);
  const token = tokenCheckOf(request, remoteToken, engine.contextName !== undefined);
  checkType(request.header("content-type"));
  const coding = bodyCodingOf(request.header("content-encoding"));
  const length = request.header("content-length");
  checkBodyLength(length, limits.maxInputBytes);
  const query = parseQuery(request.query);
  const session = new RemoteSession(engine, query, limits, token);
  return { request: { coding, bodyBytes: Number(length), isStreamed: false, query }, session };
}
