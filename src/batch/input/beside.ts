/** Decides whether columns beside the degrees change their meaning: hemispheres, minutes and seconds. */

import type { Coordinate } from "../../index.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type Message, sentence } from "../sentences.ts";
import { type Columns, degreesIn, filledTexts } from "./columns.ts";
import { askLand, doubtOfLand } from "./land.ts";
import type { Axis, Pair } from "./name-pairs.ts";
import { doubtOfName, SIGN_ADVICE, unitOfName } from "./names.ts";
import { MOST, type Warnings } from "./sample.ts";

const AXES: readonly Axis[] = ["latitude", "longitude"];

// Hemispheres

/** Letters and words of hemispheres by axis, in lower case. O is east in German and west in French. */
const HEMISPHERES: Readonly<Record<Axis, RegExp>> = {
  latitude:
    /^(?:[ns]|north|south|(?:north|south)ern|nord|noord|norte|sud|süd|sur|sul|zuid|[北南](?:纬|緯)?|[сю](?:\.? ?ш)?|север|юг|[북남]위)\.?$/,
  longitude:
    /^(?:[ewo]|east|west|(?:east|west)ern|ost|oost|est|este|leste|oeste|ouest|ovest|[东東西](?:经|經|経)?|[вз](?:\.? ?д)?|восток|запад|[동서]경)\.?$/,
};

/** Both hemispheres in one column, and signs: only names say that they are. */
const BOTH_HEMISPHERES = /^[ns][ ,/-]?[ewo]$/;
const SIGNS = /^(?:[-+−]|[-+−]?1)$/;

/** The parts of names of hemispheres beside the name of the degrees. */
const HEMISPHERE_ENDS =
  /^(?:ref|dir|direction|hem|hemi|hemisphere|ns|ew|ow|we|indicator|ind|sign|sgn|letter)$/;

/** The names of hemispheres, whatever stands beside them. */
const HEMISPHERE_NAMES: Readonly<Record<Axis, RegExp>> = {
  latitude: /^(?:ns|sn|hemi?|hemisph[eè]re|hemisferio|halbkugel|quad|quadrant|сю|北南|南北)$/,
  longitude: /^(?:ew|ow|we|вз|зв|東西|东西)$/,
};

/** A sign or a hemisphere in degrees. */
const SIGN_OR_LETTER = /^(?:[-+−]|[NSEW] ?\d)|[\d°'"′″ ][NSEW]$/i;

const MAX_DEG: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 360 };

/** Digits before the dot that are degrees and minutes of NMEA: `5205.4438`. */
const NMEA = /^0*\d{3,5}\.\d+$/;

// Minutes

/** The ends of names of minutes and seconds, after the name of the degrees. */
const MINUTE_ENDS =
  /^(?:m|mn|min|mins|minutes?|minut[oe]s|minuten|minuti|s|sec|secs|seconds?|segundos|sekunden|secondi)$/;

const MINUTES = /^\d{1,2}(?:[.,]\d*)?$/;

/** The parts of an angle after its degrees: minutes, or minutes and seconds. */
const MAX_PARTS = 2;

/** A table with the columns of its degrees. */
interface Beside extends Columns {
  /** The names without case and signs. */
  readonly bare: readonly string[];
  readonly pair: Pair;
  readonly options: ResolvedBatchOptions;
}

/** Short names of the degrees: `lat_dir` belongs to `latitude`. */
const SHORT_NAMES: Readonly<Record<Axis, readonly string[]>> = {
  latitude: ["lat"],
  longitude: ["long", "lon", "lng"],
};

/** The rest of a name beside the name of the degrees, with or without their unit, or beside its short form. */
function endOfName({ bare, pair }: Beside, index: number, axis: Axis): string | undefined {
  const own = bare[pair[axis]];
  const short = SHORT_NAMES[axis].some((name) => own.startsWith(name)) ? SHORT_NAMES[axis] : [];
  const stems = [own, own.replace(/(?:d|deg|degrees?|grad|grados|grade)$/, ""), ...short];
  if (index === pair[axis]) return undefined;
  const stem = stems.find((one) => one !== "" && bare[index].startsWith(one));
  if (stem !== undefined) return bare[index].slice(stem.length);
  const isSign = stems.some((one) => one !== "" && bare[index] === `sgn${one}`);
  return isSign ? "sgn" : undefined;
}

function isUsed({ pair }: Beside, index: number): boolean {
  return index === pair.latitude || index === pair.longitude;
}

