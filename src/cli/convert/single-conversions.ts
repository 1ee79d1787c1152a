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
import { isInRange } from "../../library/errors.ts";
import type { BatchFlags } from "../batch/input.ts";
import { NO_ANSWER, NoAnswerError, printLine, UsageError } from "../messages.ts";
import { writeResult } from "../pipes.ts";

/** The options of a conversion of arguments; the others are for files. Of the formats, only json is for both. */
export const SINGLE_OPTIONS: readonly (keyof BatchFlags)[] = [
  ...(["precision", "territory", "country", "local", "context"] as const),
  ...(["all", "alphabet", "include", "to", "quiet"] as const),
];

/** A result as a JSON object, and as lines of text. */
interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

function textOf(values: readonly (string | number | Rectangle | undefined)[]): string {
  const texts = values.flatMap((value) => {
    if (typeof value !== "object") return value ?? [];
    const { southWest, northEast } = value;
    return [southWest.latDeg, southWest.lonDeg, northEast.latDeg, northEast.lonDeg];
  });
  return texts.join("\t");
}

/** A mapcode with the members that options add, named as in replies of the service. */
function codeMembers(
  { territory, code }: Mapcode,
  point: Coordinate,
  { alphabet, include = [] }: BatchFlags,
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

function encodePoint(point: Coordinate, flags: BatchFlags): Answer {
  const { precision, territory, country } = flags;
  const { latDeg, lonDeg } = point;
  if (!isInRange(latDeg, lonDeg)) throw new NoAnswerError(rangeMessage(latDeg, lonDeg));
  const encodeBy = flags.local === "shortest" ? encode : encodeByBorders;
  const found = encodeBy(latDeg, lonDeg, { precision, territory, country });
  if (found.length === 0) {
    throw new NoAnswerError(noMapcodeMessage(latDeg, lonDeg, territory ?? country ?? ""));
  }
  const mapcodes = found.map((mapcode) => codeMembers(mapcode, point, flags));
  const lines = mapcodes.map((members) => {
    const { mapcodeInAlphabet: code = members.mapcode } = members;
    const { territoryInAlphabet: name = members.territory, offsetMeters, rectangle } = members;
    return textOf([`${name} ${code}`, offsetMeters, rectangle]);
  });
  return { json: { latDeg, lonDeg, mapcodes }, lines };
}

function decodeCode(mapcode: string, flags: BatchFlags): Answer {
  const { context, territory, country, include = [] } = flags;
  const options = { context: context ?? territory, country };
  const { latDeg, lonDeg } = decode(mapcode, options);
  const rectangle = include.includes("rectangle") ? decodeRectangle(mapcode, options) : undefined;
  const json = { mapcode, latDeg, lonDeg, ...(rectangle && { rectangle }) };
  return { json, lines: [textOf([`${latDeg} ${lonDeg}`, rectangle])] };
}

/**
 * Prints the mapcodes of points, each as its territory and code, or the points of mapcodes; behind tabs, what options add.
 * With several, each line of text begins with its argument, and an error of one does not keep back the results of others.
 * @throws UsageError if the format is one of files
 * @throws NoAnswerError, MapcodeError if there is one, and it has no result; MapcodeError if an option is wrong
 */
export function convertSingles(singles: readonly (Coordinate | string)[], flags: BatchFlags): void {
  const { to } = flags;
  if (to !== undefined && to !== "json") {
    throw new UsageError(`--to ${to} is for files. Use --to json, or omit it.`);
  }
  const answers: object[] = [];
  const texts: string[] = [];
  const isOne = singles.length === 1;
  const errors: string[] = [];
  for (const single of singles) {
    const isCode = typeof single === "string";
    try {
      const { json, lines } = isCode ? decodeCode(single, flags) : encodePoint(single, flags);
      const name = isCode ? single : `${single.latDeg} ${single.lonDeg}`;
      answers.push(json);
      for (const line of lines) texts.push(isOne ? `${line}\n` : `${name}\t${line}\n`);
    } catch (error) {
      const isOfOne = error instanceof MapcodeError || error instanceof NoAnswerError;
      // The error of a single argument has an exit code of its own.
      if (isOne || !isOfOne) throw error;
      errors.push(error.message);
    }
  }
  writeResult(to === "json" ? `${JSON.stringify(isOne ? answers[0] : answers)}\n` : texts.join(""));
  errors.forEach(printLine);
  if (errors.length > 0) process.exitCode = NO_ANSWER;
}
