/** The goals: where each figure came from, where it is in a record, and what keeps it there. */
import { DIFFERENT_NAMES, type FailureMeasurement } from "./failed-rows.ts";
import { ON_NODE, ON_UWS, type ShareOfBare, shareOfBare } from "./http/shares.ts";
import type { Part } from "./options.ts";
import { SET_NAMES } from "./point-sets.ts";
import { besideLibrary } from "./reference.ts";
import type { EngineResults, Measured, MeasuredPart, PartResults } from "./results.ts";

interface PartGoal<P extends Part> {
  readonly name: string;
  readonly part: P;
  /** The figures before the goal was set. */
  readonly before: string;
  readonly bound: "at most" | "at least";
  readonly value: number;
  readonly decimals: number;
  /** What keeps the figure from becoming better. */
  readonly limit: string;
  /** Several figures are those of the sets sphere, records and cities unless the name says otherwise. */
  readonly figures: (results: PartResults[P]) => readonly (number | undefined)[];
}

/** A goal of any part. */
export interface Goal extends Omit<PartGoal<Part>, "figures"> {
  /** Empty unless the part was measured; undefined for figures that the part lacks. */
  readonly figures: (measured: Measured) => readonly (number | undefined)[];
}

function goal<P extends Part>(one: PartGoal<P>): Goal {
  const figures = (measured: Measured) => {
    const part: MeasuredPart<P> | undefined = measured[one.part];
    if (part === undefined) return [];
    return one
      .figures(part.results)
      .map((figure) => (Number.isFinite(figure) ? figure : undefined));
  };
  return { ...one, figures };
}

/** Least CPU nanoseconds of a case for each set. */
function cpuNs({ measurements }: EngineResults, name: string): (number | undefined)[] {
  return SET_NAMES.map(
    (set) => measurements.find((one) => one.set === set && one.case === name)?.cpuNsPerPoint,
  );
}

/** Divides the figures of one case by those of another, set by set. */
function shareOfCase(name: string, other: string): PartGoal<"engine">["figures"] {
  return (engine) => {
    const others = cpuNs(engine, other);
    return cpuNs(engine, name).map((ns, index) => quotient(ns, others[index]));
  };
}

/** Divides the figures of a case by the C library's. */
function shareOfLibrary(name: string): PartGoal<"engine">["figures"] {
  return ({ measurements, cLibrary }) =>
    SET_NAMES.map((set) => {
      const one = measurements.find((other) => other.set === set && other.case === name);
      return one && besideLibrary(one, cLibrary)?.share;
    });
}

function quotient(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a / b;
}

/** User nanoseconds per row of a conversion. */
function rowNs({ formats }: PartResults["batch"], name: string): number | undefined {
  return formats.find((one) => one.case === name)?.userNsPerRow;
}

/** How many microseconds a row takes more than one of csv with 6 digits. */
function moreThanCsv(...names: readonly string[]): PartGoal<"batch">["figures"] {
  return (batch) => {
    const csvNs = rowNs(batch, "encode csv, 6 digits") ?? Number.NaN;
    return names.map((name) => ((rowNs(batch, name) ?? Number.NaN) - csvNs) / 1000);
  };
}

/** For each format, the longest time of the kinds in question, times good rows. */
function worstFailures(
  failures: readonly FailureMeasurement[],
  isMeant: (kind: string) => boolean,
): number[] {
  return ["csv", "ndjson", "geojson", "geojsonl"].map((format) =>
    Math.max(
      ...failures
        .filter((one) => one.format === format && isMeant(one.kind))
        .map(({ failedNsPerRow, goodNsPerRow }) => failedNsPerRow / goodNsPerRow),
    ),
  );
}

type ShareMeasure = keyof ShareOfBare;

/** A server beside the bare one on its transport, by target. */
function besideBare(
  http: PartResults["http"],
  server: string,
  measure: ShareMeasure,
): Map<string, number | undefined> {
  const own = http.filter((one) => one.server === server);
  return new Map(own.map((one) => [one.target, shareOfBare(one, http)[measure]]));
}

/** Codes and coordinates without parameters. */
function plainBesideBare(server: string, measure: ShareMeasure): PartGoal<"http">["figures"] {
  return (http) => {
    const shares = besideBare(http, server, measure);
    return PLAIN.map((target) => shares.get(target));
  };
}

/** The lowest and the median kind of the requests with parameters. */
function otherBesideBare(measure: ShareMeasure): PartGoal<"http">["figures"] {
  return (http) => {
    const shares = Array.from(besideBare(http, ON_UWS, measure))
      .flatMap(([target, share]) => (PLAIN.includes(target) ? [] : (share ?? [])))
      .toSorted((a, b) => a - b);
    return [shares[0], shares[shares.length >> 1]];
  };
}

