/** The log of the service, on standard output. A reader that stops costs lines of the log, and nothing else. */
import type { ServiceOptions } from "./options.ts";

/** Beyond this many bytes that wait for a reader, lines are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

/** @param members of a line in JSON. The text leaves them out, as the message has those that people need. */
type WriteLine = (message: string, members?: Readonly<Record<string, string | number>>) => void;

/** A function for each level. */
export type Log = Readonly<Record<"error" | "warn" | "info", WriteLine>>;

/** Control characters but tabs and line feeds. Messages may contain parts of requests, and must not control a terminal. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

let dropped = 0;

/** Returns how many lines this thread has dropped. */
export function droppedLines(): number {
  return dropped;
}

/** Writes whole lines unless nobody reads them. */
export function writeLines(lines: string): void {
  const { stdout } = process;
  if (stdout.writableLength > MAX_WAITING_BYTES) dropped += lines.split("\n").length - 1;
  else stdout.write(lines);
}

/** `2026-01-31 23:59:59`, in local time. */
function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace("T", " ");
}

function ignore(): void {}

export function createLog({ logFormat }: Pick<ServiceOptions, "logFormat">): Log {
  // Its reader may go away.
  process.stdout.off("error", ignore).on("error", ignore);
  const writer =
    (level: keyof Log): WriteLine =>
    (message, members = {}) => {
      const now = new Date();
      // The members that log collectors know from pino and bunyan.
      const inJson = { level, time: now.toISOString(), pid: process.pid, ...members, msg: message };
      const inText = `[${localTime(now)}] ${level.toUpperCase()}: ${message.replace(CONTROLS, "")}`;
      writeLines(`${logFormat === "json" ? JSON.stringify(inJson) : inText}\n`);
    };
  return { error: writer("error"), warn: writer("warn"), info: writer("info") };
}
