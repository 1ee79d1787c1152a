/** The lines of the access log, in each of its formats. Values are escaped, so that no client can forge lines. */
import type { OperationName } from "../../http/messages.ts";
import {
  appendBytes,
  appendNumber,
  appendValue,
  beginLine,
  finishedLine,
  repeatedValue,
} from "./line.ts";

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
  /** Empty in all formats but `combined`. */
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

/** A request with its reply. */
interface LoggedRequest {
  readonly entry: RequestEntry;
  readonly reply: ReplySummary;
  readonly microseconds: number;
  /** The time of the reply. */
  readonly nowMs: number;
}

/** Appends a part of a line. */
type Part = (logged: LoggedRequest) => void;

/** Returns the bytes of a text in ASCII. */
function ascii(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Returns a part with the time, which is computed once in each interval. */
function timePart(intervalMs: number, format: (date: Date) => string): Part {
  let interval = Number.NaN;
  let bytes = ascii("");
  return ({ nowMs }) => {
    const current = Math.floor(nowMs / intervalMs);
    if (current !== interval) {
      interval = current;
      bytes = ascii(format(new Date(nowMs)));
    }
    appendBytes(bytes);
  };
}

const SECOND_MS = 1000;

function pad(value: number): string {
  return `${value}`.padStart(2, "0");
}

function localTime(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(":");
}

/** `2026-01-31 23:59:59`, in local time, as the lines of pino-pretty have it. */
const textTime = timePart(SECOND_MS, (date) => {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map((part) => pad(part)).join("-")} ${localTime(date)}`;
});

/** `"time":"2026-01-31T22:59:59.999Z","pid":4711` */
const jsonTime = timePart(1, (date) => `"time":"${date.toISOString()}","pid":${process.pid}`);

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `31/Jan/2026:23:59:59 +0100` */
const combinedTime = timePart(SECOND_MS, (date) => {
  const offset = -date.getTimezoneOffset();
  const minutes = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
  const day = `${pad(date.getDate())}/${MONTHS[date.getMonth()]}/${date.getFullYear()}`;
  return `${day}:${localTime(date)} ${zone}`;
});

/** Limits of escaped values. A line with all of them at their limits still fits into the buffer of lines. */
const MAX_TARGET_CHARS = 2_048;
const MAX_VALUE_CHARS = 256;
const MAX_METHOD_CHARS = 32;
/** Of values that are checked before, or made by us: addresses, ids, the version of HTTP. */
const MAX_CHECKED_CHARS = 128;

const appendUserAgent = repeatedValue(MAX_VALUE_CHARS);
const appendReferer = repeatedValue(MAX_VALUE_CHARS);

const method: Part = ({ entry }) => appendValue(entry.method, MAX_METHOD_CHARS);
const target: Part = ({ entry }) => appendValue(entry.target, MAX_TARGET_CHARS);
const protocol: Part = ({ entry }) => appendValue(entry.protocol, MAX_CHECKED_CHARS);
const client: Part = ({ entry }) => appendValue(entry.client, MAX_CHECKED_CHARS);
const id: Part = ({ entry }) => appendValue(entry.id, MAX_CHECKED_CHARS);
const userAgent: Part = ({ entry }) => appendUserAgent(entry.userAgent);
const forwardedFor: Part = ({ entry }) => appendValue(entry.forwardedFor, MAX_VALUE_CHARS);
const referer: Part = ({ entry }) => appendReferer(entry.referer);
const status: Part = ({ reply }) => appendNumber(reply.status);
const size: Part = ({ reply }) => appendNumber(reply.bytes);
const duration: Part = ({ microseconds }) => appendNumber(microseconds);
const operation: Part = ({ reply }) => appendValue(reply.operation, MAX_CHECKED_CHARS);

/** Returns the parts of a line: the texts of a template, in ASCII, and what is between them. */
function line({ raw }: TemplateStringsArray, ...values: readonly Part[]): readonly Part[] {
  const texts = raw.map((text) => ascii(text.replace("\\n", "\n")));
  return texts.flatMap((text, index) => [
    ...(text.length > 0 ? [() => appendBytes(text)] : []),
    ...values.slice(index, index + 1),
  ]);
}

/** Returns a part that is used only if a value was sent. */
function ifSent(
  name: "forwardedFor" | "userAgent" | "referer",
  parts: readonly Part[],
  otherwise: readonly Part[] = [],
): Part {
  return (logged) => {
    for (const part of logged.entry[name] === "" ? otherwise : parts) part(logged);
  };
}

const LINES: Readonly<Record<AccessLogFormat, readonly Part[]>> = {
  text: line`[${textTime}] INFO: ${method} "${target}" ${status} ${size} bytes ${duration} us from ${client}, id ${id}${ifSent("userAgent", line`, agent "${userAgent}"`)}${ifSent("forwardedFor", line`, for "${forwardedFor}"`)}\n`,
  json: line`{"level":"info",${jsonTime},"method":"${method}","target":"${target}","protocol":"${protocol}","status":${status},"operation":"${operation}","bytes":${size},"microseconds":${duration},"client":"${client}","forwardedFor":"${forwardedFor}","userAgent":"${userAgent}","requestId":"${id}","msg":"request"}\n`,
  combined: line`${client} - - [${combinedTime}] "${method} ${target} ${protocol}" ${status} ${size} "${ifSent("referer", [referer], line`-`)}" "${ifSent("userAgent", [userAgent], line`-`)}"\n`,
};

/** Returns the bytes of a line with its newline, valid until the next call. @param nowMs the time of the reply */
export type FormatLine = (
  entry: RequestEntry,
  reply: ReplySummary,
  microseconds: number,
  nowMs: number,
) => Uint8Array;

/** Returns the function that makes the lines of a format. */
export function lineFormat(format: AccessLogFormat): FormatLine {
  const parts = LINES[format];
  return (entry, reply, microseconds, nowMs) => {
    const logged = { entry, reply, microseconds, nowMs };
    beginLine();
    for (const part of parts) part(logged);
    return finishedLine();
  };
}