/** The columns with hemispheres of an axis, whether their names say so, and else on which side of the degrees they are. */
function hemispheresOf(beside: Beside, axis: Axis) {
  const { bare, names, pair } = beside;
  return names.flatMap((_, index) => {
    if (isUsed(beside, index)) return [];
    const end = endOfName(beside, index, axis);
    const isNear = Math.abs(index - pair[axis]) === 1;
    const isNamed = HEMISPHERE_NAMES[axis].test(bare[index]);
    if (!isNear && !isNamed && end === undefined) return [];
    const texts = filledTexts(beside, index);
    const isSaid = isNamed || (end !== undefined && HEMISPHERE_ENDS.test(end));
    const ofAxis = texts.filter((text) => {
      const bareText = text.toLowerCase();
      const isBoth = isSaid && BOTH_HEMISPHERES.test(bareText);
      const isSign = /^s(?:ign|gn)$/.test(end ?? "") && SIGNS.test(bareText);
      return HEMISPHERES[axis].test(bareText) || isBoth || isSign;
    });
    if (ofAxis.length === 0 || ofAxis.length < MOST * texts.length) return [];
    return [{ index, isSaid, side: end === undefined ? index - pair[axis] : 0 }];
  });
}

/** Whether degrees have a sign or a hemisphere of their own. Missing values such as -999 are no degrees. */
function isSigned({ options }: Beside, text: string, axis: Axis): boolean {
  const degrees = SIGN_OR_LETTER.test(text) ? degreesIn(text, axis, options) : undefined;
  return degrees !== undefined && Math.abs(degrees) <= MAX_DEG[axis];
}

/** The first column with hemispheres of degrees that need them. */
function hemisphereColumn(beside: Beside): number | undefined {
  const found = AXES.map((axis) => hemispheresOf(beside, axis));
  const needed = found.flatMap((ofAxis, at) => {
    const degrees = filledTexts(beside, beside.pair[AXES[at]]);
    if (degrees.some((text) => isSigned(beside, text, AXES[at]))) return [];
    // A direction before the longitude and a flag after the latitude are no two hemispheres.
    const hasOther = (side: number) => found[1 - at].some((other) => other.side === side);
    return ofAxis.filter(({ isSaid, side }) => isSaid || hasOther(side));
  });
  return (needed.find(({ isSaid }) => isSaid) ?? needed[0])?.index;
}

/** Whether the filled cells of a column are numbers below 60. */
function areMinutes(beside: Beside, index: number): boolean {
  const texts = filledTexts(beside, index);
  return (
    texts.length > 0 && texts.every((text) => MINUTES.test(text) && Number.parseInt(text, 10) < 60)
  );
}

/** The columns of minutes and seconds directly after the degrees of an axis. */
function partsAfter(beside: Beside, axis: Axis): readonly number[] {
  const start = beside.pair[axis] + 1;
  const parts: number[] = [];
  for (let index = start; index < beside.names.length && !isUsed(beside, index); index++) {
    if (!areMinutes(beside, index)) break;
    parts.push(index);
  }
  return parts;
}

/** The columns of minutes and seconds by their names. A minimum beside a maximum is a bound. */
function namedParts(beside: Beside, axis: Axis): readonly number[] {
  const ends = beside.names.map((_, index) => endOfName(beside, index, axis) ?? "");
  const hasMaximum = ends.some((end) => /^max/.test(end));
  const isPart = (end: string) => MINUTE_ENDS.test(end) && !(hasMaximum && /^min/.test(end));
  return ends.flatMap((end, index) => {
    return !isUsed(beside, index) && isPart(end) && areMinutes(beside, index) ? [index] : [];
  });
}

/** The first column with minutes of degrees that are all whole. */
function minutesColumn(beside: Beside): number | undefined {
  const { options, pair } = beside;
  const isWhole = (axis: Axis) => {
    const texts = filledTexts(beside, pair[axis]);
    return (
      texts.length > 0 && texts.every((text) => Number.isInteger(degreesIn(text, axis, options)))
    );
  };
  const whole = AXES.filter(isWhole);
  const [named] = whole.flatMap((axis) => namedParts(beside, axis));
  if (named !== undefined || whole.length < AXES.length) return named;
  const inOrder = AXES.toSorted((one, other) => pair[one] - pair[other]);
  const [parts, others] = inOrder.map((axis) => partsAfter(beside, axis));
  const isRun = parts.length >= 1 && parts.length <= MAX_PARTS && others.length >= parts.length;
  return isRun ? parts[0] : undefined;
}

/** A column for messages: by its name, or else by its number. */
function shownColumn({ names, path = [] }: Columns, index: number): string {
  const name = names[index];
  return name ? `column ${quoted([...path, name].join("."))}` : `column ${index + 1}`;
}

