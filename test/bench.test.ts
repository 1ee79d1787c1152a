import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CaseRound, Round } from "../bench/compare/round.ts";
import { failuresOf, judge } from "../bench/compare/verdict.ts";
import { goalRows } from "../bench/goal-rows.ts";
import { treeCpuMicroseconds, treeMemoryBytes } from "../bench/http/process-tree.ts";
import { PARTS, parseBenchOptions, parseCompareOptions } from "../bench/options.ts";
import { cLibraryNs } from "../bench/reference.ts";

describe("options of npm run bench", () => {
  it("measures all parts by default, without a record", () => {
    const { parts, record, pointFiles, help } = parseBenchOptions([]);
    expect({ parts, record, pointFiles, help }).toEqual({
      parts: PARTS,
      record: false,
      pointFiles: [],
      help: false,
    });
  });

  it("--only chooses parts, in the order in which they run", () => {
    expect(parseBenchOptions(["--only", "http", "--only", "engine"]).parts).toEqual([
      "engine",
      "http",
    ]);
  });

  it("--quick makes everything smaller", () => {
    const [quick, full] = [parseBenchOptions(["--quick"]), parseBenchOptions([])];
    expect(quick.pointsPerSet).toBeLessThan(full.pointsPerSet);
    expect(quick.batch.rows).toBeLessThan(full.batch.rows);
    expect(quick.http.rounds).toBeLessThan(full.http.rounds);
    expect(quick.growth.length).toBeLessThan(full.growth.length);
  });

  it("--points may be repeated", () => {
    expect(parseBenchOptions(["--points", "a", "--points", "b"]).pointFiles).toEqual(["a", "b"]);
  });

  it("--c-library names a shared object; without it, the tool's times are scaled", () => {
    expect(parseBenchOptions(["--c-library", "libmapcode.so"]).cLibrary).toBe("libmapcode.so");
    expect(parseBenchOptions([]).cLibrary).toBeUndefined();
  });

  it("names the parts when --only is unknown", () => {
    expect(() => parseBenchOptions(["--only", "codec"])).toThrow(
      "Unknown part 'codec'. Use --only with engine, growth, batch, http, access-log, workers, small.",
    );
  });

  it("rejects an unknown option", () => {
    expect(() => parseBenchOptions(["--fast"])).toThrow(TypeError);
  });
});

describe("the time of the C library", () => {
  const set = "sphere";
  const name = "encodeInto, precision 0";

  it("is the published one, scaled by the tool's time on this machine", () => {
    expect(cLibraryNs(set, name, 2600)).toBe(2 * (cLibraryNs(set, name, 1300) ?? Number.NaN));
  });

  it("is that of the library in process where it was measured", () => {
    const inProcess = [{ set, case: name, nsPerPoint: 321 }];
    expect(cLibraryNs(set, name, 2600, inProcess)).toBe(321);
    expect(cLibraryNs("cities", name, 1300, inProcess)).toBe(695);
  });
});

describe("the goals", () => {
  const run = { date: "", command: "", note: undefined, loadBefore: 0 };
  const target = "/codes/{lat},{lon}";
  const ofPart = (rows: readonly (readonly string[])[], part: string) =>
    rows
      .filter((cells) => cells.at(-1) === part)
      .map(([name, , now, goal, reached]) => [name, now, goal, reached]);

  it("are unknown without a measurement", () => {
    for (const [name, , now, , reached] of goalRows({}))
      expect([name, now, reached]).toEqual([name, "-", "-"]);
  });

  /** A server with its requests/s, CPU time and p99 in each of three rounds. */
  const ofRounds = (
    server: string,
    rounds: readonly (readonly [number, number | undefined, number])[],
  ) => {
    const loads = rounds.map(([requestsPerSecond, cpuMicrosecondsPerRequest, p99Ms]) => {
      return { requestsPerSecond, cpuMicrosecondsPerRequest, p99Ms, requests: 1000 };
    });
    return { ...loads[0], server, target, rounds: loads };
  };
  const httpFigures = (results: readonly ReturnType<typeof ofRounds>[]) => {
    const rows = ofPart(goalRows({ http: { run, results } }), "http");
    return rows.map(([, now, , reached]) => [now, reached]);
  };

  it("compare each server with the bare one of its transport, by requests, CPU time and p99", () => {
    const once = (server: string, ...load: readonly [number, number, number]) =>
      ofRounds(server, [load, load, load]);
    expect(
      httpFigures([
        once("bare uWebSockets.js", 1000, 4.8, 1),
        once("mapcoded", 949, 6, 1.4),
        once("mapcoded on node:http", 465, 20, 3),
        once("bare node:http", 500, 16, 2),
      ]),
    ).toEqual([
      ["0.95 / -", "yes"],
      ["0.80 / -", "no"],
      ["1.40 / -", "yes"],
      ["-", "-"],
      ["-", "-"],
      ["0.93 / -", "yes"],
      ["0.80 / -", "no"],
    ]);
  });

  it("compare servers within each round, as the speed of a machine changes", () => {
    const bare = ofRounds("bare uWebSockets.js", [
      [1000, 4, 1],
      [500, 8, 2],
      [250, 16, 4],
    ]);
    const own = ofRounds("mapcoded", [
      [800, 5, 2],
      [400, 10, 4],
      [200, 20, 8],
    ]);
    expect(httpFigures([bare, own]).slice(0, 3)).toEqual([
      ["0.80 / -", "no"],
      ["0.80 / -", "no"],
      ["2.00 / -", "no"],
    ]);
  });

  it("leave out CPU time where the system does not tell it", () => {
    const bare = ofRounds("bare uWebSockets.js", [[1000, undefined, 1]]);
    const own = ofRounds("mapcoded", [[960, undefined, 1]]);
    expect(httpFigures([bare, own]).slice(0, 2)).toEqual([
      ["0.96 / -", "yes"],
      ["-", "-"],
    ]);
  });

  it("say how many of several figures reach them", () => {
    const results = [
      { transport: "uws" as const, log: "json", microsecondsPerRequest: 9, ratio: 1.34 },
      { transport: "uws" as const, log: "text", microsecondsPerRequest: 8, ratio: 1.2 },
      { transport: "node" as const, log: "json", microsecondsPerRequest: 20, ratio: 1.1 },
    ];
    expect(ofPart(goalRows({ "access-log": { run, results } }), "access-log")).toEqual([
      [expect.stringContaining("access log"), "1.34 / 1.10", "at most 1.33", "1 of 2"],
    ]);
  });
});

