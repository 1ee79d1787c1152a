/** Decides the order of two coordinates in one value: `4.9,52.3` or `52.3,4.9`. */
import type { Coordinate } from "../../index.ts";
import { readCoordinates, withoutHeight } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { FORMAT_FACTS, hasKeys } from "../options/formats.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { pointOfValue } from "../rows/places.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type Message, sentence, type Warning } from "../sentences.ts";
import { askLand, doubtOfLand, maySomeBeExchanged } from "./land.ts";
import { orderOfName } from "./names.ts";
import { type Decided, MOST, type Warnings } from "./sample.ts";

/** Two numbers in their order. */
type Pair = readonly [number, number];

/** Two or three numbers, perhaps in brackets. The third is a height. */
const NUMBER = String.raw`([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)`;
const BARE_PAIR = new RegExp(
  String.raw`^[([]?\s*${NUMBER}(?:\s*[,;/]\s*|\s+)${NUMBER}(?:\s*[,;]\s*${NUMBER})?\s*[)\]]?$`,
  "i",
);

/** The same with decimal commas: `52,37; 4,9`. */
const COMMA_PAIR = /^\(?\s*([-+]?\d+,\d+)(?:\s*[;/]\s*|,?\s+)([-+]?\d+,\d+)\s*\)?$/;

/** The numbers of a pair whose order nothing in it tells; undefined for all other texts. */
export function barePair(text: string): Pair | undefined {
  const bare = withoutHeight(text.trim());
  const [, first, second] = BARE_PAIR.exec(bare) ?? COMMA_PAIR.exec(bare) ?? [];
  if (first === undefined) return undefined;
  return [Number(first.replace(",", ".")), Number(second.replace(",", "."))];
}

/** Whether a text is a place, in whatever order. */
function isPlace(text: string): boolean {
  const reading = { decimalComma: false, lonFirst: undefined };
  return (
    barePair(text) !== undefined || !(pointOfValue(text, undefined, reading) instanceof RowProblem)
  );
}

/** Whether half of some texts are places: a column with a name such as `point` may have numbers or words. */
export function hasPlaces(texts: readonly string[]): boolean {
  const places = texts.filter(isPlace);
  return places.length > 0 && 2 * places.length >= texts.length;
}

const MAX_LAT = 90;
const MAX_LON = 360;

/** Which number comes first. */
type First = "longitude" | "latitude";

/** The number of a pair that comes first by its size; undefined if both or none may be a longitude. */
function vote([first, second]: Pair): First | undefined {
  const isLongitude = (number: number) => Math.abs(number) > MAX_LAT && Math.abs(number) <= MAX_LON;
  if (isLongitude(first) && Math.abs(second) <= MAX_LAT) return "longitude";
  return isLongitude(second) && Math.abs(first) <= MAX_LAT ? "latitude" : undefined;
}

/** A hemisphere beside the first of two angles. */
const FIRST_HEMISPHERE = /^[^a-z]*([nsew])(?:orth|outh|ast|est)?(?![a-z])/i;

/** The order of a text with hemispheres: others in its column may have the same. */
function writtenOrder(text: string): First | undefined {
  const [, letter] = FIRST_HEMISPHERE.exec(text) ?? [];
  if (letter === undefined || "code" in readCoordinates(text)) return undefined;
  return /[ns]/i.test(letter) ? "latitude" : "longitude";
}

const ADVICE = sentence`Use the option ${{ option: "lonFirst", value: true }} if the longitude comes first, or ${{ option: "lonFirst", value: false }} if the latitude does.`;

/** The order that nine tenths of the texts have by their numbers or hemispheres. */
function orderOfTexts(texts: readonly string[]) {
  const orders = texts.map((text) => {
    const pair = barePair(text);
    return pair ? vote(pair) : writtenOrder(text);
  });
  const votes = orders.filter((order) => order !== undefined);
  const share = votes.filter((order) => order === "longitude").length / votes.length;
  const first: First | undefined =
    share >= MOST ? "longitude" : share <= 1 - MOST ? "latitude" : undefined;
  return { first, isMixed: votes.length > 0 && first === undefined };
}

/** The points of values that do not say by hemispheres which number is which. */
function pointsOf(values: readonly unknown[], options: ResolvedBatchOptions) {
  return values.flatMap((value): readonly Coordinate[] => {
    if (typeof value === "string" && writtenOrder(value)) return [];
    const point = pointOfValue(value, undefined, options);
    return point instanceof RowProblem ? [] : [point];
  });
}

