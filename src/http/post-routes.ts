/** `POST /batch/...`: an extension. The public service converts one point or code for each request. */

import { concat } from "../batch/chunks.ts";
import { BatchError } from "../batch/errors.ts";
import { InputDecoder } from "../batch/input-decoder.ts";
import type { ResolvedBatchOptions } from "../batch/options/options.ts";
import { recognizeFormat } from "../batch/recognize.ts";
import { BatchSession } from "../batch/session.ts";
import { batchHttpError } from "./batch/errors.ts";
import { parseBatchRequest } from "./batch/request.ts";
import { errorFor } from "./errors.ts";
import { createHeaders } from "./headers.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import {
  type BatchRequest,
  checkMethod,
  checkRequest,
  type LogError,
  type Reply,
  type Request,
} from "./requests.ts";

const METHODS = ["POST", "OPTIONS"];

/** Programs send tables and JSON as text/plain, too. @param start the first bytes of the body, with the whole first row */
function recognized(options: ResolvedBatchOptions, start: Uint8Array): ResolvedBatchOptions {
  if (options.from !== "plain") return options;
  const decoder = new InputDecoder(options.encoding);
  const from = recognizeFormat(concat(decoder.push(start), decoder.end()), options, true);
  if (from === undefined) return options;
  // A reply as plain text has the format of the body.
  return { ...options, from, to: options.to === "plain" ? from : options.to };
}

/**
 * Creates the function that starts to answer requests for batches, whose body has not been read.
 * @returns what to do with the body; a reply if it does not depend on the body; undefined if the path belongs to no batch
 */
export function createPostRoutes(options: ResolvedInterfaceOptions) {
  const headers = createHeaders(options, METHODS);
  const [, ...headersOfReply] = headers.ofReply("json", true, false);
  const root = `${options.prefix}/batch/`;

  return (request: Request, log: LogError): BatchRequest | Reply | undefined => {
    if (!request.path.startsWith(root)) return undefined;
    const name = request.path.slice(root.length).replace(/\/$/, "");
    if (name !== "codes" && name !== "coords") return undefined;
    const operation = `batch-${name}` as const;
    const errorReply = (error: unknown) =>
      headers.errorReply(errorFor(error, log), "json", false, operation);
    try {
      checkRequest(request);
      checkMethod(request.method, METHODS);
      if (request.method === "OPTIONS") {
        return { status: 204, headers: headers.preflight, body: "", operation };
      }
      const conversion = name === "codes" ? "encode" : "decode";
      const parsed = parseBatchRequest(request, conversion, options.maxBatchBytes);
      const contentType = ["Content-Type", `${parsed.replyType};charset=UTF-8`] as const;
      return {
        operation,
        coding: parsed.coding,
        bodyBytes: parsed.bodyBytes,
        start: (start) => new BatchSession(recognized(parsed.options, start)),
        reply: (body) => {
          return { status: 200, headers: [contentType, ...headersOfReply], body, operation };
        },
        errorReply: (error) =>
          errorReply(error instanceof BatchError ? batchHttpError(error, parsed.query) : error),
      };
    } catch (error) {
      return errorReply(error);
    }
  };
}
