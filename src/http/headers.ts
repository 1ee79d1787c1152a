/** The headers of replies, and replies that are errors. */
import type { ErrorKind, HttpError } from "./errors.ts";
import { CONTENT_TYPES, type Format } from "./negotiation.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import type { Headers, OperationName, Reply } from "./requests.ts";
import { writeMembers } from "./status.ts";

export interface ReplyHeaders {
  /** @param doesVary whether the format depends on the Accept header */
  ofReply(format: Format, doesVary: boolean, isCacheable: boolean): Headers;
  errorReply(error: HttpError, format: Format, doesVary: boolean, operation: OperationName): Reply;
  /** Lets pages of other origins read a resource and its tag (CORS), if they may use the service. */
  readonly ofResource: Headers;
  /** The reply to OPTIONS, which browsers send before requests from other origins (CORS). */
  readonly preflight: Headers;
}

const VARY_ACCEPT = [["Vary", "Accept"]] as const;
const NO_STORE = [["Cache-Control", "no-store"]] as const;

/** Of replies that depend on the request alone. */
export const CACHE_CONTROL = "public, max-age=3600";

/** Retry-After of an error, in seconds: as long as a batch of a million rows takes. */
const RETRY_SECONDS: ReadonlyMap<ErrorKind, string> = new Map([["service-busy", "5"]]);

/** How long a browser may keep the reply to OPTIONS. */
const PREFLIGHT_SECONDS = 86_400;

const ALLOW_ORIGIN = ["Access-Control-Allow-Origin", "*"] as const;

/** The headers that pages of other origins may read besides the usual ones. */
const EXPOSE = ["Access-Control-Expose-Headers", "ETag, Retry-After"] as const;

/**
 * Prepares the headers of all replies. The headers of conversions are created once, so that requests
 * allocate none.
 * @param methods the methods that the service allows
 */
export function createHeaders(
  { isOpenToOtherOrigins }: ResolvedInterfaceOptions,
  methods: readonly string[],
): ReplyHeaders {
  const origin: Headers = isOpenToOtherOrigins ? [ALLOW_ORIGIN] : [];
  const exposed: Headers = isOpenToOtherOrigins ? [ALLOW_ORIGIN, EXPOSE] : [];
  const allow: Headers = [["Allow", methods.join(", ")]];

  const variantsOf = (format: Format): readonly Headers[] => {
    const variant = (doesVary: boolean, isCacheable: boolean): Headers => [
      ["Content-Type", CONTENT_TYPES[format]],
      ...(doesVary ? VARY_ACCEPT : []),
      ...(isCacheable ? ([["Cache-Control", CACHE_CONTROL]] as const) : NO_STORE),
      ...origin,
    ];
    return [variant(false, false), variant(false, true), variant(true, false), variant(true, true)];
  };
  const variants = { json: variantsOf("json"), xml: variantsOf("xml") };
  const ofReply = (format: Format, doesVary: boolean, isCacheable: boolean): Headers =>
    variants[format][(doesVary ? 2 : 0) + (isCacheable ? 1 : 0)];

  const ofError = (error: ErrorKind): Headers => {
    if (error === "method-not-allowed") return allow;
    const seconds = RETRY_SECONDS.get(error);
    if (seconds === undefined) return [];
    return [["Retry-After", seconds], ...(isOpenToOtherOrigins ? [EXPOSE] : [])];
  };

  return {
    ofReply,
    errorReply({ body }, format, doesVary, operation) {
      return {
        status: body.status,
        headers: [...ofReply(format, doesVary, false), ...ofError(body.error)],
        body: writeMembers("error", body, format),
        operation,
      };
    },
    ofResource: exposed,
    preflight: isOpenToOtherOrigins
      ? [
          ...allow,
          ALLOW_ORIGIN,
          ["Access-Control-Allow-Methods", methods.join(", ")],
          // The asterisk does not cover Authorization.
          ["Access-Control-Allow-Headers", "*, Authorization"],
          ["Access-Control-Max-Age", `${PREFLIGHT_SECONDS}`],
        ]
      : allow,
  };
}
