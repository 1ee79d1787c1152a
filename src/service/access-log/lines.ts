/** The lines of the access log, in each of its formats. Values are escaped, so that no client can forge lines. */
import type { OperationName } from "../../http/messages.ts";

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

/** What is not printable ASCII, and what would end a quoted value. */
const UNSAFE = /[^\x20-\x7e]|["\\]/;

function escapeUnit(unit: string): string {
  if (unit === '"' || unit === "\\") return `\\${unit}`;
  if (!UNSAFE.test(unit)) return unit;
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Escapes as JSON does, and cuts what is too long. Rare: most clients send short values in ASCII. */
function escapeRare(text: string, maxChars: number): string {
  let escaped = "";
  for (let index = 0; index < text.length; index++) {
    const unit = escapeUnit(text[index]);
    if (escaped.length + unit.length > maxChars - CUT.length) return escaped + CUT;
    escaped += unit;
  }
  return escaped;
}

/** Returns a value as it may stand between quotation marks. */
export function escapeValue(text: string, maxChars = MAX_VALUE_CHARS): string {
  return text.length <= maxChars && !UNSAFE.test(text) ? text : escapeRare(text, maxChars);
}

/** A power of two. */
const REMEMBERED = 64;

/**
 * Returns `escapeValue` for values of which few are frequent, such as the names of browsers. It remembers a value of
 * each length, as to compare a hundred characters takes a tenth of the time of checking them (16 and 190 ns).
 */
function rememberEscaped(): (text: string) => string {
  const texts = Array<string>(REMEMBERED).fill("");
  const escaped = Array<string>(REMEMBERED).fill("");
  return (text) => {
    const slot = text.length & (REMEMBERED - 1);
    if (texts[slot] !== text) {
      texts[slot] = text;
      escaped[slot] = escapeValue(text);
    }
    return escaped[slot];
  };
}

const escapeUserAgent = rememberEscaped();
const escapeReferer = rememberEscaped();

function escapeMethod(method: string): string {
  return method === "GET" ? method : escapeValue(method, MAX_METHOD_CHARS);
}

/** Returns a function of the time whose value is computed once in each interval. */
function oncePer(intervalMs: number, format: (date: Date) => string): (nowMs: number) => string {
  let interval = Number.NaN;
  let text = "";
  return (nowMs) => {
    const current = Math.floor(nowMs / intervalMs);
    if (current !== interval) {
      interval = current;
      text = format(new Date(nowMs));
    }
    return text;
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
const textTime = oncePer(SECOND_MS, (date) => {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map((part) => pad(part)).join("-")} ${localTime(date)}`;
});

const isoTime = oncePer(1, (date) => date.toISOString());

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `31/Jan/2026:23:59:59 +0100` */
const combinedTime = oncePer(SECOND_MS, (date) => {
  const offset = -date.getTimezoneOffset();
  const minutes = Math.abs(offset);
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
  const day = `${pad(date.getDate())}/${MONTHS[date.getMonth()]}/${date.getFullYear()}`;
  return `${day}:${localTime(date)} ${zone}`;
});

/** Returns a line with its newline. @param nowMs the time of the reply */
export type FormatLine = (
  entry: RequestEntry,
  reply: ReplySummary,
  microseconds: number,
  nowMs: number,
) => string;

const PID = process.pid;

/**
 * The formats. Template strings take 0.3 to 0.37 microseconds with the copy into the log; prepared bytes for the texts
 * between the values, and a loop for each value, took 0.6 to 0.75.
 */
export const LINE_FORMATS: Readonly<Record<AccessLogFormat, FormatLine>> = {
  text(entry, { status, bytes }, microseconds, nowMs) {
    const request = `${escapeMethod(entry.method)} "${escapeValue(entry.target, MAX_TARGET_CHARS)}"`;
    const source = `${entry.client}, id ${entry.id}`;
    const agent = entry.userAgent === "" ? "" : `, agent "${escapeUserAgent(entry.userAgent)}"`;
    const forwarded = entry.forwardedFor === "" ? "" : `, for "${escapeValue(entry.forwardedFor)}"`;
    return `[${textTime(nowMs)}] INFO: ${request} ${status} ${bytes} bytes ${microseconds} us from ${source}${agent}${forwarded}\n`;
  },
  json(entry, { status, operation, bytes }, microseconds, nowMs) {
    const request = `"method":"${escapeMethod(entry.method)}","target":"${escapeValue(entry.target, MAX_TARGET_CHARS)}","protocol":"${entry.protocol}"`;
    const reply = `"status":${status},"operation":"${operation}","bytes":${bytes},"microseconds":${microseconds}`;
    const source = `"client":"${entry.client}","forwardedFor":"${escapeValue(entry.forwardedFor)}","userAgent":"${escapeUserAgent(entry.userAgent)}"`;
    return `{"level":"info","time":"${isoTime(nowMs)}","pid":${PID},${request},${reply},${source},"requestId":"${entry.id}","msg":"request"}\n`;
  },
  combined(entry, { status, bytes }, _, nowMs) {
    const request = `${escapeMethod(entry.method)} ${escapeValue(entry.target, MAX_TARGET_CHARS)} ${entry.protocol}`;
    const referer = entry.referer === "" ? "-" : escapeReferer(entry.referer);
    const agent = entry.userAgent === "" ? "-" : escapeUserAgent(entry.userAgent);
    return `${entry.client} - - [${combinedTime(nowMs)}] "${request}" ${status} ${bytes} "${referer}" "${agent}"\n`;
  },
};
