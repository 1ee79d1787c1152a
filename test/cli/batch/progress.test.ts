import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ProgressKind, startProgress } from "../../../src/cli/batch/progress.ts";

let read = 0;
let rows = 0;
let shown = "";

/** Starts to show progress on a stand-in for standard error. */
function start(kind: ProgressKind, totalBytes?: number) {
  const stream = {
    isTTY: kind !== "lines",
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
  const progress = { totalBytes, readBytes: () => read, rows: () => rows };
  return startProgress(kind, progress, stream as unknown as NodeJS.WriteStream);
}

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    [read, rows, shown] = [0, 0, ""];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is shown as a line every ten seconds, with rate, share and time left", () => {
    const progress = start("lines", 1000);
    [read, rows] = [250, 50_000];
    vi.advanceTimersByTime(9_999);
    expect(shown).toBe("");
    vi.advanceTimersByTime(1);
    expect(shown).toBe("50000 rows, 5000 rows/s, 25 %, 30 s left\n");
    progress.stop();
    rows = 60_000;
    vi.advanceTimersByTime(60_000);
    expect(shown).toBe("50000 rows, 5000 rows/s, 25 %, 30 s left\n");
  });

  it("shows neither share nor time left if the size is unknown, and no line while no rows arrive", () => {
    const progress = start("lines");
    vi.advanceTimersByTime(30_000);
    expect(shown).toBe("");
    rows = 80;
    vi.advanceTimersByTime(30_000);
    progress.stop();
    expect(shown).toBe("80 rows, 2 rows/s\n");
  });

  it.each([
    ["as a bar on a terminal", 1000, /[^ ]+ 50 % {2}4000 rows {2}1000 rows\/s {2}4 s left/],
    [
      "as counts if the size is unknown",
      undefined,
      /^[^%]*4000 rows {2}1000 rows\/s {2}0\.5 MB read[^%]*$/,
    ],
  ])("is shown %s", (_, totalBytes, line) => {
    const progress = start("bar", totalBytes);
    [read, rows] = [totalBytes === undefined ? 500_000 : 500, 4_000];
    vi.advanceTimersByTime(4_000);
    expect(shown).toMatch(line);
    progress.stop();
  });

  it("is not shown when the kind is none", () => {
    const progress = start("none", 1000);
    rows = 10;
    vi.advanceTimersByTime(60_000);
    progress.stop();
    expect(shown).toBe("");
  });
});
