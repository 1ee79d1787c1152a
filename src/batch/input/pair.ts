/** Decides the order of two coordinates in one value: `4.9,52.3` or `52.3,4.9`. */
import type { Coordinate } from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { type FormatName, hasKeys } from "../options/format-facts.ts";
import type { PlannedOptions } from "../options/options.ts";
import { pointOfValue } from "../rows/places.ts";
import { RowProblem } from "../rows/row-errors.ts";
import { type Message, sentence, type Warning } from "../sentences.ts";
import { readPointText } from "../syntax/lines.ts";
import type { Area } from "./area.ts";
import { type BorderEvidence, borderEvidence } from "./border-evidence.ts";
import { type Axis, allColumnsOf, orderOfName } from "./names.ts";
import { DECIDING_SHARE, type Warnings } from "./sample.ts";

/** The points of a text by the axis that comes first in it; undefined where that is not a place. */
type Readings = Readonly<Record<Axis, Coordinate | undefined>>;

function readInBothOrders(text: string): Readings {
  const [latitude, longitude] = [false, true].map((lonFirst) => {
    const point = pointOfValue(text, undefined, { decimalComma: false, lonFirst });
    return point instanceof RowProblem ? undefined : point;
  });
  return { latitude, longitude };
}

/** Reads a pair whose order nothing in it tells. @returns undefined for all other texts */
export function readPair(text: string): Readings | undefined {
  const { latitude, longitude } = readInBothOrders(text);
  const hasOrder = latitude?.latDeg === longitude?.latDeg && latitude?.latDeg !== latitude?.lonDeg;
  return hasOrder || !(latitude ?? longitude) ? undefined : { latitude, longitude };
}

function pairsOf(texts: readonly string[]): readonly Readings[] {
  return texts.map(readPair).filter((pair) => pair !== undefined);
}

/** Whether half of some texts are places: a column with a name such as `point` may have numbers or words. */
export function hasPlaces(texts: readonly string[]): boolean {
  const places = texts.filter((text) => {
    // `12,34` may be one number, and `10-14` a range of ages.
    if (/^[-+]?\d+[,-]\d+$/.test(text)) return false;
    const { latitude, longitude } = readInBothOrders(text);
    return latitude ?? longitude;
  });
  return places.length > 0 && 2 * places.length >= texts.length;
}

// The order of one value: which axis comes first

/** The only order of a pair within the range. */
function orderBySize({ latitude, longitude }: Readings): Axis | undefined {
  if (latitude && longitude) return undefined;
  return latitude ? "latitude" : "longitude";
}

/** A hemisphere beside the first of two angles. */
const FIRST_HEMISPHERE = /^[^a-z]*([nsew])(?:orth|outh|ast|est)?(?![a-z])/i;

/** The order of a text with hemispheres. Other texts in the column probably have the same. */
function orderByHemispheres(text: string): Axis | undefined {
  const [, letter] = FIRST_HEMISPHERE.exec(text) ?? [];
  if (letter === undefined || "code" in readCoordinates(text)) return undefined;
  return /[ns]/i.test(letter) ? "latitude" : "longitude";
}

/** The order that nine tenths of the texts have by their numbers or hemispheres. */
function orderByValues(texts: readonly string[]) {
  const orders = texts.map((text) => {
    const pair = readPair(text);
    return pair ? orderBySize(pair) : orderByHemispheres(text);
  });
  const known = orders.filter((order) => order !== undefined);
  const order = (["longitude", "latitude"] as const).find((axis) => {
    const count = known.filter((first) => first === axis).length;
    return count > 0 && count >= DECIDING_SHARE * known.length;
  });
  return { order, areMixed: known.length > 0 && order === undefined };
}

