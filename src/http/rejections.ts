/**
 * Replies to requests that are rejected before they are looked at. They are prepared, because a service
 * that is busy must reject with less work than it answers.
 */
import { HttpError } from "./errors.ts";
import { createHeaders } from "./headers.ts";
import { acceptedFormat, type Format } from "./negotiation.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import type { Reply, Request } from "./requests.ts";

/** Rejects a request, in the format that it asks for. */
export type Reject = (request: Request) => Reply;

/** Prepares the rejection of requests. */
function createRejection(options: ResolvedInterfaceOptions, error: HttpError): Reject {
  const { errorReply } = createHeaders(options, []);
  const create = (format: Format, doesVary: boolean) =>
    errorReply(error, format, doesVary, "other");
  const fixed = { json: create("json", false), xml: create("xml", false) };
  const varying = { json: create("json", true), xml: create("xml", true) };
  const [jsonPath, xmlPath] = [`${options.prefix}/json/`, `${options.prefix}/xml/`];
  return (request) => {
    if (request.path.startsWith(jsonPath)) return fixed.json;
    if (request.path.startsWith(xmlPath)) return fixed.xml;
    return varying[acceptedFormat(request.header("accept"))];
  };
}

/** Prepares the replies to a client that exceeds its limit of requests. */
export function rejectClient(options: ResolvedInterfaceOptions, rateLimit: number): Reject {
  const message = `You have sent more requests in a second than the limit of ${rateLimit}. Wait a second, then send fewer.`;
  return createRejection(options, new HttpError("too-many-requests", message));
}

/** Prepares the replies to requests that the service has no time for. */
export function rejectOverload(options: ResolvedInterfaceOptions): Reject {
  const message = "The service gets more requests than it can answer. Try again later.";
  return createRejection(options, new HttpError("service-busy", message));
}

/** A connection is rejected before it has sent a request. */
const NO_REQUEST: Request = { method: "GET", path: "", query: "", header: () => "" };

/** Prepares the reply to connections that exceed their limit. */
export function rejectConnection(options: ResolvedInterfaceOptions, maxConnections: number): Reply {
  const message = `The service has ${maxConnections} open connections, its limit. Try again later, and close connections that you do not need.`;
  return createRejection(options, new HttpError("service-busy", message))(NO_REQUEST);
}
