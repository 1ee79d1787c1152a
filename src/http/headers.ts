/** The headers of replies, and replies that are errors. */
import type { ErrorKind, HttpError } from "./errors.ts";
import { CONTENT_TYPES, type Format } from "./negotiation.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import type { Headers, OperationName, Reply } from "./requests.ts";
import { writeMembers } from "./status.ts";

/** Of replies that depend on the request alone. */
export const CACHE_CONTROL = "public, max-age=3600";

/** In seconds: as long as a batch of a million rows takes. */
const RETRY_AFTER = ["Retry-After", "5"] as const;
const ALLOW_ORIGIN = ["Access-Control-Allow-Origin", "*"] as const;
/** The headers that pages of other origins may read besides the usual ones. */
const EXPOSE = ["Access-Control-Expose-Headers", "ETag, Retry-After"] as const;

/** Prepares the headers of all replies. @param methods that the service allows */
export function createHeaders(
  { isOpenToOtherOrigins }: ResolvedInterfaceOptions,
  methods: readonly string[],
) {
  const allowed = methods.join(", ");
  const allow: Headers = [["Allow", allowed]];
  /** Headers for pages of other origins (CORS). */
  const ifOpen = (...headers: Headers): Headers => (isOpenToOtherOrigins ? headers : []);
  // Created once, so that requests allocate none.
  const variantsOf = (format: Format): readonly Headers[] =>
    [0, 1, 2, 3].map((index) => [
      ["Content-Type", CONTENT_TYPES[format]],
      ...(index >= 2 ? ([["Vary", "Accept"]] as const) : []),
      ["Cache-Control", index % 2 === 1 ? CACHE_CONTROL : "no-store"],
      ...ifOpen(ALLOW_ORIGIN),
    ]);
  const variants = { json: variantsOf("json"), xml: variantsOf("xml") };
  const ofReply = (format: Format, doesVary: boolean, isCacheable: boolean): Headers =>
    variants[format][(doesVary ? 2 : 0) + (isCacheable ? 1 : 0)];
  const ofError = (error: ErrorKind): Headers => {
    if (error === "method-not-allowed") return allow;
    return error === "service-busy" ? [RETRY_AFTER, ...ifOpen(EXPOSE)] : [];
  };
  return {
    /** @param doesVary whether the format depends on the Accept header */
    ofReply,
    errorReply({ body }: HttpError, format: Format, doesVary: boolean, operation: OperationName) {
      const headers = [...ofReply(format, doesVary, false), ...ofError(body.error)];
      const text = writeMembers("error", body, format);
      return { status: body.status, headers, body: text, operation } satisfies Reply;
    },
    /** Lets pages of other origins read a resource and its tag. */
    ofResource: ifOpen(ALLOW_ORIGIN, EXPOSE),
    /** The reply to OPTIONS, which browsers send before requests from other origins. */
    preflight: [
      ...allow,
      ...ifOpen(
        ALLOW_ORIGIN,
        ["Access-Control-Allow-Methods", allowed],
        // The asterisk does not cover Authorization.
        ["Access-Control-Allow-Headers", "*, Authorization"],
        ["Access-Control-Max-Age", "86400"],
      ),
    ],
  };
}
export type ReplyHeaders = ReturnType<typeof createHeaders>;
