import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HANG_MS, HEARTBEAT_MS, START_MS, Watchdog } from "../../src/service/watchdog.ts";

describe("the watchdog", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function createWatchdog() {
    const hanging: string[] = [];
    const watchdog = new Watchdog<string>((process, silentMs) => {
      hanging.push(`${process} after ${Math.round(silentMs / 1000)} s`);
    });
    return { hanging, watchdog };
  }

  it("reports a process that has given no sign of life for its limit, once", () => {
    const { hanging, watchdog } = createWatchdog();
    watchdog.watch("silent", HANG_MS);
    watchdog.watch("alive", HANG_MS);
    for (let ms = 0; ms < 3 * HANG_MS; ms += HEARTBEAT_MS) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      watchdog.seen("alive");
    }
    expect(hanging).toEqual(["silent after 10 s"]);
    expect(watchdog.isResponding("alive")).toBe(true);
    expect(watchdog.isResponding("silent")).toBe(false);
  });

  it("says that a process does not respond long before its limit", () => {
    const { hanging, watchdog } = createWatchdog();
    watchdog.watch("one", HANG_MS);
    expect(watchdog.isResponding("one")).toBe(true);
    vi.advanceTimersByTime(3 * HEARTBEAT_MS);
    expect(watchdog.isResponding("one")).toBe(false);
    watchdog.seen("one");
    expect(watchdog.isResponding("one")).toBe(true);
    expect(hanging).toEqual([]);
  });

  it("waits longer for a process that starts", () => {
    const { hanging, watchdog } = createWatchdog();
    watchdog.watch("starting", START_MS);
    vi.advanceTimersByTime(START_MS - 1);
    expect(hanging).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(hanging).toEqual(["starting after 60 s"]);
  });

  it("does not report a process that has ended", () => {
    const { hanging, watchdog } = createWatchdog();
    watchdog.watch("ended", HANG_MS);
    watchdog.forget("ended");
    vi.advanceTimersByTime(3 * HANG_MS);
    expect(hanging).toEqual([]);
    expect(watchdog.isResponding("ended")).toBe(false);
  });

  it("does not blame processes for the time in which its own process stood still", () => {
    const { hanging, watchdog } = createWatchdog();
    watchdog.watch("one", HANG_MS);
    vi.advanceTimersByTime(5_000);
    // The whole container was paused: the clock goes on, but no timer fires.
    const pausedAtMs = performance.now();
    const now = vi.spyOn(performance, "now").mockImplementation(() => pausedAtMs + 100_000);
    vi.advanceTimersByTime(1_000);
    now.mockImplementation(() => pausedAtMs + 101_000);
    vi.advanceTimersByTime(1_000);
    expect(hanging).toEqual([]);
    // It is reported when it stays silent afterwards.
    for (let ms = 102_000; ms <= 100_000 + HANG_MS; ms += 1_000) {
      now.mockImplementation(() => pausedAtMs + ms);
      vi.advanceTimersByTime(1_000);
    }
    expect(hanging).toEqual(["one after 10 s"]);
    now.mockRestore();
  });
});