/** What the names of the degrees say, and their numbers do not. */
function doubtOfNames(beside: Beside): string | undefined {
  for (const axis of AXES) {
    const name = beside.names[beside.pair[axis]] ?? "";
    const texts = filledTexts(beside, beside.pair[axis]);
    const areNumbers = texts.every((text) => /^[-+−]?[\d.,]+$/.test(text));
    const areSigned = texts.some((text) => isSigned(beside, text, axis));
    const isUnit = unitOfName(name) !== undefined;
    const doubt = (isUnit ? areNumbers : !areSigned) ? doubtOfName(name) : undefined;
    if (doubt !== undefined) return doubt;
  }
  return undefined;
}

/** The options that exchange the columns. */
function exchanged({ names, pair, path = [] }: Beside): Message {
  const [lat, lon] = AXES.map((axis) => {
    const name = names[pair[axis]] ?? "";
    const isUnique = name !== "" && names.filter((one) => one === name).length === 1;
    return isUnique ? [...path, name].join(".") : `${pair[axis] + 1}`;
  });
  return sentence`the option ${{ option: "latColumn", value: lon }} and the option ${{ option: "lonColumn", value: lat }}`;
}

/** Whether latitudes and longitudes may be exchanged, by the land. */
function doubtOfPoints(beside: Beside): Message | undefined {
  const { names, pair, rows, options } = beside;
  const points = rows.flatMap((row): readonly Coordinate[] => {
    const [latDeg, lonDeg] = AXES.map((axis) => degreesIn(row[pair[axis]], axis, options));
    return latDeg === undefined || lonDeg === undefined ? [] : [{ latDeg, lonDeg }];
  });
  const [lat, lon] = AXES.map((axis) => quoted(names[pair[axis]] ?? `${pair[axis] + 1}`));
  const reading = `${lat} as the latitude and ${lon} as the longitude`;
  const doubt = doubtOfLand(askLand(points, options), reading);
  return doubt && sentence`${doubt} If so, use ${exchanged(beside)}.`;
}

/**
 * Checks the degrees of two columns: what stands beside them, what their names say, and where their points are.
 * @param isSaid whether the user has named these columns
 * @returns warnings, if the user has decided, or if only the land speaks against the points
 * @throws BatchError if a column or a name changes the meaning of the degrees, or if the user says an order of pairs
 */
export function checkDegrees(
  columns: Columns,
  pair: Pair,
  isSaid: boolean,
  options: ResolvedBatchOptions,
): Warnings {
  const bare = columns.names.map((name) => name.toLowerCase().replace(/[^\p{L}\d]/gu, ""));
  const beside = { ...columns, bare, pair, options };
  const { lonFirst } = options;
  if (lonFirst !== undefined) {
    const advice = lonFirst
      ? sentence`To exchange the columns, use ${exchanged(beside)} instead.`
      : "Omit it.";
    const message = sentence`The option ${{ option: "lonFirst", value: lonFirst }} is for pairs in one value. ${advice}`;
    throw new BatchError(message, "lonFirst");
  }
  const message = doubtOfColumns(beside) ?? doubtOfNames(beside);
  if (message !== undefined && !isSaid) throw new BatchError(message, "latColumn");
  const messages = [message, doubtOfPoints(beside)].filter((one) => one !== undefined);
  return messages.map((one) => ({ message: one }));
}

function doubtOfColumns(beside: Beside): string | undefined {
  const minutes = minutesColumn(beside);
  const hemisphere = minutes === undefined ? hemisphereColumn(beside) : undefined;
  const index = minutes ?? hemisphere;
  if (index === undefined) return undefined;
  const what = minutes === undefined ? "hemispheres" : "minutes or seconds";
  const [degrees] = AXES.flatMap((axis) => filledTexts(beside, beside.pair[axis]));
  const advice = adviceFor(degrees, minutes !== undefined);
  return `The ${what} of the degrees seem to be in ${shownColumn(beside, index)}, which is not read. ${advice}`;
}

function adviceFor(degrees: string, hasMinutes: boolean): string {
  if (hasMinutes) return "Write decimal degrees, or all parts in one column: 33 51 25.2 S.";
  if (NMEA.test(degrees)) {
    return `The degrees are degrees and minutes of NMEA: write ${quoted(degrees)} as ${nmeaText(degrees)}, with the letter of the hemisphere.`;
  }
  return SIGN_ADVICE;
}

/** Degrees and minutes of NMEA with a blank between them: the last two digits before the dot are minutes. */
function nmeaText(text: string): string {
  return text.replace(/(\d\d\.\d+)$/, " $1");
}
