/** The headers of replies, and replies that are errors. */
import type { Format } from "./formats/format.ts";
import { json } from "./formats/json.ts";
import { xml } from "./formats/xml.ts";
import type { ErrorKind, HttpError } from "./http-error.ts";
import type { ResolvedInterfaceOptions } from "./interface-options.ts";
import type { Headers, OperationName, Reply } from "./requests.ts";

export interface ReplyHeaders {
  /** @param doesVary whether the format depends on the Accept header */
  ofReply(format: Format, doesVary: boolean, isCacheable: boolean): Headers;
  errorReply(error: HttpError, format: Format, doesVary: boolean, operation: OperationName): Reply;
  /** Lets pages of other origins read a reply (CORS), if they may use the service. */
  readonly origin: Headers;
  /** The reply to OPTIONS, which browsers send before requests from other origins (CORS). */
  readonly preflight: Headers;
}

const VARY_ACCEPT = [["Vary", "Accept"]] as const;
const NO_STORE = [["Cache-Control", "no-store"]] as const;

/** Retry-After of errors, in seconds: a batch of a million rows takes 5, a limit of requests is one for each second. */
const RETRY_AFTER: ReadonlyMap<ErrorKind, string> = new Map([
  ["service-busy", "5"],
  ["too-many-requests", "1"],
]);

/** How long a browser may keep the reply to OPTIONS. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Prepares the headers of all replies. The headers of conversions are created once, so that requests
 * allocate none.
 * @param methods the methods that the service allows
 */
export function createHeaders(
  { isOpenToOtherOrigins, cacheControl }: ResolvedInterfaceOptions,
  methods: readonly string[],
): ReplyHeaders {
  const origin: Headers = isOpenToOtherOrigins ? [["Access-Control-Allow-Origin", "*"]] : [];
  const allow: Headers = [["Allow", methods.join(", ")]];
  const cache: Headers = [["Cache-Control", cacheControl]];

  const variantsOf = ({ contentType }: Format): readonly Headers[] => {
    const variant = (doesVary: boolean, isCacheable: boolean): Headers => [
      ["Content-Type", contentType],
      ...(doesVary ? VARY_ACCEPT : []),
      ...(isCacheable ? cache : NO_STORE),
      ...origin,
    ];
    return [variant(false, false), variant(false, true), variant(true, false), variant(true, true)];
  };
  const variants = { json: variantsOf(json), xml: variantsOf(xml) };
  const ofReply = ({ name }: Format, doesVary: boolean, isCacheable: boolean): Headers =>
    variants[name][(doesVary ? 2 : 0) + (isCacheable ? 1 : 0)];

  const ofError = (error: ErrorKind): Headers => {
    if (error === "method-not-allowed") return allow;
    const retry = RETRY_AFTER.get(error);
    return retry === undefined ? [] : [["Retry-After", retry]];
  };

  return {
    ofReply,
    errorReply({ body }, format, doesVary, operation) {
      return {
        status: body.status,
        headers: [...ofReply(format, doesVary, false), ...ofError(body.error)],
        body: format.members("error", { ...body }),
        operation,
      };
    },
    origin,
    preflight: isOpenToOtherOrigins
      ? [
          ...allow,
          ...origin,
          ["Access-Control-Allow-Methods", methods.join(", ")],
          ["Access-Control-Allow-Headers", "*"],
          ["Access-Control-Max-Age", `${PREFLIGHT_SECONDS}`],
        ]
      : allow,
  };
}
