/** Resources: bodies with a tag (ETag), by which clients keep them. */
import { acceptedCoding, type Coding, isNotModified } from "./negotiation.ts";
import type { Headers, OperationName, Reply, Request } from "./requests.ts";

/** A resource without its body. */
export interface ResourceDescription {
  readonly contentType: string;
  /** A hash of the body without a coding. */
  readonly hash: string;
  /** Whether it has a body in each coding. */
  readonly isCompressible: boolean;
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

/**
 * Replies with a resource, or with 304 if the client already has it.
 * @param doesVary whether the header Accept has chosen the resource
 * @param others headers to add
 */
export function resourceReply(
  { contentType, hash, isCompressible, body }: Resource,
  request: Pick<Request, "header">,
  operation: OperationName,
  cacheControl: string,
  doesVary: boolean,
  others: Headers,
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
    ...others,
  ];
  return {
    status: isUnmodified ? 304 : 200,
    headers: headers.filter(([, value]) => value !== ""),
    body: isUnmodified ? "" : body(coding),
    operation,
  };
}
