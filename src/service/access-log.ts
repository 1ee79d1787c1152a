/** The access log: a line for each request. Values are escaped, so that no client can forge lines. */
import { writeLines } from "./log.ts";
import type { ServiceOptions } from "./options.ts";
import type { ReceivedRequest } from "./transports/transport.ts";

/** Lines wait for others for this time, or until they are that long. */
const WRITE_MS = 50;
const WRITE_CHARS = 16_000;

/** All characters but printable ASCII, and the two that mean something between quotation marks. */
const UNSAFE = /[^ -~]|["\\]/g;

/** Characters and escape sequences, of which the last may be cut off. */
const WHOLE_ESCAPES = /^(?:[^\\]|\\["\\]|\\u[\da-f]{4})*/;

/** Returns a value as it may stand between quotation marks: escaped as in JSON, and cut if that is longer than the limit. */
export function escapeValue(text: string, maxChars = 256): string {
  const escaped = text.slice(0, maxChars + 1).replace(UNSAFE, (unit) => {
    if (unit === '"' || unit === "\\") return `\\${unit}`;
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  if (escaped.length <= maxChars) return escaped;
  return `${WHOLE_ESCAPES.exec(escaped.slice(0, maxChars - 3))}...`;
}

/** `31/Jan/2026:23:59:59 +0000`, as Apache and nginx write it, in UTC. */
function combinedTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Logs a request that has been answered. @param bytes of the body that was sent */
type LogReply = (status: number, operation: string, bytes: number, microseconds: number) => void;

/**
 * Creates the access log.
 * @returns a function that copies what is logged of a request, which is valid during the call only
 */
export function createAccessLog(
  format: Exclude<ServiceOptions["accessLog"], "off">,
): (request: ReceivedRequest) => LogReply {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeLines(waiting);
    waiting = "";
  };
  return (request) => {
    const { path, query, protocol } = request;
    const method = escapeValue(request.method);
    const target = escapeValue(query === "" ? path : `${path}?${query}`, 2_048);
    const client = request.peerAddress() || "-";
    const agent = escapeValue(request.header("user-agent"));
    const referer = format === "combined" ? escapeValue(request.header("referer")) : "";
    return (status, operation, bytes, microseconds) => {
      const now = new Date();
      waiting +=
        format === "combined"
          ? `${client} - - [${combinedTime(now)}] "${method} ${target} ${protocol}" ${status} ${bytes} "${referer || "-"}" "${agent || "-"}"\n`
          : `{"level":"info","time":"${now.toISOString()}","pid":${process.pid},"method":"${method}","target":"${target}","protocol":"${protocol}","status":${status},"operation":"${operation}","bytes":${bytes},"microseconds":${Math.round(microseconds)},"client":"${client}","userAgent":"${agent}","msg":"request"}\n`;
      if (waiting.length >= WRITE_CHARS) flush();
      else timer ??= setTimeout(flush, WRITE_MS);
    };
  };
}