describe.runIf(existsSync("/proc/self/stat"))("the CPU time of a process and its children", () => {
  it("contains what a child has used", () => {
    const before = treeCpuMicroseconds(process.pid) ?? Number.NaN;
    const loop = "while (process.cpuUsage().user < 1e5);";
    execFileSync(process.execPath, ["--eval", loop]);
    expect(treeCpuMicroseconds(process.pid)).toBeGreaterThanOrEqual(before + 80_000);
  });
});

describe.runIf(existsSync("/proc/self/smaps_rollup"))("the memory of a process tree", () => {
  it("contains that of its root", () => {
    // The two are read one after the other, and this process allocates meanwhile.
    expect(treeMemoryBytes(process.pid)).toBeGreaterThan(0.9 * process.memoryUsage.rss());
  });
});

describe("options of npm run bench:compare", () => {
  it("takes a REF, a threshold of 3 percent and all parts by default", () => {
    const { ref, thresholdPercent, parts } = parseCompareOptions(["HEAD~1"]);
    expect({ ref, thresholdPercent, parts }).toEqual({
      ref: "HEAD~1",
      thresholdPercent: 3,
      parts: ["engine", "batch", "http"],
    });
  });

  it("measures an odd number of rounds by default, so that the median is one of them", () => {
    expect(parseCompareOptions(["REF"]).rounds % 2).toBe(1);
    expect(parseCompareOptions(["REF", "--quick"]).rounds % 2).toBe(1);
  });

  it("reads --rounds, --threshold and --only", () => {
    const args = ["REF", "--rounds", "4", "--threshold", "1.5", "--only", "http"];
    const { rounds, thresholdPercent, parts } = parseCompareOptions(args);
    expect({ rounds, thresholdPercent, parts }).toEqual({
      rounds: 4,
      thresholdPercent: 1.5,
      parts: ["http"],
    });
  });

  it.each([
    [[], "Expected one REF. Name a commit, such as HEAD~1."],
    [["a", "b"], "Expected one REF. Name a commit, such as HEAD~1."],
    [["a", "--rounds", "0"], "'0' is no value for --rounds. Use a whole number above 0."],
    [["a", "--rounds", "1.5"], "'1.5' is no value for --rounds. Use a whole number above 0."],
    [["a", "--threshold", "x"], "'x' is no value for --threshold. Use a number above 0."],
    [["a", "--only", "small"], "Unknown part 'small'. Use --only with engine, batch, http."],
  ])("rejects %j", (args, message) => {
    expect(() => parseCompareOptions(args)).toThrow(message);
  });

  it("needs no REF with --help", () => {
    expect(parseCompareOptions(["--help"]).help).toBe(true);
  });
});

describe("the verdict of a comparison", () => {
  const caseRound = (name: string, beforeNs: number, afterNs: number): CaseRound => ({
    name,
    beforeNs,
    afterNs,
    ratio: afterNs / beforeNs,
    hasOtherAnswers: false,
  });
  const round = (...cases: CaseRound[]): Round => ({ cases, leftOut: [] });
  const failures = (...rounds: Round[]) => failuresOf(new Map([["engine", judge(rounds, 3)]]));

  it("passes when nothing is slower by more than the threshold", () => {
    expect(failures(round(caseRound("a", 100, 103), caseRound("b", 100, 90)))).toEqual([]);
  });

  it("takes the median of the ratios of the rounds, not the ratio of sums", () => {
    const rounds = [round(caseRound("a", 100, 101)), round(caseRound("a", 500, 800))];
    const [one] = judge([...rounds, round(caseRound("a", 200, 202))], 3).cases;
    expect(one).toMatchObject({ beforeNs: 200, rounds: 3, isSlower: false });
    expect(one.ratio).toBeCloseTo(1.01);
    expect(one.maxRatio).toBeCloseTo(1.6);
  });

  it("names a case that is slower by more than the threshold", () => {
    const others = ["b", "c", "d"].map((name) => caseRound(name, 100, 100));
    expect(failures(round(caseRound("a", 100, 104), ...others))).toEqual(["engine, a: +4.0 %"]);
  });

  it("fails a part whose geometric mean is slower, and a case with other answers", () => {
    const one = { ...caseRound("a", 100, 110), hasOtherAnswers: true };
    expect(failures(round(one))).toEqual([
      "engine: +10.0 % in the geometric mean",
      "engine, a: +10.0 %",
      "engine, a: the answers differ",
    ]);
  });

  it("fails a part without any case that both sides have", () => {
    const leftOut = [{ name: "a", reason: "one engine has no a" }];
    expect(failures({ cases: [], leftOut })).toEqual([
      "engine: no case could be measured on both sides",
    ]);
  });
});
