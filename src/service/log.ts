/** The service's log: pino, as lines for people or as JSON for machines. */
import { type Logger, pino } from "pino";
import pretty from "pino-pretty";
import type { ServiceOptions } from "./options.ts";

export type Log = Logger;

const STANDARD_OUTPUT = 1;

/**
 * A log on standard output. It is written at once: a line that waits in a buffer is lost when it
 * would be needed most.
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
  // The message says all; members are for machines.
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
