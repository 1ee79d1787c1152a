/** The access log: a line for every request. */
import { randomBytes } from "node:crypto";
import type { Reply } from "../../http/requests.ts";
import type { LogWriter } from "../log/log-writer.ts";
import { REQUEST_ID_HEADER, type ReceivedRequest } from "../transports/transport.ts";
import { forwardedHeader, type RequestClient } from "./client-address.ts";
import {
  type AccessLogFormat,
  LINE_FORMATS,
  type ReplySummary,
  type RequestEntry,
} from "./lines.ts";

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

// Ids of requests

const REQUEST_ID_NAME = REQUEST_ID_HEADER.toLowerCase();

/** Forms of ids that are in use: UUIDs, hexadecimal numbers, base64, trace ids with their parts. */
const WELL_FORMED = /^[\w.:+/=~@-]{1,128}$/;

/** The last two characters of new ids: a number in base 36 takes 0.1 microseconds to write. */
const BASE = 36;
const ENDS = Array.from({ length: BASE ** 2 }, (_, value) => value.toString(BASE).padStart(2, "0"));

/**
 * The characters in front of them, of 6 random bits each. With one more, V8 would keep the two parts of an id apart
 * instead of copying them into one string, and take longer whenever the id is written.
 */
const RANDOM_CHARS = 10;

/** Returns a function that returns the id that a request brings, or a new one if it brings none that is well-formed. */
export function requestIds(): (request: { header(name: string): string }) => string {
  let next = ENDS.length;
  let beginning = "";
  function newId(): string {
    if (next === ENDS.length) {
      // Random numbers for so many ids together take a hundredth of the time of one for each.
      beginning = randomBytes(RANDOM_CHARS).toString("base64url").slice(0, RANDOM_CHARS);
      next = 0;
    }
    return beginning + ENDS[next++];
  }
  return (request) => {
    const sent = request.header(REQUEST_ID_NAME);
    return sent !== "" && WELL_FORMED.test(sent) ? sent : newId();
  };
}
