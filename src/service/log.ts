/** The log of the service, written by pino as text or as JSON. */
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import type { OperationName, Request } from "../http/messages.ts";
import type { ServiceOptions } from "./options.ts";

export type Log = Logger;

const STANDARD_OUTPUT = 1;

/**
 * Creates a log that writes to standard output. It writes synchronously, because the last line before
 * the process dies, which explains why, must not wait in a buffer.
 */
export function createLog({
  logLevel,
  logFormat,
}: Pick<ServiceOptions, "logLevel" | "logFormat">): Log {
  const settings = {
    level: logLevel,
    base: { pid: process.pid },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (logFormat === "json") {
    return pino(settings, pino.destination({ dest: STANDARD_OUTPUT, sync: true }));
  }
  // The message repeats the members, so that the text format can leave them out.
  const stream = pretty({
    destination: STANDARD_OUTPUT,
    sync: true,
    hideObject: true,
    ignore: "pid",
    translateTime: "SYS:yyyy-mm-dd HH:MM:ss",
    colorize: process.stdout.isTTY === true,
  });
  return pino(settings, stream);
}

/** The parts of a request that are logged. */
export type RequestLine = Pick<Request, "method" | "path" | "query">;

/** The parts of a reply that are counted and logged. */
export interface ReplySummary {
  readonly status: number;
  readonly operation: OperationName;
  /** Bytes of the body. */
  readonly bytes: number;
}

/** Logs a request and its reply in one line. */
export function logAccess(
  log: Log,
  { method, path, query }: RequestLine,
  { status, operation, bytes }: ReplySummary,
  latencyMicroseconds: number,
): void {
  const target = query === "" ? path : `${path}?${query}`;
  const microseconds = Math.round(latencyMicroseconds);
  // JSON.stringify escapes control characters, which a terminal would execute.
  const line = `${method} ${JSON.stringify(target)} ${status} ${bytes} bytes ${microseconds} µs`;
  log.info({ method, target, status, operation, bytes, microseconds }, line);
}
