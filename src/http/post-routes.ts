/** `POST /batch/...`: an extension. The public service converts one point or code for each request. */
import { BatchError } from "../batch/errors.ts";
import type { Operation } from "../batch/options/options.ts";
import { BatchSession } from "../batch/session.ts";
import { batchHttpError } from "./batch/errors.ts";
import { parseBatchRequest } from "./batch/request.ts";
import { TextSession } from "./batch/text-session.ts";
import { errorFor } from "./errors.ts";
import { createHeaders, type ReplyHeaders } from "./headers.ts";
import type { ResolvedInterfaceOptions } from "./options.ts";
import {
  type BatchRequest,
  checkMethod,
  checkRequest,
  type Headers,
  type LogError,
  type Reply,
  type Request,
} from "./requests.ts";

const METHODS = ["POST", "OPTIONS"];

/** An operation that converts the rows of a batch. */
interface BatchOperation {
  readonly name: "batch-codes" | "batch-coords";
  readonly path: string;
  readonly conversion: Operation;
}

const BATCH_OPERATIONS: readonly BatchOperation[] = [
  { name: "batch-codes", path: "/batch/codes", conversion: "encode" },
  { name: "batch-coords", path: "/batch/coords", conversion: "decode" },
];

/** Finds the operation of a path; a trailing slash is accepted. */
function findOperation(path: string, prefix: string): BatchOperation | undefined {
  if (!path.startsWith(`${prefix}/batch/`)) return undefined;
  const pathAfterPrefix = path.slice(prefix.length).replace(/\/$/, "");
  return BATCH_OPERATIONS.find((operation) => operation.path === pathAfterPrefix);
}

/** The batch operations of an interface. */
export class PostRoutes {
  readonly #options: ResolvedInterfaceOptions;
  readonly #headers: ReplyHeaders;

  constructor(options: ResolvedInterfaceOptions) {
    this.#options = options;
    this.#headers = createHeaders(options, METHODS);
  }

  /**
   * Starts to answer a request whose body has not been read.
   * @param log gets internal errors only
   * @returns what to do with the body; a reply if it does not depend on the body; undefined if the path does not belong
   *   to a batch operation
   */
  start(request: Request, log: LogError): BatchRequest | Reply | undefined {
    const operation = findOperation(request.path, this.#options.prefix);
    if (operation === undefined) return undefined;
    const { name, conversion } = operation;
    const errorReply = (error: unknown) =>
      this.#headers.errorReply(errorFor(error, log), "json", false, name);
    try {
      checkRequest(request);
      checkMethod(request.method, METHODS);
      if (request.method === "OPTIONS") {
        return { status: 204, headers: this.#headers.preflight, body: "", operation: name };
      }
      const parsed = parseBatchRequest(request, conversion, this.#options.maxBatchBytes);
      const { coding, bodyBytes, options, query, replyType } = parsed;
      const headers = this.#headersOf(replyType);
      return {
        operation: name,
        coding,
        bodyBytes,
        start: () =>
          options.from === "plain" ? new TextSession(options) : new BatchSession(options),
        reply: (body) => ({ status: 200, headers, body, operation: name }),
        errorReply: (error) =>
          errorReply(error instanceof BatchError ? batchHttpError(error, query) : error),
      };
    } catch (error) {
      return errorReply(error);
    }
  }

  #headersOf(mediaType: string): Headers {
    const [, ...others] = this.#headers.ofReply("json", true, false);
    return [["Content-Type", `${mediaType};charset=UTF-8`], ...others];
  }
}
