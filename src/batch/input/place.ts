/** Decides what the found place of rows means: hemispheres beside it, the order of a pair, and whether it is on land. */
import type { Coordinate } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { isPair } from "../rows/places.ts";
import { unwrapped } from "../rows/values.ts";
import { sentence } from "../sentences.ts";
import { checkBeside } from "./beside.ts";
import { type Columns, degreesIn } from "./columns.ts";
import { mayBeExchanged } from "./land.ts";
import type { Pair } from "./name-pairs.ts";
import { barePair, decideOrder } from "./pair.ts";
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
  const message = `Are latitude and longitude swapped? With ${lat} as the latitude and ${lon} as the longitude, nearly all points are at sea; exchanged, on land.`;
  return [...warnings, { message }];
}

/** The numbers of a value that is a pair without an order of its own. */
function pairIn(value: unknown): readonly [number, number] | undefined {
  const bare = unwrapped(value);
  if (typeof bare === "string") return barePair(bare);
  return isPair(bare) ? [Number(unwrapped(bare[0])), Number(unwrapped(bare[1]))] : undefined;
}

/** Letters of a latitude before those of a longitude: other pairs of the column have its order. */
const LATITUDE_FIRST = /^[^EWO]*[NS][^EWO]*\d[^EWO]*[EWO]/i;

function beginsWithLatitude(value: unknown): boolean {
  const isText = typeof value === "string" && LATITUDE_FIRST.test(value);
  return isText && !("code" in readCoordinates(value));
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
  const isTold = options.lonFirst === undefined && values.some(beginsWithLatitude);
  const { value, warnings } = decideOrder(name, pairs, isTold ? false : options.lonFirst);
  const points = pairs.map(([first, second]) => {
    return value.lonFirst ? { latDeg: second, lonDeg: first } : { latDeg: first, lonDeg: second };
  });
  const isSaid = options.lonFirst !== undefined;
  if (isSaid || !knowsLand(options) || !mayBeExchanged(points))
    return { value: value.lonFirst, warnings };
  const first = value.lonFirst ? "longitude" : "latitude";
  const message = `With the ${first} first, nearly all points${name === undefined ? "" : ` of ${quoted(name)}`} are at sea; the other way round, on land.`;
  if (!value.isOpen)
    return { value: value.lonFirst, warnings: [...warnings, { message, option: "lonFirst" }] };
  throw new BatchError(
    sentence`${message} Use the option ${{ option: "lonFirst", value: true }}, or ${{ option: "lonFirst", value: false }} if they are at sea.`,
    "lonFirst",
  );
}
