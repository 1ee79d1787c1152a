/** `POST /batch/...`: an extension. The public service converts one point or code for each request. */

import { concat } from "../batch/chunks.ts";
import { BatchError } from "../batch/errors.ts";
import { InputDecoder } from "../batch/input-decoder.ts";
import type { ResolvedBatchOptions } from "../batch/options/options.ts";
import { recognizeFormat } from "../batch/recognize.ts";
import { BatchSession } from "../batch/session.ts";
import { batchHttpError, parseBatchRequest } from "./batch/request.ts";
import { errorFor } from "./errors.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import type { ReplyHeaders } from "./replies.ts";
import type { BatchRequest, LogError, OperationName, Request } from "./requests.ts";

/** Programs send tables and JSON as text/plain, too. @param start the first bytes of the body, with the whole first row */
function recognized(options: ResolvedBatchOptions, start: Uint8Array): ResolvedBatchOptions {
  if (options.from !== "plain") return options;
  const decoder = new InputDecoder(options.encoding);
  const from = recognizeFormat(concat(decoder.push(start), decoder.end()), options, true);
  if (from === undefined) return options;
  // A reply as plain text has the format of the body.
  return { ...options, from, to: options.to === "plain" ? from : options.to };
}

/** Starts to answer a request whose body has not been read. @throws HttpError if its head is wrong */
export function startBatch(
  request: Request,
  operation: OperationName,
  { maxBatchBytes }: ResolvedInterfaceOptions,
  headers: ReplyHeaders,
  log: LogError,
): BatchRequest {
  const conversion = operation === "batch-codes" ? "encode" : "decode";
  const { coding, bodyBytes, query, replyType, options } = parseBatchRequest(
    request,
    conversion,
    maxBatchBytes,
  );
  const [, ...others] = headers.ofReply("json", true, false);
  const ofReply = [["Content-Type", `${replyType};charset=UTF-8`] as const, ...others];
  return {
    operation,
    coding,
    bodyBytes,
    start: (start) => new BatchSession(recognized(options, start)),
    reply: (body) => ({ status: 200, headers: ofReply, body, operation }),
    errorReply(error) {
      const known = error instanceof BatchError ? batchHttpError(error, query) : error;
      return headers.errorReply(errorFor(known, log), "json", false, operation);
    },
  };
}
