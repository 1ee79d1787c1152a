/** The log of the service, and its access log, on standard output. If its reader stops, only lines are lost. */
import type { Reply } from "../http/requests.ts";
import type { ServiceOptions } from "./options.ts";
import { lengthOf, type ReceivedRequest } from "./transports/transport.ts";

/** Maximum number of bytes that wait for a reader. Further lines are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

let dropped = 0;

export function droppedLines(): number {
  return dropped;
}

function writeLines(lines: string): void {
  const { stdout } = process;
  if (stdout.writableLength > MAX_WAITING_BYTES) dropped += lines.split("\n").length - 1;
  else stdout.write(lines);
}

/** @param members of a line in JSON. A line of text has the message alone. */
type WriteLine = (message: string, members?: Readonly<Record<string, string | number>>) => void;

export type Log = Readonly<Record<"error" | "warn" | "info", WriteLine>>;

/** Control characters but tabs and line feeds. Messages may contain parts of requests, and must not control a terminal. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

function ignore(): void {}

export function createLog({ logFormat }: Pick<ServiceOptions, "logFormat">): Log {
  // Its reader may go away.
  process.stdout.off("error", ignore).on("error", ignore);
  const writer =
    (level: keyof Log): WriteLine =>
    (message, members = {}) => {
      const time = new Date().toISOString();
      // The members that log collectors know from pino and bunyan.
      const inJson = { level, time, pid: process.pid, ...members, msg: message };
      const inText = `${time} ${level.toUpperCase()}: ${message.replace(CONTROLS, "")}`;
      writeLines(`${logFormat === "json" ? JSON.stringify(inJson) : inText}\n`);
    };
  return { error: writer("error"), warn: writer("warn"), info: writer("info") };
}

/** The longest delay of buffered lines, and the length that ends it. */
const WRITE_MS = 50;
const WRITE_CHARS = 16_000;

/** Returns a value for use between quotation marks: truncated at the limit, and escaped as in JSON. */
export function escapeValue(text: string, maxChars = 256): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars)}...` : text;
  return cut.replace(/[^ -~]|["\\]/g, (unit) => {
    if (unit === '"' || unit === "\\") return `\\${unit}`;
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** `31/Jan/2026:23:59:59 +0000`, as Apache and nginx write it, in UTC. */
function combinedTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Creates the access log. It escapes values, so that no client can forge lines, and copies them from the request. */
export function createAccessLog(format: Exclude<ServiceOptions["accessLog"], "off">) {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeLines(waiting);
    waiting = "";
  };
  return (request: ReceivedRequest) => {
    const { path, query, protocol } = request;
    const method = escapeValue(request.method);
    const target = escapeValue(query === "" ? path : `${path}?${query}`, 2_048);
    const client = request.peerAddress().replace(/^::ffff:(?=\d+\.)/, "") || "-";
    const agent = escapeValue(request.header("user-agent"));
    const referer = format === "combined" ? escapeValue(request.header("referer")) : "";
    return (status: number, operation: string, microseconds: number, body: Reply["body"] = "") => {
      const now = new Date();
      const bytes = method === "HEAD" ? 0 : lengthOf(body);
      waiting +=
        format === "combined"
          ? `${client} - - [${combinedTime(now)}] "${method} ${target} ${protocol}" ${status} ${bytes} "${referer || "-"}" "${agent || "-"}"\n`
          : `{"level":"info","time":"${now.toISOString()}","pid":${process.pid},"method":"${method}","target":"${target}","protocol":"${protocol}","status":${status},"operation":"${operation}","bytes":${bytes},"microseconds":${Math.round(microseconds)},"client":"${client}","userAgent":"${agent}","msg":"request"}\n`;
      if (waiting.length >= WRITE_CHARS) flush();
      else timer ??= setTimeout(flush, WRITE_MS);
    };
  };
}
export type AccessLog = ReturnType<typeof createAccessLog>;
