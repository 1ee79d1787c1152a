import { describe, expect, it } from "vitest";
import { createLog, jsonFormat, textFormat } from "../../src/service/log/log.ts";
import { LogWriter } from "../../src/service/log/log-writer.ts";
import { LINE_LEVELS, LOG_LEVELS } from "../../src/service/options.ts";

const NOON_MS = new Date(2026, 0, 31, 12, 0, 5, 7).getTime();

describe("a line of the log as text", () => {
  const format = textFormat(false);

  it("has the local time, the level and the message, without members", () => {
    const line = format("warn", "Worker 7 ended.", { worker: 7 }, NOON_MS);
    expect(line).toBe("[2026-01-31 12:00:05] WARN: Worker 7 ended.\n");
  });

  it("keeps line feeds and tabs, and drops other control characters", () => {
    const line = format("error", "a\n\tb\x1b[31m\r\x07\u009bc\u007f", {}, NOON_MS);
    expect(line).toBe("[2026-01-31 12:00:05] ERROR: a\n\tb[31mc\n");
  });

  it("has the colors of level and message on a terminal", () => {
    const colored = LINE_LEVELS.map((level) => textFormat(true)(level, "m", {}, NOON_MS));
    const expected = [
      ["31", "ERROR"],
      ["33", "WARN"],
      ["32", "INFO"],
      ["34", "DEBUG"],
    ].map(([color, level]) => {
      return `[2026-01-31 12:00:05] \x1b[${color}m${level}\x1b[39m: \x1b[36mm\x1b[39m\n`;
    });
    expect(colored).toEqual(expected);
  });
});

describe("a line of the log as JSON", () => {
  it("has level, time and process, then the members, then the message", () => {
    const line = jsonFormat("info", 'a "b"\n\x1b', { signal: "SIGTERM", workers: 2 }, NOON_MS);
    const time = new Date(NOON_MS).toISOString();
    expect(line).toBe(
      `{"level":"info","time":"${time}","pid":${process.pid},"signal":"SIGTERM","workers":2,"msg":"a \\"b\\"\\n\\u001b"}\n`,
    );
  });

  it("leaves out members that are not known", () => {
    expect(jsonFormat("warn", "m", { worker: undefined }, NOON_MS)).not.toContain("worker");
  });
});

describe("a log", () => {
  it.each(LOG_LEVELS)("writes lines of the level %s and of more important ones", (logLevel) => {
    let written = "";
    const output = new LogWriter((bytes, start, length) => {
      written += bytes.toString("utf8", start, start + length);
      return length;
    });
    const log = createLog({ logLevel, logFormat: "text" }, output);
    for (const level of LINE_LEVELS) log[level](`${log.isLevelEnabled(level)}`);
    const enabled =
      logLevel === "silent" ? [] : LINE_LEVELS.slice(0, LINE_LEVELS.indexOf(logLevel) + 1);
    const lines = Array.from(written.matchAll(/\] ([A-Z]+): (.*)\n/g), ([, ...parts]) => parts);
    expect(lines).toEqual(enabled.map((level) => [level.toUpperCase(), "true"]));
  });
});
