import { afterEach, expect, it, vi } from "vitest";
import type { BatchInput } from "../../src/cli/batch/input.ts";
import { startProgress } from "../../src/cli/batch/report.ts";
import { printLine } from "../../src/cli/messages.ts";

// Other files run in this thread, too: a failure must not leave them a clock that stands.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it.each([
  ["\x1b[31mred\x07", "\\u001b[31mred\\u0007"],
  ["a\t\tb", "a  b"],
  ["\x9b2J\x7f\0", "\\u009b2J\\u007f\\u0000"],
  ["\u202etxt.exe\u2028", "\\u202etxt.exe\\u2028"],
  ["línea 日本 😀", "línea 日本 😀"],
  ["a\r\nb\n\nc", "a b c"],
  ["a cell 'option latColumn'", "a cell 'option latColumn'"],
])("a line for people shows control characters as escapes: %j", (text, shown) => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  printLine(text);
  expect(write.mock.calls).toEqual([[`${shown}\n`]]);
  write.mockRestore();
});

it.each([
  [1000, 500, /[^ ]+ 50 % {2}4000 rows/],
  // Without a bar if the size of the input is unknown.
  [Number.NaN, 500_000, /^[^%]*4000 rows {2}0\.5 MB read[^%]*$/],
])("the progress of %s bytes shows what was read, and nothing where escape codes are unwanted", (totalBytes, readBytes, line) => {
  vi.useFakeTimers();
  let shown = "";
  const write = (part: string) => {
    shown += part;
    return true;
  };
  const ignored = ["on", "removeListener", "cursorTo", "clearLine", "moveCursor"];
  const methods = Object.fromEntries(ignored.map((name) => [name, () => {}]));
  const stream = { ...methods, isTTY: true, columns: 120, write };
  const sizeBytes = Number.isNaN(totalBytes) ? undefined : totalBytes;
  const inputs = [{ path: "points.csv", source: { sizeBytes } }] as unknown as BatchInput[];
  const flags = { output: "coded.csv" };
  vi.stubEnv("NO_COLOR", "");
  vi.stubEnv("TERM", "xterm");
  const progress = startProgress(inputs, flags, stream as unknown as NodeJS.WriteStream);
  progress?.update(readBytes, 4_000);
  vi.advanceTimersByTime(2_000);
  expect(shown).toMatch(line);
  progress?.stop();
  for (const [name, value] of [
    ["NO_COLOR", "1"],
    ["TERM", "dumb"],
  ] as const) {
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv(name, value);
    expect(startProgress(inputs, flags, stream as unknown as NodeJS.WriteStream)).toBeUndefined();
  }
});
