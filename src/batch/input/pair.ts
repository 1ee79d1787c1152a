/** Decides the order of two coordinates in one value: `4.9,52.3` or `52.3,4.9`. */
import { readCoordinates, withoutHeight } from "../../library/coordinates.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { type Message, sentence } from "../sentences.ts";
import { orderOfName } from "./names.ts";
import type { Decided } from "./sample.ts";

/** Two or three numbers, perhaps in brackets. The third is a height. */
const NUMBER = String.raw`([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)`;
const BARE_PAIR = new RegExp(
  String.raw`^[([]?\s*${NUMBER}(?:\s*[,;/]\s*|\s+)${NUMBER}(?:\s*[,;]\s*${NUMBER})?\s*[)\]]?$`,
  "i",
);

/** The same with decimal commas: `52,37; 4,9`. */
const COMMA_PAIR = /^\(?\s*([-+]?\d+,\d+)(?:\s*[;/]\s*|,?\s+)([-+]?\d+,\d+)\s*\)?$/;

/** The numbers of a pair whose order nothing in it tells; undefined for all other texts. */
export function barePair(text: string): readonly [number, number] | undefined {
  const bare = withoutHeight(text.trim());
  const [, first, second] = BARE_PAIR.exec(bare) ?? COMMA_PAIR.exec(bare) ?? [];
  if (first === undefined) return undefined;
  return [Number(first.replace(",", ".")), Number(second.replace(",", "."))];
}

/** Whether half of some texts are places: a column with a name such as `point` may have numbers or words. */
export function hasPlaces(texts: readonly string[]): boolean {
  const places = texts.filter((text) => barePair(text) || !("code" in readCoordinates(text)));
  return places.length > 0 && 2 * places.length >= texts.length;
}

/** As decided in nine of ten values. */
export const MOST = 0.9;

const MAX_LAT = 90;
const MAX_LON = 360;

/** Which number comes first. */
type First = "longitude" | "latitude";

/** The number of a pair that comes first by its size; undefined if both or none may be a longitude. */
export function vote([first, second]: readonly [number, number]): First | undefined {
  const isLongitude = (number: number) => Math.abs(number) > MAX_LAT && Math.abs(number) <= MAX_LON;
  if (isLongitude(first) && Math.abs(second) <= MAX_LAT) return "longitude";
  return isLongitude(second) && Math.abs(first) <= MAX_LAT ? "latitude" : undefined;
}

/** A hemisphere beside the first of two angles. */
const FIRST_HEMISPHERE = /^[^a-z]*([nsew])(?:orth|outh|ast|est)?(?![a-z])/i;

/** The order of a text with hemispheres: others in its column may have the same. */
export function writtenOrder(text: string): First | undefined {
  const [, letter] = FIRST_HEMISPHERE.exec(text) ?? [];
  if (letter === undefined || "code" in readCoordinates(text)) return undefined;
  return /[ns]/i.test(letter) ? "latitude" : "longitude";
}

/** What decides the order of pairs. */
export interface Order {
  readonly lonFirst: boolean;
  /** Whether neither the user, nor the name, nor a value says it. */
  readonly isOpen: boolean;
}

const OPTIONS = sentence`Use the option ${{ option: "lonFirst", value: true }} if the longitude comes first, or ${{ option: "lonFirst", value: false }} if the latitude does.`;

/**
 * Decides which number of the pairs of a column comes first.
 * @param name of the column or member; undefined for values alone
 * @param pairs the values that are bare pairs
 * @param texts the other values, which tell their order themselves
 * @param said the option lonFirst
 * @throws BatchError if the values contradict the name
 */
export function decideOrder(
  name: string | undefined,
  pairs: readonly (readonly [number, number])[],
  texts: readonly string[],
  said: boolean | undefined,
): Decided<Order> {
  if (said !== undefined) return { value: { lonFirst: said, isOpen: false }, warnings: [] };
  const named = name === undefined ? undefined : orderOfName(name);
  const all = pairs.length > 0 ? [...pairs.map(vote), ...texts.map(writtenOrder)] : [];
  const votes = all.filter((one) => one !== undefined);
  const ofLongitude = votes.filter((one) => one === "longitude").length;
  const share = votes.length === 0 ? Number.NaN : ofLongitude / votes.length;
  const voted = share >= MOST ? "longitude" : share <= 1 - MOST ? "latitude" : undefined;
  const what = name === undefined ? "pairs" : `pairs in ${quoted(name)}`;
  if (named !== undefined && voted !== undefined && named !== voted) {
    throw new BatchError(
      sentence`By its name, ${quoted(name ?? "")} has the ${named} first; by its values, the ${voted}. ${OPTIONS}`,
      "lonFirst",
    );
  }
  const first = named ?? voted;
  const isMixed = votes.length > 0 && voted === undefined;
  const isOpen = first === undefined && pairs.length > 0;
  const warnings: Message[] = [];
  if (isMixed) {
    warnings.push(
      sentence`Some of the ${what} have the longitude first, and others the latitude. ${OPTIONS}`,
    );
  } else if (isOpen) {
    warnings.push(
      sentence`The ${what} are read with the latitude first: nothing says which number is it. ${OPTIONS}`,
    );
  }
  return {
    value: { lonFirst: first === "longitude", isOpen },
    warnings: warnings.map((message) => ({ message, option: "lonFirst" })),
  };
}
