/**
 * What the published C library (version 2.5.7, compiled with -O3, one thread, in process) took on
 * a machine of two virtual AMD EPYC cores, in nanoseconds per point or text: the mark that the
 * engine is measured against. Medians of 12 repetitions with 200,000 points of the same three kinds
 * as ours. How fast this machine is beside that one, the `mapcode` tool tells, see TOOL_NS.
 */
interface Published {
  readonly cases: readonly string[];
  readonly ns: Readonly<Record<string, number>>;
  /** The part of it that we want to take at most. */
  readonly goal: number;
}

const PUBLISHED: readonly Published[] = [
  {
    cases: ["encodeInto, precision 0"],
    ns: { sphere: 402, records: 893, cities: 695 },
    goal: 1 / 2,
  },
  {
    cases: ["encodeInto, precision 8"],
    ns: { sphere: 486, records: 1081, cities: 887 },
    goal: 1 / 2,
  },
  {
    cases: ["encodeInternationalInto, precision 0"],
    ns: { sphere: 101, records: 97, cities: 96 },
    goal: 1 / 2,
  },
  {
    // It takes bytes; strings are what JavaScript has in most places.
    cases: ["decodeBytesInto, with territory", "decodeInto, with territory"],
    ns: { sphere: 231, records: 281, cities: 260 },
    goal: 1 / 3,
  },
];

/** User time per point of `mapcode -r 1000000 0 42` as a whole process on that machine. */
const TOOL_NS = 1300;

/** The C library's time for a case as it would be on this machine, and our goal. */
export interface Mark {
  readonly ns: number;
  readonly goal: number;
}

/** The same three kinds under the names of the files that the figures were measured with. */
const KINDS: Readonly<Record<string, string>> = { W: "sphere", L: "records", P: "cities" };

/**
 * @param toolNs what the tool takes per point on this machine; undefined where it is not there, for
 *   the figures of the other machine
 */
export function markOf(set: string, name: string, toolNs: number | undefined): Mark | undefined {
  const published = PUBLISHED.find((one) => one.cases.includes(name));
  const ns = published?.ns[KINDS[set] ?? set];
  if (published === undefined || ns === undefined) return undefined;
  return { ns: (ns * (toolNs ?? TOOL_NS)) / TOOL_NS, goal: published.goal };
}
