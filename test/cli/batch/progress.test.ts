import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startProgress } from "../../../src/cli/batch/progress.ts";

let shown = "";

/** Starts to show progress on a stand-in for standard error. */
function start(totalBytes?: number) {
  const stream = {
    isTTY: true,
    columns: 120,
    write(part: string) {
      shown += part;
      return true;
    },
    on() {},
    removeListener() {},
    cursorTo() {},
    clearLine() {},
    moveCursor() {},
  };
  return startProgress(totalBytes, stream as unknown as NodeJS.WriteStream);
}

beforeEach(() => {
  vi.useFakeTimers();
  shown = "";
});
afterEach(() => {
  vi.useRealTimers();
});

it("is shown as a bar, and as counts if the size of the input is unknown", () => {
  for (const [totalBytes, line] of [
    [1000, /[^ ]+ 50 % {2}4000 rows/],
    [undefined, /^[^%]*4000 rows {2}0\.5 MB read[^%]*$/],
  ] as const) {
    shown = "";
    const progress = start(totalBytes);
    progress.update(totalBytes === undefined ? 500_000 : 500, 4_000);
    vi.advanceTimersByTime(2_000);
    expect(shown).toMatch(line);
    progress.stop();
  }
});
