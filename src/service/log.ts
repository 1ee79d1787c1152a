/** The log of the service, written by pino as text or as JSON. */
import { type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import { type LogWriter, standardOutput } from "./log-writer.ts";
import type { ServiceOptions } from "./options.ts";

export type Log = Logger;

/** Creates a log that writes to standard output. */
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
  const output = standardOutput();
  const log = pino(settings, logFormat === "json" ? output : textOutput(output));
  output.onLoss((lines) => {
    const message = `${lines} lines of the log were lost, as nobody read them. Check what reads the log.`;
    log.warn({ lines }, message);
  });
  return log;
}

/** Returns an output for pino that makes text of its JSON lines. */
function textOutput(output: LogWriter): { write(json: string): void } {
  // The message repeats the members, so that the text format can leave them out.
  const format = prettyFactory({
    hideObject: true,
    ignore: "pid",
    translateTime: "SYS:yyyy-mm-dd HH:MM:ss",
    colorize: process.stdout.isTTY === true,
  });
  return { write: (json) => output.write(format(json)) };
}
