import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startProgress } from "../../../src/cli/batch/progress.ts";

/** A stand-in for standard error. */
function createStream(isTTY: boolean) {
  let text = "";
  const stream = {
    isTTY,
    columns: 120,
    write(part: string) {
      text += part;
      return true;
    },
    on() {},
    removeListener() {},
    cursorTo() {},
    clearLine() {},
    moveCursor() {},
  };
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text };
}

const state = { read: 0, rows: 0 };

function progressOf(totalBytes: number | undefined) {
  return { totalBytes, readBytes: () => state.read, rows: () => state.rows };
}

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(state, { read: 0, rows: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is shown as a line every ten seconds, with rate, share and time left", () => {
    const { stream, text } = createStream(false);
    const progress = startProgress("lines", progressOf(1000), stream);
    Object.assign(state, { read: 250, rows: 50_000 });
    vi.advanceTimersByTime(9_999);
    expect(text()).toBe("");
    vi.advanceTimersByTime(1);
    expect(text()).toBe("50000 rows, 5000 rows/s, 25 %, 30 s left\n");
    progress.stop();
    state.rows = 60_000;
    vi.advanceTimersByTime(60_000);
    expect(text()).toBe("50000 rows, 5000 rows/s, 25 %, 30 s left\n");
  });

  it("shows neither share nor time left if the size is unknown, and no line while no rows arrive", () => {
    const { stream, text } = createStream(false);
    const progress = startProgress("lines", progressOf(undefined), stream);
    vi.advanceTimersByTime(30_000);
    expect(text()).toBe("");
    state.rows = 80;
    vi.advanceTimersByTime(30_000);
    progress.stop();
    expect(text()).toBe("80 rows, 2 rows/s\n");
  });

  it("is shown as a bar on a terminal", () => {
    const { stream, text } = createStream(true);
    const progress = startProgress("bar", progressOf(1000), stream);
    Object.assign(state, { read: 500, rows: 4_000 });
    vi.advanceTimersByTime(4_000);
    expect(text()).toMatch(/[^ ]+ 50 % {2}4000 rows {2}1000 rows\/s {2}4 s left/);
    progress.stop();
  });

  it("is shown as counts on a terminal if the size is unknown", () => {
    const { stream, text } = createStream(true);
    const progress = startProgress("bar", progressOf(undefined), stream);
    Object.assign(state, { read: 2_500_000, rows: 4_000 });
    vi.advanceTimersByTime(4_000);
    expect(text()).toMatch(/4000 rows {2}1000 rows\/s {2}2\.5 MB read/);
    expect(text()).not.toContain("%");
    progress.stop();
  });

  it("is not shown when the kind is none", () => {
    const { stream, text } = createStream(true);
    const progress = startProgress("none", progressOf(1000), stream);
    state.rows = 10;
    vi.advanceTimersByTime(60_000);
    progress.stop();
    expect(text()).toBe("");
  });
});
