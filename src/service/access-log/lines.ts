/** The lines of the access log, in each of its formats. Values are escaped, so that no client can forge lines. */
import type { OperationName } from "../../http/requests.ts";
import { combinedTime, isoTime, textTime } from "../log/log-times.ts";

export const ACCESS_LOG_FORMATS = ["text", "json", "combined"] as const;
export type AccessLogFormat = (typeof ACCESS_LOG_FORMATS)[number];

/** What is known of a request before its reply. */
export interface RequestEntry {
  readonly client: string;
  /** Empty in the format `combined`, which does not have it. */
  readonly forwardedFor: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** `HTTP/1.1` */
  readonly protocol: string;
  /** Of the format `combined` only; empty in all others. */
  readonly referer: string;
  readonly userAgent: string;
  readonly id: string;
}

/** The parts of a reply that are counted and logged. */
export interface ReplySummary {
  readonly status: number;
  readonly operation: OperationName;
  /** Bytes of the body. */
  readonly bytes: number;
}

/**
 * Limits of escaped values. A line with all of them at their limits still fits into one write to a pipe, so it
 * is never mixed with a line of another process.
 */
const MAX_TARGET_CHARS = 2_048;
const MAX_VALUE_CHARS = 256;
const MAX_METHOD_CHARS = 32;

const CUT = "...";

/** All characters but printable ASCII, and the two that mean something between quotation marks. */
const UNSAFE = /[^ -~]|["\\]/g;

/** Characters and escape sequences, of which the last may be cut off. */
const WHOLE_ESCAPES = /^(?:[^\\]|\\["\\]|\\u[\da-f]{4})*/;

function escapeUnit(unit: string): string {
  if (unit === '"' || unit === "\\") return `\\${unit}`;
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Returns a value as it may stand between quotation marks: escaped as in JSON, and cut if that is longer than the limit. */
export function escapeValue(text: string, maxChars: number): string {
  const escaped = text.slice(0, maxChars + 1).replace(UNSAFE, escapeUnit);
  if (escaped.length <= maxChars) return escaped;
  const [whole = ""] = WHOLE_ESCAPES.exec(escaped.slice(0, maxChars - CUT.length)) ?? [];
  return whole + CUT;
}

/** Returns a line with its newline. @param nowMs the time of the reply */
export type FormatRequest = (
  entry: RequestEntry,
  reply: ReplySummary,
  microseconds: number,
  nowMs: number,
) => string;

/** The formats. */
export const LINE_FORMATS: Readonly<Record<AccessLogFormat, FormatRequest>> = {
  text(entry, { status, bytes }, microseconds, nowMs) {
    const method = escapeValue(entry.method, MAX_METHOD_CHARS);
    const target = escapeValue(entry.target, MAX_TARGET_CHARS);
    const userAgent = escapeValue(entry.userAgent, MAX_VALUE_CHARS);
    const forwardedFor = escapeValue(entry.forwardedFor, MAX_VALUE_CHARS);
    const agent = userAgent === "" ? "" : `, agent "${userAgent}"`;
    const forwarded = forwardedFor === "" ? "" : `, for "${forwardedFor}"`;
    return `[${textTime(nowMs)}] INFO: ${method} "${target}" ${status} ${bytes} bytes ${microseconds} us from ${entry.client}, id ${entry.id}${agent}${forwarded}\n`;
  },
  json(entry, { status, operation, bytes }, microseconds, nowMs) {
    const method = escapeValue(entry.method, MAX_METHOD_CHARS);
    const target = escapeValue(entry.target, MAX_TARGET_CHARS);
    const userAgent = escapeValue(entry.userAgent, MAX_VALUE_CHARS);
    const forwardedFor = escapeValue(entry.forwardedFor, MAX_VALUE_CHARS);
    return `{"level":"info","time":"${isoTime(nowMs)}","pid":${process.pid},"method":"${method}","target":"${target}","protocol":"${entry.protocol}","status":${status},"operation":"${operation}","bytes":${bytes},"microseconds":${microseconds},"client":"${entry.client}","forwardedFor":"${forwardedFor}","userAgent":"${userAgent}","requestId":"${entry.id}","msg":"request"}\n`;
  },
  combined(entry, { status, bytes }, _, nowMs) {
    const method = escapeValue(entry.method, MAX_METHOD_CHARS);
    const target = escapeValue(entry.target, MAX_TARGET_CHARS);
    const referer = escapeValue(entry.referer, MAX_VALUE_CHARS) || "-";
    const userAgent = escapeValue(entry.userAgent, MAX_VALUE_CHARS) || "-";
    return `${entry.client} - - [${combinedTime(nowMs)}] "${method} ${target} ${entry.protocol}" ${status} ${bytes} "${referer}" "${userAgent}"\n`;
  },
};