const PLAIN = ["/codes/{lat},{lon}", "/coords/{code}"];
const megabytes = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1e6);

export const GOALS: readonly Goal[] = [
  goal({
    name: "encodeBatchInto, share of encodeInto",
    part: "engine",
    before: "1.25 / 1.30 / 1.27",
    bound: "at most",
    value: 1.03,
    decimals: 2,
    limit: "not found: memory takes 2 to 4%, and versions that write wrong codes are no faster",
    figures: shareOfCase("encodeBatchInto, all codes", "encodeInto, precision 0"),
  }),
  goal({
    name: "the same for the international code",
    part: "engine",
    before: "1.54",
    bound: "at most",
    value: 0.9,
    decimals: 2,
    limit:
      "writing the digits is too large for V8 to inline, and there are three more arrays to write",
    figures: shareOfCase("encodeBatchInto, international", "encodeInternationalInto, precision 0"),
  }),
  goal({
    name: "precision 8, share of precision 0",
    part: "engine",
    before: "1.28 / 1.21 / 1.41",
    bound: "at most",
    value: 1.12,
    decimals: 2,
    limit: "two divisions and eight characters more for each code",
    figures: shareOfCase("encodeInto, precision 8", "encodeInto, precision 0"),
  }),
  goal({
    name: "all codes, share of the C library",
    part: "engine",
    before: "0.35 / 0.35 / 0.28",
    bound: "at most",
    value: 0.35,
    decimals: 2,
    limit: "the same algorithm in C++ takes 0.7 of our time",
    figures: shareOfLibrary("encodeInto, precision 0"),
  }),
  goal({
    name: "international code, share of the C library",
    part: "engine",
    before: "0.54 / 0.51 / 0.47",
    bound: "at most",
    value: 0.4,
    decimals: 2,
    limit: "V8 inlines 920 bytes of bytecode into a loop",
    figures: shareOfLibrary("encodeInternationalInto, precision 0"),
  }),
  goal({
    name: "decoding strings, share of the C library",
    part: "engine",
    before: "0.45 / 0.40 / 0.36",
    bound: "at most",
    value: 0.36,
    decimals: 2,
    limit: "a string takes 24 ns to copy, character by character",
    figures: shareOfLibrary("decodeInto, with territory"),
  }),
  goal({
    name: "csv rows with 6 / 9 / 17 digits, share of the C tool's user time per point",
    part: "batch",
    before: "0.47 to 1.2",
    bound: "at most",
    value: 0.35,
    decimals: 2,
    limit:
      "V8 takes 0.3 s to compile and until then, for a million rows 0.2 of the tool's time; encoding takes another 0.16",
    figures: (batch) =>
      [6, 9, 17].map((digits) =>
        quotient(rowNs(batch, `encode csv, ${digits} digits`), batch.tool?.userNsPerPoint),
      ),
  }),
  goal({
    name: "ndjson rows / all codes of ndjson rows, µs more than a csv row",
    part: "batch",
    before: "3 to 4",
    bound: "at most",
    value: 1,
    decimals: 2,
    limit:
      "JSON is checked as it is read; all codes are 2.6 instead of two, each with its territory",
    figures: moreThanCsv("encode ndjson", "encode ndjson, all codes"),
  }),
  goal({
    name: "rows that fail, times good rows: the worst kind of csv / ndjson / GeoJSON / one feature a line",
    part: "batch",
    before: "13",
    bound: "at most",
    value: 2,
    decimals: 2,
    limit: "a message for each row, with its own text",
    figures: ({ failures }) => worstFailures(failures, (kind) => kind !== DIFFERENT_NAMES),
  }),
  goal({
    name: "the same for territories of rows that are unknown and all differ",
    part: "batch",
    before: "13",
    bound: "at most",
    value: 2,
    decimals: 2,
    limit:
      "each name is looked up among all names and gets a suggestion and a message; good rows repeat names",
    figures: ({ failures }) => worstFailures(failures, (kind) => kind === DIFFERENT_NAMES),
  }),
  goal({
    name: "plain `/codes` / `/coords`, requests/s as a share of bare uWebSockets.js",
    part: "http",
    before: "0.89 / -",
    bound: "at least",
    value: 0.95,
    decimals: 2,
    limit:
      "the bare server reads nothing of the request and computes nothing: reading it and encoding take 1.4 µs",
    figures: plainBesideBare(ON_UWS, "requestsPerSecond"),
  }),
  goal({
    name: "the same by CPU time",
    part: "http",
    before: "-",
    bound: "at least",
    value: 0.95,
    decimals: 2,
    limit: "the same",
    figures: plainBesideBare(ON_UWS, "cpu"),
  }),
  goal({
    name: "p99 of `/codes` / `/coords`, times the p99 of bare uWebSockets.js",
    part: "http",
    before: "-",
    bound: "at most",
    value: 1.4,
    decimals: 2,
    limit: "the same",
    figures: plainBesideBare(ON_UWS, "p99"),
  }),
  goal({
    name: "requests with parameters, requests/s as a share of bare uWebSockets.js: the lowest / the median kind",
    part: "http",
    before: "0.18 / 0.37",
    bound: "at least",
    value: 0.75,
    decimals: 2,
    limit: "alphabets and included members take more of the engine's time",
    figures: otherBesideBare("requestsPerSecond"),
  }),
  goal({
    name: "the same by CPU time",
    part: "http",
    before: "-",
    bound: "at least",
    value: 0.75,
    decimals: 2,
    limit: "the same",
    figures: otherBesideBare("cpu"),
  }),
  goal({
    name: "node:http, requests/s as a share of bare node:http: `/codes` / `/coords`",
    part: "http",
    before: "0.81 / 0.67",
    bound: "at least",
    value: 0.93,
    decimals: 2,
    limit:
      "node:http itself takes 16 µs, four times what uWebSockets.js takes: streams, timers, and a writev for each reply",
    figures: plainBesideBare(ON_NODE, "requestsPerSecond"),
  }),
  goal({
    name: "the same by CPU time",
    part: "http",
    before: "-",
    bound: "at least",
    value: 0.93,
    decimals: 2,
    limit: "the same",
    figures: plainBesideBare(ON_NODE, "cpu"),
  }),
  goal({
    name: "access log, CPU time of a request, times without: the costliest kind on uWebSockets.js / node:http",
    part: "access-log",
    before: "2",
    bound: "at most",
    value: 1.33,
    decimals: 2,
    limit:
      "a line with ten members for each request of seven microseconds, and three more headers to read",
    figures: (logs) =>
      ["uws", "node"].map((transport) =>
        Math.max(...logs.filter((one) => one.transport === transport).map(({ ratio }) => ratio)),
      ),
  }),
  goal({
    name: "first answer of the service, times the start of bare Node",
    part: "small",
    before: "2.5",
    bound: "at most",
    value: 1.9,
    decimals: 2,
    limit:
      "one route with tables, engine and the checked binary takes 1.52 of CPU time (hashing 0.2, the engine 0.25)",
    figures: ({ msToFirstAnswer, bareNodeMs }) => [quotient(msToFirstAnswer, bareNodeMs)],
  }),
  goal({
    name: "`mapcoded encode 52.37 4.9`, times the start of bare Node",
    part: "small",
    before: "1.33",
    bound: "at most",
    value: 1.2,
    decimals: 2,
    limit: "an empty module takes 1.06, one that imports tables and engine 1.30",
    figures: ({ encodeMs, bareNodeMs }) => [quotient(encodeMs, bareNodeMs)],
  }),
  goal({
    name: "resident memory of the service when idle, MB",
    part: "small",
    before: "69",
    bound: "at most",
    value: 55,
    decimals: 0,
    limit: "one route with tables, engine and the checked binary takes 58, bare uWebSockets.js 46",
    figures: ({ idleRssBytes }) => [megabytes(idleRssBytes)],
  }),
  goal({
    name: "under load, MB",
    part: "small",
    before: "75",
    bound: "at most",
    value: 60,
    decimals: 0,
    limit: "bare uWebSockets.js takes 46",
    figures: ({ loadedRssBytes }) => [megabytes(loadedRssBytes)],
  }),
  goal({
    name: "four workers, MB without what processes share",
    part: "small",
    before: "-",
    bound: "at most",
    value: 160,
    decimals: 0,
    limit: "each is a process with a heap of its own",
    figures: ({ fourWorkersBytes }) => [megabytes(fourWorkersBytes)],
  }),
  goal({
    name: "a further batch thread, MB",
    part: "batch",
    before: "25",
    bound: "at most",
    value: 10,
    decimals: 0,
    limit: "each has a heap, compiled code and blocks of its own",
    figures: ({ files }) => {
      const [two, four] = [2, 4].map((workers) => files.find((one) => one.workers === workers));
      return two && four ? [(four.maxRssBytes - two.maxRssBytes) / 2e6] : [undefined];
    },
  }),
  goal({
    name: "two batch threads, times the rows of one",
    part: "batch",
    before: "1.70",
    bound: "at least",
    value: 1.7,
    decimals: 2,
    limit: "the main thread reads and writes",
    figures: ({ files }) => {
      const [one, two] = [1, 2].map((workers) => files.find((file) => file.workers === workers));
      return one && two ? [one.seconds / two.seconds] : [undefined];
    },
  }),
];
