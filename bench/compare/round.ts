/**
 * A round of a comparison. It takes samples of two checkouts alternately, so that other load on the machine
 * affects both equally. "Before" is the commit, "after" is this checkout.
 */
import type { CompareOptions } from "../options.ts";
import { median } from "../statistics.ts";

/** One measurement of a case. */
export interface Sample {
  /** CPU time per point, row or request. */
  readonly nanoseconds: number;
  /** A digest of the answers, which must be the same on both sides. */
  readonly answers: string;
}

export type TakeSample = () => Promise<Sample>;

/** A case that both sides can be asked for. */
export interface ComparedCase {
  readonly name: string;
  /** Pairs of samples in each round; odd, as the median of an even number would be the upper one of two. */
  readonly pairs: number;
  /** Warms both sides up. @returns what takes their samples, or why the case cannot be measured on both */
  prepare(): Promise<readonly [before: TakeSample, after: TakeSample] | string>;
}

/** One case in one round. */
export interface CaseRound {
  readonly name: string;
  /** Medians of the samples. */
  readonly beforeNs: number;
  readonly afterNs: number;
  /** The median over the pairs of after to before. */
  readonly ratio: number;
  readonly hasOtherAnswers: boolean;
}

/**
 * Takes pairs of samples, each pair in the opposite order of the one before. The samples of a pair follow each
 * other immediately: when the machine is slow for a few seconds, it slows both.
 */
async function measureCase(
  { name, pairs: count }: ComparedCase,
  [takeBefore, takeAfter]: readonly [TakeSample, TakeSample],
): Promise<CaseRound> {
  const pairs: { before: Sample; after: Sample }[] = [];
  for (let number = 0; number < count; number++) {
    if (number % 2 === 0) {
      const before = await takeBefore();
      pairs.push({ before, after: await takeAfter() });
    } else {
      const after = await takeAfter();
      pairs.push({ before: await takeBefore(), after });
    }
  }
  return {
    name,
    beforeNs: median(pairs.map(({ before }) => before.nanoseconds)),
    afterNs: median(pairs.map(({ after }) => after.nanoseconds)),
    ratio: median(pairs.map(({ before, after }) => after.nanoseconds / before.nanoseconds)),
    hasOtherAnswers: pairs.some(({ before, after }) => before.answers !== after.answers),
  };
}

/** A case that cannot be measured on both sides. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** What one round measured of a part. */
export interface Round {
  readonly cases: readonly CaseRound[];
  readonly leftOut: readonly LeftOut[];
}

/** Measures the included cases in one round. */
export async function measureRound(
  all: readonly ComparedCase[],
  isIncluded: (name: string) => boolean,
): Promise<Round> {
  const cases: CaseRound[] = [];
  const leftOut: LeftOut[] = [];
  for (const one of all) {
    if (!isIncluded(one.name)) continue;
    const sides = await one.prepare();
    if (typeof sides === "string") leftOut.push({ name: one.name, reason: sides });
    else cases.push(await measureCase(one, sides));
  }
  return { cases, leftOut };
}

/** What a comparison measures with. */
export interface Workspace {
  /** Folders of the two built checkouts. */
  readonly before: string;
  readonly after: string;
  /** A folder for converted files. */
  readonly files: string;
  readonly sizes: CompareOptions["sizes"];
}

/** The cases of a part in one round, and the end of the processes that it has started for both sides. */
export interface OpenPart {
  readonly cases: readonly ComparedCase[];
  close(): void | Promise<void>;
}
