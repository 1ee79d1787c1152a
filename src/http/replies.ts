/** The headers of replies, error replies, and resources: bodies with a tag (ETag) for the caches of clients. */
import type { HttpError } from "./errors.ts";
import type { Coding, Format } from "./negotiation.ts";
import { acceptedCoding, CONTENT_TYPES, isNotModified } from "./negotiation.ts";
import type { InterfaceOptions } from "./options.ts";
import type { Headers, OperationName, Reply, Request } from "./requests.ts";
import { methodsOf } from "./requests.ts";
import { writeMembers } from "./xml.ts";

/** Of replies that depend on the request alone. */
export const CACHE_CONTROL = "public, max-age=3600";

/** In seconds: most batches of the default size take less, as does the start of another process. */
export const RETRY_AFTER = ["Retry-After", "5"] as const;
/** Browsers do not read a reply as another type than its own. */
export const NO_SNIFF = ["X-Content-Type-Options", "nosniff"] as const;
const ALLOW_ORIGIN = ["Access-Control-Allow-Origin", "*"] as const;
/** The headers that pages of other origins may read besides the usual ones. */
const EXPOSE = ["Access-Control-Expose-Headers", "ETag, Retry-After, Mapcoded-Warnings"] as const;

export function createHeaders({ cors }: InterfaceOptions) {
  /** Headers of CORS, if it is on. */
  const ifCors = (...headers: Headers): Headers => (cors ? headers : []);
  // Created once, so that requests allocate none.
  const variantsOf = (format: Format): readonly Headers[] =>
    [0, 1, 2, 3].map((index) => [
      ["Content-Type", CONTENT_TYPES[format]],
      ...(index >= 2 ? ([["Vary", "Accept"]] as const) : []),
      ["Cache-Control", index % 2 === 1 ? CACHE_CONTROL : "no-store"],
      NO_SNIFF,
      ...ifCors(ALLOW_ORIGIN),
    ]);
  const variants = { json: variantsOf("json"), xml: variantsOf("xml") };
  const ofReply = (format: Format, doesVary: boolean, isCacheable: boolean): Headers =>
    variants[format][(doesVary ? 2 : 0) + (isCacheable ? 1 : 0)];
  const allowOf = (operation: OperationName) => ["Allow", methodsOf(operation).join(", ")] as const;
  return {
    /** @param doesVary whether the format depends on the Accept header */
    ofReply,
    errorReply({ body }: HttpError, format: Format, doesVary: boolean, operation: OperationName) {
      const { status, error } = body;
      const headers = [...ofReply(format, doesVary, false)];
      if (error === "method-not-allowed") headers.push(allowOf(operation));
      if (error === "service-busy") headers.push(RETRY_AFTER, ...ifCors(EXPOSE));
      return { status, headers, body: writeMembers("error", body, format), operation };
    },
    /** Of batches, besides their type. */
    ofBatch: [...ofReply("json", true, false).slice(1), ...ifCors(EXPOSE)],
    /** Lets pages of other origins read a resource and its tag. */
    ofResource: ifCors(ALLOW_ORIGIN, EXPOSE),
    /** Of the reply to OPTIONS, which browsers send before requests from other origins. */
    preflight(operation: OperationName): Headers {
      const allow = allowOf(operation);
      const ofOrigins = ifCors(
        ALLOW_ORIGIN,
        ["Access-Control-Allow-Methods", allow[1]],
        // The asterisk does not cover Authorization.
        ["Access-Control-Allow-Headers", "*, Authorization"],
        ["Access-Control-Max-Age", "86400"],
      );
      return [allow, NO_SNIFF, ...ofOrigins];
    },
  };
}

export interface ResourceDescription {
  readonly contentType: string;
  /** A hash of the body without a coding. */
  readonly hash: string;
  /** Whether it has a body in each coding. */
  readonly isCompressible: boolean;
  /** The Content-Security-Policy of a page. */
  readonly policy?: string;
}

export interface Resource extends ResourceDescription {
  body(coding: Coding): Uint8Array;
}

/** Creates a resource of a text that is never compressed: proxies do that better. */
export function staticResource(contentType: string, text: string): Resource {
  const bytes = Buffer.from(text);
  // Loaded for the first resource: it takes 1.4 MB.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { contentType, hash, isCompressible: false, body: () => bytes };
}

/** Replies with a resource, or with 304 if the client already has it. @param doesVary whether Accept has chosen it */
export function resourceReply(
  { contentType, hash, isCompressible, policy = "", body }: Resource,
  request: Pick<Request, "header">,
  operation: OperationName,
  cacheControl: string,
  doesVary: boolean,
  added: Headers,
): Reply {
  const coding = isCompressible ? acceptedCoding(request.header("accept-encoding")) : "identity";
  const tag = coding === "identity" ? `"${hash}"` : `"${hash}-${coding}"`;
  const isUnmodified = isNotModified(request.header("if-none-match"), tag);
  const vary = [doesVary && "Accept", isCompressible && "Accept-Encoding"].filter(Boolean);
  const headers: Headers = [
    ["Content-Type", contentType],
    ["Content-Encoding", coding === "identity" ? "" : coding],
    ["Vary", vary.join(", ")],
    ["Cache-Control", cacheControl],
    ["ETag", tag],
    ["Content-Security-Policy", policy],
    NO_SNIFF,
    ...added,
  ];
  return {
    status: isUnmodified ? 304 : 200,
    headers: headers.filter(([, value]) => value !== ""),
    body: isUnmodified ? "" : [body(coding)],
    operation,
  };
}
