import { expect, it, vi } from "vitest";
import { startProgress } from "../../../src/cli/batch/report.ts";

it.each([
  [1000, 500, /[^ ]+ 50 % {2}4000 rows/],
  // Without a bar if the size of the input is unknown.
  [Number.NaN, 500_000, /^[^%]*4000 rows {2}0\.5 MB read[^%]*$/],
])("of %s bytes in all shows what was read", (totalBytes, readBytes, line) => {
  vi.useFakeTimers();
  let shown = "";
  const write = (part: string) => {
    shown += part;
    return true;
  };
  const ignored = ["on", "removeListener", "cursorTo", "clearLine", "moveCursor"];
  const methods = Object.fromEntries(ignored.map((name) => [name, () => {}]));
  const stream = { ...methods, isTTY: true, columns: 120, write };
  const progress = startProgress(totalBytes, stream as unknown as NodeJS.WriteStream);
  progress.update(readBytes, 4_000);
  vi.advanceTimersByTime(2_000);
  expect(shown).toMatch(line);
  progress.stop();
  vi.useRealTimers();
});
