/** Conversions of points and mapcodes that are arguments, as text or JSON. */

import { noMapcodeMessage, rangeMessage } from "../../batch/rows/row-errors.ts";
import { encodeByBorders } from "../../borders/index.ts";
import {
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  type Rectangle,
  territoryInAlphabet,
} from "../../index.ts";
import { isInRange } from "../../library/options.ts";
import { NO_ANSWER_EXIT_CODE, NoAnswerError, UsageError } from "../command-errors.ts";
import { printLine } from "../terminal.ts";
import type { BatchFlags } from "./request.ts";

/** The options of a conversion of arguments; the others are for files. Of the formats, only json is for both. */
const SINGLE_OPTIONS = [
  "precision",
  "territory",
  "country",
  "local",
  "context",
  "all",
  "alphabet",
  "include",
  "to",
  "quiet",
] as const satisfies readonly (keyof BatchFlags)[];

export type SingleFlags = Pick<BatchFlags, (typeof SINGLE_OPTIONS)[number]>;

export function isSingleOption(name: string): boolean {
  return SINGLE_OPTIONS.some((single) => single === name);
}

/** A value of the output as a JSON object, and as lines of text. */
interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

function rectangleText({ southWest, northEast }: Rectangle): string {
  return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg].join("\t");
}

/** A mapcode with the members that options add, named as in replies of the service. */
function codeMembers(
  { territory, code }: Mapcode,
  point: Coordinate,
  { alphabet, include = [] }: SingleFlags,
) {
  const [withoutExtension] = code.split("-");
  const options = { context: territory };
  return {
    mapcode: code,
    territory,
    ...(alphabet !== undefined && {
      mapcodeInAlphabet: mapcodeInAlphabet(code, alphabet),
      territoryInAlphabet: territoryInAlphabet(territory, alphabet),
    }),
    ...(include.includes("offset") && {
      offsetMeters: distanceMeters(point, decode(code, options)),
    }),
    ...(include.includes("rectangle") && { rectangle: decodeRectangle(withoutExtension, options) }),
  };
}

function codeLine(members: ReturnType<typeof codeMembers>): string {
  const { territory, mapcode, offsetMeters, rectangle } = members;
  const { territoryInAlphabet: name = territory, mapcodeInAlphabet: code = mapcode } = members;
  const values = [`${name} ${code}`, offsetMeters, rectangle && rectangleText(rectangle)];
  return values.filter((value) => value !== undefined).join("\t");
}

function encodePoint({ latDeg, lonDeg }: Coordinate, flags: SingleFlags): Answer {
  const { precision, territory, country } = flags;
  if (!isInRange(latDeg, lonDeg)) throw new NoAnswerError(rangeMessage(latDeg, lonDeg));
  const encodeBy = flags.local === "shortest" ? encode : encodeByBorders;
  const mapcodes = encodeBy(latDeg, lonDeg, { precision, territory, country });
  if (mapcodes.length === 0) {
    throw new NoAnswerError(noMapcodeMessage(latDeg, lonDeg, territory ?? country ?? ""));
  }
  const codes = mapcodes.map((mapcode) => codeMembers(mapcode, { latDeg, lonDeg }, flags));
  return { json: { latDeg, lonDeg, mapcodes: codes }, lines: codes.map(codeLine) };
}

function decodeCode(mapcode: string, flags: SingleFlags): Answer {
  const { context, territory, country, include = [] } = flags;
  const options = { context: context ?? territory, country };
  const { latDeg, lonDeg } = decode(mapcode, options);
  const rectangle = include.includes("rectangle") ? decodeRectangle(mapcode, options) : undefined;
  const line = `${latDeg} ${lonDeg}${rectangle ? `\t${rectangleText(rectangle)}` : ""}`;
  return {
    json: { mapcode, latDeg, lonDeg, ...(rectangle && { rectangle }) },
    lines: [line],
  };
}

/**
 * Converts all arguments, and prints the results. With several, each line of text begins with its argument, and an
 * error of one does not keep back the results of the others.
 * @param convert throws a MapcodeError or NoAnswerError for an argument that has no result
 */
function convertAll<Single>(
  singles: readonly Single[],
  { to }: SingleFlags,
  write: (text: string) => void,
  nameOf: (single: Single) => string,
  convert: (single: Single) => Answer,
): void {
  if (to !== undefined && to !== "json") {
    throw new UsageError(`--to ${to} is for files. Use --to json, or omit it.`);
  }
  const answers: object[] = [];
  const lines: string[] = [];
  const errors: string[] = [];
  const isOne = singles.length === 1;
  for (const single of singles) {
    try {
      const { json, lines: own } = convert(single);
      answers.push(json);
      lines.push(...(isOne ? own : own.map((line) => `${nameOf(single)}\t${line}`)));
    } catch (error) {
      const isOfOne = error instanceof MapcodeError || error instanceof NoAnswerError;
      // The error of a single argument has an exit code of its own.
      if (isOne || !isOfOne) throw error;
      errors.push(error.message);
    }
  }
  if (to === "json") write(`${JSON.stringify(isOne ? answers[0] : answers)}\n`);
  else write(lines.map((line) => `${line}\n`).join(""));
  errors.forEach(printLine);
  if (errors.length > 0) process.exitCode = NO_ANSWER_EXIT_CODE;
}

/**
 * Prints the mapcodes of points: for each, the territory and the code, and what the options add behind tabs.
 * @throws NoAnswerError if there is one point, and it has no mapcode in the territory or country, or is out of
 *   range
 * @throws UsageError if the format is one of files
 * @throws MapcodeError if an option is wrong
 */
export function encodePoints(
  points: readonly Coordinate[],
  flags: SingleFlags,
  write: (text: string) => void,
): void {
  const nameOf = ({ latDeg, lonDeg }: Coordinate) => `${latDeg} ${lonDeg}`;
  convertAll(points, flags, write, nameOf, (point) => encodePoint(point, flags));
}

/**
 * Prints the points of mapcodes: latitude, longitude, and what the options add behind tabs.
 * @throws UsageError if the format is one of files
 * @throws MapcodeError if an option is wrong, or there is one mapcode and it cannot be decoded
 */
export function decodeCodes(
  texts: readonly string[],
  flags: SingleFlags,
  write: (text: string) => void,
): void {
  convertAll(texts, flags, write, String, (text) => decodeCode(text, flags));
}
