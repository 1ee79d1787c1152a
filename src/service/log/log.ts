/** The log of the service, as text or as JSON. Lines of requests are in `access-log/lines.ts`. */

import { LINE_LEVELS, type LineLevel, type ServiceOptions } from "../options.ts";
import { isoTime, textTime } from "./log-times.ts";
import { type LogWriter, standardOutput } from "./log-writer.ts";

/** Values of a line for log collectors. The text format leaves them out, as its message has those that people need. */
export type LogMembers = Readonly<Record<string, string | number | undefined>>;

/** A function for each level, which writes a line if lines of that level are logged. */
export interface Log extends Readonly<Record<LineLevel, WriteLog>> {
  isLevelEnabled(level: LineLevel): boolean;
}

type WriteLog = (message: string, members?: LogMembers) => void;

/** Returns a line with its newline. @param nowMs the time of the line */
type FormatLine = (level: LineLevel, message: string, members: LogMembers, nowMs: number) => string;

/** The sequences that start a color of a terminal, by level and for messages, and the one that ends it. */
const COLORS: Readonly<Record<LineLevel, string>> = {
  error: "\x1b[31m",
  warn: "\x1b[33m",
  info: "\x1b[32m",
  debug: "\x1b[34m",
};
const MESSAGE_COLOR = "\x1b[36m";
const DEFAULT_COLOR = "\x1b[39m";

/** Control characters but tabs and line feeds. Messages may contain parts of requests, and must not control a terminal. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** @param isColored whether the lines are for a terminal */
export function textFormat(isColored: boolean): FormatLine {
  const inColor = (color: string, text: string) =>
    isColored ? `${color}${text}${DEFAULT_COLOR}` : text;
  return (level, message, _, nowMs) => {
    const name = inColor(COLORS[level], level.toUpperCase());
    const text = inColor(MESSAGE_COLOR, message.replace(CONTROLS, ""));
    return `[${textTime(nowMs)}] ${name}: ${text}\n`;
  };
}

/** The members that log collectors know from pino and bunyan. */
export const jsonFormat: FormatLine = (level, message, members, nowMs) => {
  const line = { level, time: isoTime(nowMs), pid: process.pid, ...members, msg: message };
  return `${JSON.stringify(line)}\n`;
};

/** Creates a log. @param output where it writes: standard output, unless a test wants to read it */
export function createLog(
  { logLevel, logFormat }: Pick<ServiceOptions, "logLevel" | "logFormat">,
  output: LogWriter = standardOutput(),
): Log {
  const levels: readonly ServiceOptions["logLevel"][] = LINE_LEVELS;
  // None for the level "silent".
  const enabled = levels.slice(0, levels.indexOf(logLevel) + 1);
  const format = logFormat === "json" ? jsonFormat : textFormat(process.stdout.isTTY === true);
  const isLevelEnabled = (level: LineLevel) => enabled.includes(level);
  const writer =
    (level: LineLevel): WriteLog =>
    (message, members = {}) => {
      if (isLevelEnabled(level)) output.write(format(level, message, members, Date.now()));
    };
  const log: Log = {
    isLevelEnabled,
    error: writer("error"),
    warn: writer("warn"),
    info: writer("info"),
    debug: writer("debug"),
  };
  output.onLoss((lines) => {
    const message = `${lines} lines of the log were lost, as nobody read them. Check what reads the log.`;
    log.warn(message, { lines });
  });
  return log;
}
