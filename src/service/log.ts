/** The log of the service: pino, as lines to read or as JSON. */
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import type { OperationName, Request } from "../http/messages.ts";
import type { ServiceOptions } from "./options.ts";

export type Log = Logger;

const STANDARD_OUTPUT = 1;

/**
 * Creates a log that writes to standard output. Every line is written synchronously: a line that
 * waits in a buffer when the process dies is the one that explains why.
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
  // The message contains everything; the members are for JSON.
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

/** A reply as it is counted and logged. */
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
  // Quoted: a target may contain control characters that a terminal would execute.
  const line = `${method} ${JSON.stringify(target)} ${status} ${bytes} bytes ${microseconds} µs`;
  log.info({ method, target, status, operation, bytes, microseconds }, line);
}
