/** The access log: a line for every request. */
import type { Reply } from "../../http/messages.ts";
import type { LogWriter } from "../log/log-writer.ts";
import type { ReceivedRequest } from "../transports/transport.ts";
import { forwardedHeader, type RequestClient } from "./client-address.ts";
import {
  type AccessLogFormat,
  LINE_FORMATS,
  type ReplySummary,
  type RequestEntry,
} from "./lines.ts";
import { requestIds } from "./request-id.ts";

export interface AccessLog {
  /** Copies what is logged of a request, which is valid during this call only, and gives the request its id. */
  begin(request: ReceivedRequest): RequestEntry;
  /** Logs a request with its reply, which has just ended. */
  end(entry: RequestEntry, reply: ReplySummary, microseconds: number): void;
}

/** Returns what is logged of a reply. Only the log needs the length of the body, which takes time to compute. */
export function summaryOf({ status, operation, body }: Reply): ReplySummary {
  return {
    status,
    operation,
    bytes: typeof body === "string" ? Buffer.byteLength(body) : body.length,
  };
}

/** @param findClient see clientFinder */
export function createAccessLog(
  format: AccessLogFormat,
  findClient: (request: ReceivedRequest) => RequestClient,
  output: Pick<LogWriter, "append">,
): AccessLog {
  const formatLine = LINE_FORMATS[format];
  const idOf = requestIds();
  // Reading a header takes a tenth of a microsecond, so only those that are printed are read.
  const isCombined = format === "combined";
  return {
    begin(request) {
      const { address, forwardedFor } = findClient(request);
      const { method, path, query, protocol } = request;
      const id = idOf(request);
      request.replyId = id;
      return {
        client: address,
        forwardedFor: isCombined ? "" : (forwardedFor ?? forwardedHeader(request)),
        method,
        target: query === "" ? path : `${path}?${query}`,
        protocol,
        referer: isCombined ? request.header("referer") : "",
        userAgent: request.header("user-agent"),
        id,
      };
    },
    end(entry, reply, microseconds) {
      // A reply to HEAD has the length of a body, but no body.
      const sent = entry.method === "HEAD" ? { ...reply, bytes: 0 } : reply;
      output.append(formatLine(entry, sent, Math.round(microseconds), Date.now()));
    },
  };
}