/** Exchanges the numbers of all points of GeoJSON. */
const EXCHANGE =
  "jq -c '(.. | objects | select(.type == \"Point\")).coordinates |= [.[1], .[0]] + .[2:]'";

/**
 * Asks the land about values with an order of their own, as WKT and GeoJSON have.
 * @param values texts, or features
 * @returns a warning if they seem to have the other order
 */
export function checkOwnOrder(values: readonly unknown[], options: ResolvedBatchOptions): Warnings {
  const evidence = askLand(pointsOf(values, options), options);
  const doubt = doubtOfLand(evidence, "the longitude first, as in GeoJSON and WKT");
  if (doubt === undefined) return [];
  const isJson = hasKeys(FORMAT_FACTS[options.from ?? "csv"].kind);
  return [{ message: isJson ? `${doubt} Exchange them: ${EXCHANGE}.` : doubt }];
}

/** Asks the land about plain lines, which have the latitude first. @returns a warning if they seem to have it last */
export function checkLines(lines: readonly string[], options: ResolvedBatchOptions): Warnings {
  const pairs = lines.map(barePair).filter((pair) => pair !== undefined);
  if (pairs.length === 0) return checkOwnOrder(lines, options);
  if (options.lonFirst !== undefined) return [];
  const points = pairs.map(([latDeg, lonDeg]) => ({ latDeg, lonDeg }));
  const doubt = doubtOfLand(askLand(points, options), "the latitude first");
  return doubt === undefined ? [] : [doubtOfOrder(doubt)];
}

function doubtOfOrder(doubt: string): Warning<Message> {
  return { message: sentence`${doubt} ${ADVICE}`, option: "lonFirst" };
}

/**
 * Decides which number of pairs comes first.
 * @param name of the column or member; undefined for values alone
 * @param texts the values of the sample
 * @returns whether the longitude comes first
 * @throws BatchError if the name, the values and the land contradict each other
 */
export function decideLonFirst(
  name: string | undefined,
  texts: readonly string[],
  options: ResolvedBatchOptions,
): Decided<boolean> {
  const said = options.lonFirst;
  const pairs = texts.map(barePair).filter((pair) => pair !== undefined);
  if (pairs.length === 0) return { value: said ?? false, warnings: checkOwnOrder(texts, options) };
  if (said !== undefined) return { value: said, warnings: [] };
  const named = name === undefined ? undefined : orderOfName(name);
  const { first: voted, isMixed } = orderOfTexts(texts);
  if (named !== undefined && voted !== undefined && named !== voted) {
    const message = `By its name, ${quoted(name ?? "")} has the ${named} first; by its values, the ${voted}.`;
    throw new BatchError(sentence`${message} ${ADVICE}`, "lonFirst");
  }
  const first = named ?? voted ?? "latitude";
  const isOpen = (named ?? voted) === undefined;
  const what = name === undefined ? "pairs" : `pairs in ${quoted(name)}`;
  const pointOf = ([one, other]: Pair) => {
    return first === "longitude" ? { latDeg: other, lonDeg: one } : { latDeg: one, lonDeg: other };
  };
  const evidence = askLand(pairs.map(pointOf), options);
  const swapped = doubtOfLand(
    evidence,
    `the ${first} first in ${name === undefined ? "pairs" : quoted(name)}`,
  );
  if (isOpen && swapped !== undefined && evidence.isStrong) {
    throw new BatchError(sentence`${swapped} ${ADVICE}`, "lonFirst");
  }
  const doubts: string[] = [];
  if (swapped !== undefined) doubts.push(swapped);
  else if (isMixed) {
    doubts.push(`Some of the ${what} have the longitude first, and others the latitude.`);
  } else if (isOpen && !evidence.areRight) {
    doubts.push(
      `The ${what} are read with the latitude first: nothing says which of the two it is.`,
    );
  } else if (!isOpen) {
    const isKnown = (pair: Pair) => vote(pair) !== undefined;
    const known = pairs.filter(isKnown).map(pointOf);
    const others = pairs.filter((pair) => !isKnown(pair)).map(pointOf);
    if (maySomeBeExchanged(known, others, options)) {
      doubts.push(
        `The ${what} are read with the ${first} first, but some seem to have it last: they are at sea; exchanged, on land.`,
      );
    }
  }
  return { value: first === "longitude", warnings: doubts.map(doubtOfOrder) };
}
