/** Conversions of points and mapcodes in arguments, as text or JSON. */

import { BatchError } from "../../batch/errors.ts";
import { nearProblem } from "../../batch/options/options.ts";
import { noMapcodeMessage, rangeMessage } from "../../batch/rows/row-errors.ts";
import { encodeByBorders } from "../../borders/index.ts";
import { parsePair } from "../../bytes/decimal-reading.ts";
import {
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  formatMapcode,
  getTerritory,
  MapcodeError,
  type Rectangle,
  territoryInAlphabet,
} from "../../index.ts";
import { isInRange } from "../../library/errors.ts";
import type { BatchFlags } from "../batch/input.ts";
import { NO_ANSWER, printLine, RunError, UsageError } from "../messages.ts";
import { writeResult } from "../pipes.ts";

/** The options of a conversion of arguments. Other options are for files only, and so are other formats than json. */
export const SINGLE_OPTIONS: readonly string[] = [
  ...["precision", "territory", "country", "local", "context", "near", "all", "alphabet"],
  ...["include", "lonFirst", "to", "quiet"],
];

/** A line of text: a result, and the values and the rectangle that options add, separated by tabs. */
function lineOf(rectangle: Rectangle | undefined, ...values: readonly unknown[]): string {
  const corners = rectangle ? [rectangle.southWest, rectangle.northEast] : [];
  const degrees = corners.flatMap(({ latDeg, lonDeg }) => [latDeg, lonDeg]);
  return [...values.filter((value) => value !== undefined), ...degrees].join("\t");
}

/** @returns the result as a JSON object and as lines of text. JSON omits undefined values. */
function encodePoint(point: Coordinate, flags: BatchFlags) {
  const { alphabet, country, include = [], local, precision, territory: only } = flags;
  const { latDeg, lonDeg } = point;
  if (!isInRange(latDeg, lonDeg)) throw new RunError(rangeMessage(latDeg, lonDeg));
  const encodeBy = local === "shortest" ? encode : encodeByBorders;
  const found = encodeBy(latDeg, lonDeg, { precision, territory: only, country });
  if (found.length === 0) {
    throw new RunError(noMapcodeMessage(latDeg, lonDeg, only ?? country ?? ""));
  }
  const has = (name: (typeof include)[number]) => include.includes(name);
  // The names match the replies of the service.
  const mapcodes = found.map(({ code: mapcode, territory }) => ({
    mapcode,
    territory,
    mapcodeInAlphabet: alphabet && formatMapcode(mapcode, { territory: "none", alphabet }),
    territoryInAlphabet: alphabet && territoryInAlphabet(territory, alphabet),
    ...(has("names") && fullNamesOf(territory)),
    offsetMeters: has("offset")
      ? distanceMeters(point, decode(mapcode, { context: territory }))
      : undefined,
    rectangle: has("rectangle")
      ? decodeRectangle(mapcode.split("-")[0], { context: territory })
      : undefined,
  }));
  const lines = mapcodes.map(({ mapcode, territory, rectangle, ...more }) => {
    const { territoryName, countryName, offsetMeters } = more;
    const { mapcodeInAlphabet = mapcode, territoryInAlphabet = territory } = more;
    const text = `${territoryInAlphabet} ${mapcodeInAlphabet}`;
    return lineOf(rectangle, text, territoryName, countryName, offsetMeters);
  });
  return { json: { latDeg, lonDeg, mapcodes }, lines };
}

/** The full names of a territory and of its country. */
export function fullNamesOf(code: string): { territoryName?: string; countryName?: string } {
  const { fullName: territoryName, parentTerritory = code } = getTerritory(code);
  return { territoryName, countryName: getTerritory(parentTerritory).fullName };
}

/** The point of the option near. */
export function pointNear(text: string): Coordinate {
  const problem = nearProblem(text);
  if (problem !== undefined) throw new BatchError(problem, "near");
  return parsePair(text) as Coordinate;
}

function decodeCode(mapcode: string, flags: BatchFlags) {
  const { context, territory, country, near, include = [] } = flags;
  const options = {
    context: context ?? territory,
    country,
    near: near === undefined ? undefined : pointNear(near),
  };
  const { latDeg, lonDeg } = decode(mapcode, options);
  const rectangle = include.includes("rectangle") ? decodeRectangle(mapcode, options) : undefined;
  const line = lineOf(rectangle, `${latDeg} ${lonDeg}`);
  return { json: { mapcode, latDeg, lonDeg, rectangle }, lines: [line] };
}

/**
 * Prints the mapcodes of points with their territories, or the points of mapcodes, and the values that options add.
 * With several arguments, each line of text begins with its argument, and an error of one does not stop the others.
 */
export function convertSingles(singles: readonly (Coordinate | string)[], flags: BatchFlags): void {
  const { to } = flags;
  if (to !== undefined && to !== "json") {
    throw new UsageError(`--to ${to} is for files. Use --to json, or omit it.`);
  }
  const answers: object[] = [];
  const errors: string[] = [];
  const isSingle = singles.length === 1;
  let text = "";
  for (const single of singles) {
    const isCode = typeof single === "string";
    try {
      const { json, lines } = isCode ? decodeCode(single, flags) : encodePoint(single, flags);
      const name = isCode ? single : `${single.latDeg} ${single.lonDeg}`;
      answers.push(json);
      for (const line of lines) text += isSingle ? `${line}\n` : `${name}\t${line}\n`;
    } catch (error) {
      const isOfArgument = error instanceof MapcodeError || error instanceof RunError;
      // The error of a single argument has an exit code of its own.
      if (isSingle || !isOfArgument) throw error;
      errors.push(error.message);
    }
  }
  writeResult(to === "json" ? `${JSON.stringify(isSingle ? answers[0] : answers)}\n` : text);
  errors.forEach(printLine);
  if (errors.length > 0) process.exitCode = NO_ANSWER;
}