/** The order of two names with blanks between them, above columns with blanks: `Longitude Latitude`, `# x y`. */
export function orderOfWords(name: string): Axis | undefined {
  const words = name.replace(/^[#%]/, "").trim().split(/ +/);
  const [pair] = words.length === 2 ? allColumnsOf(words) : [];
  return pair && (pair.latitude === 0 ? "latitude" : "longitude");
}

// Values with an order

/** Swaps the numbers of all points of GeoJSON. */
const SWAP =
  "jq -c '(.. | objects | select(.type == \"Point\")).coordinates |= [.[1], .[0]] + .[2:]'";

/** Swaps the numbers of all points of well-known text: MySQL 8 writes the latitude first. */
const SWAP_WKT = "sed -E 's/(POINT ?\\()([^ ]+) ([^ )]+)/\\1\\3 \\2/g'";

/**
 * What the borders say about values with an order of their own, as WKT and GeoJSON have.
 * @param values texts, or features
 * @returns also a warning, if they seem to have the other order
 */
export function evidenceOfOwnOrder(
  values: readonly unknown[],
  options: PlannedOptions,
): BorderEvidence {
  const points = values.flatMap((value): readonly Coordinate[] => {
    if (typeof value === "string" && orderByHemispheres(value)) return [];
    const point = pointOfValue(value, undefined, options);
    return point instanceof RowProblem ? [] : [point];
  });
  const reading = "the longitude first, as in GeoJSON and WKT";
  const isJson = hasKeys(options.from);
  const isWkt = values.every((value) => /\bPOINT ?\(/.test(`${value}`));
  const swap = isWkt ? SWAP_WKT : isJson ? SWAP : undefined;
  const ofPage = sentence`Use ${{ option: "lonFirst", value: true }}.`;
  const message = options.surface === "page" ? ofPage : `Swap them: ${swap}.`;
  const advice = swap === undefined ? undefined : { message };
  return borderEvidence(points, reading, options, advice);
}

// Pairs

const ADVICE: Warning<Message> = {
  message: sentence`Use the option ${{ option: "lonFirst", value: true }} if the longitude comes first, or ${{ option: "lonFirst", value: false }} if the latitude does.`,
  option: "lonFirst",
};

function orderWarning(doubt: string): Warning<Message> {
  return { ...ADVICE, message: sentence`${doubt} ${ADVICE.message}` };
}

/** Where most pairs are, with the order that the user says. */
function pairsInOrder(
  pairs: readonly Readings[],
  lonFirst: boolean,
  options: PlannedOptions,
): DecidedMeaning {
  const points = pairs.flatMap((pair) => pair[lonFirst ? "longitude" : "latitude"] ?? []);
  return { lonFirst, warnings: [], area: borderEvidence(points, "", options).area };
}

/** What the borders say about plain lines, which have the latitude first. @returns also a warning, if they seem to have it last */
export function evidenceOfLines(
  all: readonly string[],
  options: PlannedOptions,
): Omit<DecidedMeaning, "lonFirst"> {
  const lines = all.filter((line) => !(readPointText(line) instanceof RowProblem));
  const pairs = pairsOf(lines);
  if (pairs.length === 0) return evidenceOfOwnOrder(lines, options);
  if (options.lonFirst !== undefined) return pairsInOrder(pairs, options.lonFirst, options);
  const points = pairs.flatMap(({ latitude }) => latitude ?? []);
  return borderEvidence(points, "the latitude first", options, ADVICE);
}

/**
 * @param from the format, if the rows are arrays; undefined for values within rows
 * @throws BatchError if the first of three numbers is the number of the row: `[1,52.1,5.1]`, `[2,52,4.7]`
 */
function checkAreNotNumbered(texts: readonly string[], from?: FormatName): void {
  const numbers = texts.map((text) => /^(\d+) ?,[^,]+,[^,]+$/.exec(text)?.[1]);
  const [first] = numbers;
  const areNumbers = numbers.every((number, at) => Number(number) === Number(first) + at);
  if (texts.length < 2 || (first !== "0" && first !== "1") || !areNumbers) return;
  const filter = from === "json" ? ".[] | .[1:]" : ".[1:]";
  const advice = from === undefined ? "." : `: jq -c '${filter}'.`;
  throw new BatchError(
    `The first of three numbers is the number of its row. Leave it out${advice}`,
  );
}

/** Whether the longitude comes first in pairs, and what may be wrong with that. */
export interface DecidedMeaning {
  readonly lonFirst: boolean | undefined;
  readonly warnings: Warnings;
  readonly area?: Area | undefined;
}

/**
 * Decides which number of pairs comes first.
 * @param name of the column or member; undefined for values alone
 * @param texts the values of the sample
 * @param isWhole whether no values follow
 * @throws BatchError if the name contradicts the values, or neither tells the order, and most points are at sea with this one
 */
export function decideLonFirst(
  name: string | undefined,
  texts: readonly string[],
  isWhole: boolean,
  options: PlannedOptions,
): DecidedMeaning {
  const { lonFirst } = options;
  checkAreNotNumbered(texts, name === undefined ? options.from : undefined);
  const pairs = pairsOf(texts);
  const namedOrder = name === undefined ? undefined : (orderOfName(name) ?? orderOfWords(name));
  const what = name === undefined ? "pairs" : `pairs in ${quoted(name)}`;
  const guess = `The ${what} are read with the latitude first: nothing says which number is the latitude.`;
  if (pairs.length === 0) {
    const saidOrder = lonFirst ?? (namedOrder && namedOrder === "longitude");
    const isGuess = saidOrder === undefined && texts.length === 0 && !isWhole;
    const { area, warnings } = evidenceOfOwnOrder(texts, options);
    return { lonFirst: saidOrder, warnings: isGuess ? [orderWarning(guess)] : warnings, area };
  }
  if (lonFirst !== undefined) return pairsInOrder(pairs, lonFirst, options);
  const { order: orderOfValues, areMixed } = orderByValues(texts);
  if (namedOrder && orderOfValues && namedOrder !== orderOfValues) {
    const doubt = `By its name, ${quoted(name ?? "")} has the ${namedOrder} first; by its values, the ${orderOfValues}.`;
    throw new BatchError(orderWarning(doubt).message, ADVICE.option);
  }
  const knownOrder = namedOrder ?? orderOfValues;
  const first = knownOrder ?? "latitude";
  const points = pairs.flatMap((pair) => pair[first] ?? []);
  const reading = `the ${first} first in ${name === undefined ? "pairs" : quoted(name)}`;
  const evidence = borderEvidence(points, reading, options, ADVICE);
  const { area, areMany, areRight, areSwapped, warnings: ofBorders } = evidence;
  if (knownOrder === undefined && areSwapped && areMany)
    throw new BatchError(ofBorders[0].message, ADVICE.option);
  const mixed = `Some of the ${what} have the longitude first, and others the latitude.`;
  const undecided = knownOrder === undefined && !areRight ? guess : undefined;
  const doubt = areMixed ? mixed : undecided;
  const warnings = areSwapped || doubt === undefined ? ofBorders : [orderWarning(doubt)];
  return { lonFirst: first === "longitude", warnings, area };
}
