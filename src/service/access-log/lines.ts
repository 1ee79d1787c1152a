/** The lines of the access log, in each of its formats. Values are escaped, so that no client can forge lines. */
import { type PreparedText, prepared } from "../../http/formats/prepared-text.ts";
import type { OperationName } from "../../http/messages.ts";
import { remember } from "../../internal.ts";
import { escapeValue, type LineBuffer } from "../log/line-buffer.ts";
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

/** A power of two. */
const REMEMBERED = 64;

/**
 * Prepares texts of values, such as the names of browsers, a few of which are frequent. It keeps one value of each
 * length: comparing a hundred characters takes a tenth of the time of checking them (16 and 190 ns).
 */
function rememberValue(make: (escaped: string) => string): (value: string) => PreparedText {
  const values = Array<string>(REMEMBERED).fill("");
  const made = Array<PreparedText>(REMEMBERED).fill(prepared(make("")));
  return (value) => {
    const slot = value.length & (REMEMBERED - 1);
    if (values[slot] !== value) {
      values[slot] = value;
      made[slot] = prepared(make(escapeValue(value, MAX_VALUE_CHARS)));
    }
    return made[slot];
  };
}

/** The text between the target and the length of the body, which is the same for most requests in a row. */
function rememberReply(
  make: (protocol: string, reply: ReplySummary) => string,
): (protocol: string, reply: ReplySummary) => PreparedText {
  const prepare = remember(prepared);
  let [protocol, status, operation, made] = ["", 0, "", prepared("")];
  return (nextProtocol, reply) => {
    if (reply.status !== status || reply.operation !== operation || nextProtocol !== protocol) {
      protocol = nextProtocol;
      ({ status, operation } = reply);
      made = prepare(make(nextProtocol, reply));
    }
    return made;
  };
}

/** The time of a line with the text around it, such as the method, which is GET in nearly all lines. */
function rememberTime(
  timeOf: (nowMs: number) => string,
  make: (time: string, method: string) => string,
): (nowMs: number, method: string) => PreparedText {
  let [time, method, made] = ["", "", prepared("")];
  return (nowMs, nextMethod) => {
    const now = timeOf(nowMs);
    if (now !== time || nextMethod !== method) {
      time = now;
      method = nextMethod;
      made = prepared(make(now, escapeValue(nextMethod, MAX_METHOD_CHARS)));
    }
    return made;
  };
}

/** Writes a line with its newline. @param nowMs the time of the reply */
export type WriteLine = (
  line: LineBuffer,
  entry: RequestEntry,
  reply: ReplySummary,
  microseconds: number,
  nowMs: number,
) => void;

const textBeginning = rememberTime(textTime, (time, method) => `[${time}] INFO: ${method} "`);
const textStatus = rememberReply((_, { status }) => `" ${status} `);
const TEXT_MICROSECONDS = prepared(" bytes ");
const TEXT_CLIENT = prepared(" us from ");
const TEXT_ID = prepared(", id ");
const textUserAgent = rememberValue((agent) => (agent === "" ? "" : `, agent "${agent}"`));
const TEXT_FORWARDED = prepared(', for "');
const TEXT_FORWARDED_END = prepared('"');
const TEXT_END = prepared("\n");

const jsonBeginning = rememberTime(
  isoTime,
  (time, method) =>
    `{"level":"info","time":"${time}","pid":${process.pid},"method":"${method}","target":"`,
);
const jsonStatus = rememberReply(
  (protocol, { status, operation }) =>
    `","protocol":"${protocol}","status":${status},"operation":"${operation}","bytes":`,
);
const JSON_MICROSECONDS = prepared(',"microseconds":');
const JSON_CLIENT = prepared(',"client":"');
const JSON_FORWARDED = prepared('","forwardedFor":"');
const jsonUserAgent = rememberValue((agent) => `","userAgent":"${agent}","requestId":"`);
const JSON_END = prepared('","msg":"request"}\n');

const combinedBeginning = rememberTime(
  combinedTime,
  (time, method) => ` - - [${time}] "${method} `,
);
const combinedStatus = rememberReply((protocol, { status }) => ` ${protocol}" ${status} `);
const combinedReferer = rememberValue((referer) => ` "${referer || "-"}" "`);
const combinedUserAgent = rememberValue((agent) => `${agent || "-"}"\n`);

/**
 * The formats. Writing bytes takes 0.15 microseconds less than joining texts, of which a line of JSON needs a dozen. It
 * also leaves less garbage: V8 collects it after 3,000 requests instead of 1,900 (without a log, 5,500).
 */
export const LINE_FORMATS: Readonly<Record<AccessLogFormat, WriteLine>> = {
  text(line, entry, reply, microseconds, nowMs) {
    line.put(textBeginning(nowMs, entry.method));
    line.value(entry.target, MAX_TARGET_CHARS);
    line.put(textStatus(entry.protocol, reply));
    line.number(reply.bytes);
    line.put(TEXT_MICROSECONDS);
    line.number(microseconds);
    line.put(TEXT_CLIENT);
    line.ascii(entry.client);
    line.put(TEXT_ID);
    line.ascii(entry.id);
    line.put(textUserAgent(entry.userAgent));
    if (entry.forwardedFor !== "") {
      line.put(TEXT_FORWARDED);
      line.value(entry.forwardedFor, MAX_VALUE_CHARS);
      line.put(TEXT_FORWARDED_END);
    }
    line.put(TEXT_END);
  },
  json(line, entry, reply, microseconds, nowMs) {
    line.put(jsonBeginning(nowMs, entry.method));
    line.value(entry.target, MAX_TARGET_CHARS);
    line.put(jsonStatus(entry.protocol, reply));
    line.number(reply.bytes);
    line.put(JSON_MICROSECONDS);
    line.number(microseconds);
    line.put(JSON_CLIENT);
    line.ascii(entry.client);
    line.put(JSON_FORWARDED);
    line.value(entry.forwardedFor, MAX_VALUE_CHARS);
    line.put(jsonUserAgent(entry.userAgent));
    line.ascii(entry.id);
    line.put(JSON_END);
  },
  combined(line, entry, reply, _, nowMs) {
    line.ascii(entry.client);
    line.put(combinedBeginning(nowMs, entry.method));
    line.value(entry.target, MAX_TARGET_CHARS);
    line.put(combinedStatus(entry.protocol, reply));
    line.number(reply.bytes);
    line.put(combinedReferer(entry.referer));
    line.put(combinedUserAgent(entry.userAgent));
  },
};
