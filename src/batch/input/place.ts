/** Decides what the found place of rows means: hemispheres beside it, the order of a pair, and whether it is on land. */
import type { Coordinate } from "../../index.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { isPair } from "../rows/places.ts";
import { unwrapped } from "../rows/values.ts";
import { sentence } from "../sentences.ts";
import { checkBeside } from "./beside.ts";
import { type Columns, degreesIn } from "./columns.ts";
import { mayBeExchanged, maySomeBeExchanged } from "./land.ts";
import type { Pair } from "./name-pairs.ts";
import { barePair, decideOrder, vote } from "./pair.ts";
import type { Decided, Warnings } from "./sample.ts";

/** Whether borders say where points are: they are at hand when rows get local codes by them. */
function knowsLand({ local }: ResolvedBatchOptions): boolean {
  return local === "borders";
}

/**
 * Decides what stands beside the degrees of two columns, and where their points are.
 * @param isSaid whether the user has named these columns
 * @returns warnings
 * @throws BatchError if a column changes the meaning of the degrees
 */
export function checkDegrees(
  columns: Columns,
  pair: Pair,
  isSaid: boolean,
  options: ResolvedBatchOptions,
): Warnings {
  const warnings = checkBeside(columns, pair, isSaid, options);
  const points = columns.rows.flatMap((row): readonly Coordinate[] => {
    const latDeg = degreesIn(row[pair.latitude], "latitude", options);
    const lonDeg = degreesIn(row[pair.longitude], "longitude", options);
    return latDeg === undefined || lonDeg === undefined ? [] : [{ latDeg, lonDeg }];
  });
  if (!knowsLand(options) || !mayBeExchanged(points)) return warnings;
  const [lat, lon] = [pair.latitude, pair.longitude].map((index) =>
    quoted(columns.names[index] ?? `${index + 1}`),
  );
  const message = `Are latitude and longitude swapped? With ${lat} as the latitude and ${lon} as the longitude, most points are at sea; exchanged, on land.`;
  return [...warnings, { message }];
}

/** The numbers of a value that is a pair without an order of its own. */
function pairIn(value: unknown): readonly [number, number] | undefined {
  const bare = unwrapped(value);
  if (typeof bare === "string") return barePair(bare);
  return isPair(bare) ? [Number(unwrapped(bare[0])), Number(unwrapped(bare[1]))] : undefined;
}

/**
 * Decides which number of pairs comes first.
 * @param name of the column or member; undefined for values alone
 * @param values of the sample
 * @returns whether the longitude comes first
 * @throws BatchError if the name, the values and the land contradict each other
 */
export function decideLonFirst(
  name: string | undefined,
  values: readonly unknown[],
  options: ResolvedBatchOptions,
): Decided<boolean> {
  const pairs = values.map(pairIn).filter((pair) => pair !== undefined);
  const texts = values.filter((value) => typeof value === "string").filter((text) => !pairIn(text));
  const { value, warnings } = decideOrder(name, pairs, texts, options.lonFirst);
  const pointOf = ([first, second]: readonly [number, number]) => {
    return value.lonFirst ? { latDeg: second, lonDeg: first } : { latDeg: first, lonDeg: second };
  };
  const decided = { value: value.lonFirst, warnings };
  if (options.lonFirst !== undefined || !knowsLand(options)) return decided;
  const what = name === undefined ? "pairs" : `pairs of ${quoted(name)}`;
  const advice = sentence`Use the option ${{ option: "lonFirst", value: true }}, or ${{ option: "lonFirst", value: false }}.`;
  const warned = (message: string) => ({
    ...decided,
    warnings: [...warnings, { message: sentence`${message} ${advice}`, option: "lonFirst" }],
  });
  const first = value.lonFirst ? "longitude" : "latitude";
  if (mayBeExchanged(pairs.map(pointOf))) {
    const message = `With the ${first} first, most ${what} are at sea; the other way round, on land.`;
    if (value.isOpen) throw new BatchError(sentence`${message} ${advice}`, "lonFirst");
    return warned(message);
  }
  const known = pairs.filter((pair) => vote(pair) !== undefined).map(pointOf);
  const others = pairs.filter((pair) => vote(pair) === undefined).map(pointOf);
  if (value.isOpen || !maySomeBeExchanged(known, others)) return decided;
  return warned(
    `The ${what} are read with the ${first} first, but some seem to have it last: they are at sea; exchanged, on land.`,
  );
}
