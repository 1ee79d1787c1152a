/**
 * Coordinates from the texts that people and programs write. A text with several possible meanings is an
 * error; nothing here guesses.
 */
import { checkText } from "../messages.ts";
import { degreesOf, type PlacedPoint, parseNotation } from "./coordinate-notations.ts";
import {
  type Axis,
  CoordinateProblem,
  type CoordinateText,
  checkLength,
  coordinateTokens,
  failAt,
  failAtComma,
  type HemisphereToken,
  type NumberToken,
  type Token,
} from "./coordinate-tokens.ts";
import type { Coordinate } from "./decoding.ts";
import { MapcodeError, type Problem } from "./errors.ts";

// ---- One angle

/** One coordinate as it is written. */
interface Angle {
  readonly degrees: number;
  /** Where the angle starts in the text. */
  readonly index: number;
  /** How many numbers it has: degrees, and perhaps minutes and seconds. */
  readonly count: number;
  readonly hemisphere: HemisphereToken | undefined;
}

const LIMITS_DEG: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 };
const LETTERS: Readonly<Record<Axis, string>> = { latitude: "N or S", longitude: "E or W" };
const UNIT_NAMES = ["degrees", "minutes", "seconds"];

/** Checks a number that follows the degrees, or degrees and minutes, of its angle. */
function checkNumber(source: CoordinateText, token: NumberToken, before: readonly NumberToken[]) {
  const last = before.at(-1);
  if (!last) return;
  if (before.length >= UNIT_NAMES.length) {
    failAt(source, token.index, "a number follows the seconds");
  }
  if (!last.isWhole) {
    const problem = `the ${UNIT_NAMES[before.length - 1]} before this number have decimals`;
    failAt(source, token.index, problem);
  }
  if (token.value >= 60) {
    failAt(source, token.index, `the ${UNIT_NAMES[before.length]} are not below 60`);
  }
}

/** Reads degrees, minutes and seconds with or without units from `position` on. */
function readNumbers(source: CoordinateText, tokens: readonly Token[], position: number) {
  const numbers: NumberToken[] = [];
  let end = position;
  for (let token = tokens[end]; token?.kind === "number"; token = tokens[end]) {
    checkNumber(source, token, numbers);
    numbers.push(token);
    end++;
    const unit = tokens[end];
    if (unit?.kind !== "unit") continue;
    if (unit.rank !== numbers.length - 1) {
      failAt(
        source,
        unit.index,
        `this is the sign of ${UNIT_NAMES[unit.rank]}, not ${UNIT_NAMES[numbers.length - 1]}`,
      );
    }
    end++;
  }
  return { numbers, end };
}

/**
 * Reads all tokens as one angle: a hemisphere or sign, up to three numbers, a hemisphere.
 * @param endIndex where the angle ends in the text
 */
function readAngle(source: CoordinateText, tokens: readonly Token[], endIndex: number): Angle {
  const [first] = tokens;
  const isFirst = first?.kind === "hemisphere";
  const sign = tokens[isFirst ? 1 : 0];
  const isSigned = sign?.kind === "sign";
  const start = Number(isFirst) + Number(isSigned);
  const { numbers, end } = readNumbers(source, tokens, start);
  if (numbers.length === 0) failAt(source, tokens[start]?.index ?? endIndex, "a number is missing");
  const last = tokens[end];
  const isLast = !isFirst && last?.kind === "hemisphere";
  const rest = tokens[isLast ? end + 1 : end];
  if (rest) failAt(source, rest.index, "the coordinate has ended before this");
  const hemisphere = isFirst ? first : isLast ? last : undefined;
  if (isSigned && hemisphere) {
    failAt(source, sign.index, "the coordinate has a sign and a hemisphere");
  }
  const size = degreesOf(numbers.map(({ value }) => value));
  const isNegative = hemisphere ? hemisphere.isNegative : isSigned && sign.isNegative;
  const degrees = isNegative && size > 0 ? -size : size;
  return { degrees, index: first.index, count: numbers.length, hemisphere };
}

function checkRange(source: CoordinateText, degrees: number, axis: Axis, index: number): number {
  const limit = LIMITS_DEG[axis];
  if (Math.abs(degrees) <= limit) return degrees;
  const isLonFirst = axis === "latitude" && Math.abs(degrees) <= LIMITS_DEG.longitude;
  const hint = isLonFirst ? " The latitude comes first unless hemispheres say otherwise." : "";
  const advice = `It is at most ${limit}° on either side.${hint}`;
  return failAt(source, index, `the ${axis} ${degrees}° is out of range`, advice);
}

// ---- Two angles in one text

const UNCLEAR = "it is not clear where the second coordinate starts";

/** The index of the first token of the second angle, where nothing but the numbers shows it. */
function splitOfNumbers(source: CoordinateText, tokens: readonly Token[]): number {
  const isDegrees = ({ kind }: Token, index: number) => {
    const unit = tokens[index + 1];
    return kind === "number" && unit?.kind === "unit" && unit.rank === 0;
  };
  const lastDegrees = tokens.findLastIndex(isDegrees);
  if (lastDegrees > 1)
    return tokens[lastDegrees - 1].kind === "sign" ? lastDegrees - 1 : lastDegrees;
  const lastSign = tokens.findLastIndex(({ kind }) => kind === "sign");
  if (lastSign > 0) return lastSign;
  const count = tokens.filter(({ kind }) => kind === "number").length;
  if (count < 2) return tokens.length;
  const hasUnits = tokens.some(({ kind }) => kind === "unit");
  if (hasUnits || count % 2 !== 0) failAt(source, tokens[0].index, UNCLEAR);
  return count / 2 + lastSign + 1;
}

/**
 * Splits the tokens into tokens of the first and of the second coordinate.
 * @returns both, and where the first coordinate ends in the text
 */
function splitAngles(source: CoordinateText, tokens: readonly Token[]): [Token[], Token[], number] {
  const cut = (first: number, second: number): [Token[], Token[], number] => [
    tokens.slice(0, first),
    tokens.slice(second),
    tokens[first]?.index ?? source.text.length,
  ];
  const separator = tokens.findIndex(({ kind }) => kind === "separator");
  if (separator >= 0) return cut(separator, separator + 1);
  const first = tokens.findIndex(({ kind }) => kind === "hemisphere");
  if (first < 0) {
    const split = splitOfNumbers(source, tokens);
    return cut(split, split);
  }
  const second = tokens.findIndex(({ kind }, index) => index > first && kind === "hemisphere");
  const split = first > 0 ? first + 1 : second < 0 ? tokens.length : second;
  return cut(split, split);
}

/** The axis of two angles in the order of the text. */
function orderOf(source: CoordinateText, first: Angle, second: Angle): readonly [Axis, Axis] {
  const [one, other] = [first.hemisphere, second.hemisphere];
  if (!one && !other) return ["latitude", "longitude"];
  if (!one || !other) {
    const bare = one ? second : first;
    const axis = (one ?? other)?.axis === "latitude" ? "longitude" : "latitude";
    return failAt(
      source,
      bare.index,
      "this coordinate has no hemisphere, but the other one has",
      `Write ${LETTERS[axis]} as well.`,
    );
  }
  if (one.axis !== other.axis) return [one.axis, other.axis];
  return failAt(source, other.index, `there are two ${one.axis}s`);
}

function failWithoutSecond(source: CoordinateText): never {
  const { index = -1 } = /\d,\d/.exec(source.text) ?? {};
  if (index >= 0) failAtComma(source, index + 1);
  return failAt(source, source.text.length, "the second coordinate is missing");
}

function readPoint(source: CoordinateText): PlacedPoint {
  const tokens = coordinateTokens(source);
  if (tokens.length === 0) return failAt(source, 0, "there is nothing to read");
  const [one, other, endOfFirst] = splitAngles(source, tokens);
  const first = readAngle(source, one, endOfFirst);
  if (other.length === 0) failWithoutSecond(source);
  const second = readAngle(source, other, source.text.length);
  const isSplit = tokens.some(({ kind }) => kind !== "number" && kind !== "sign");
  if (!isSplit && first.count !== second.count) {
    failAt(source, second.index, UNCLEAR);
  }
  const [axis] = orderOf(source, first, second);
  const [lat, lon] = axis === "latitude" ? [first, second] : [second, first];
  return { latDeg: lat.degrees, latIndex: lat.index, lonDeg: lon.degrees, lonIndex: lon.index };
}

/** The result of reading a text, or why it is not read. */
function orProblem<Result>(
  source: CoordinateText,
  read: () => Result,
): Result | Problem<"malformed-coordinates"> {
  try {
    checkLength(source);
    return read();
  } catch (thrown) {
    if (thrown instanceof CoordinateProblem) return thrown.described();
    throw thrown;
  }
}

/** As parseCoordinates, without an error. */
export function readCoordinates(text: string): Coordinate | Problem<"malformed-coordinates"> {
  const source: CoordinateText = { text, subject: "coordinates" };
  return orProblem(source, () => {
    const point = parseNotation(source) ?? readPoint(source);
    return {
      latDeg: checkRange(source, point.latDeg, "latitude", point.latIndex),
      lonDeg: checkRange(source, point.lonDeg, "longitude", point.lonIndex),
    };
  });
}

/** As parseLatitude and parseLongitude, without an error. */
export function readDegrees(text: string, axis: Axis): number | Problem<"malformed-coordinates"> {
  const source: CoordinateText = { text, subject: axis };
  return orProblem(source, () => {
    const tokens = coordinateTokens(source);
    if (tokens.length === 0) failAt(source, 0, "there is nothing to read");
    const { degrees, index, hemisphere } = readAngle(source, tokens, text.length);
    if (hemisphere && hemisphere.axis !== axis) {
      const problem = `the hemisphere is one of a ${hemisphere.axis}`;
      failAt(source, hemisphere.index, problem, `Write ${LETTERS[axis]}.`);
    }
    return checkRange(source, degrees, axis, index);
  });
}

// ---- What users call

/**
 * Reads a latitude and a longitude from one text. These forms are read, in degrees of WGS 84:
 *
 * - decimal degrees: `52.37, 4.9`, `52.37 4.9`, `52,37 4,9`, `52,37; 4,9`, `(52.37, 4.9)`
 * - degrees and minutes, and seconds: `52°22.2' 4°54'`, `52 22 12 4 54 0`, `52:22:12, 4:54:00`,
 *   `52d22m12s 4d54m00s`, `52 deg 22' 12", 4 deg 54' 0"`; all common signs of minutes and seconds
 * - hemispheres in front or behind, which also allow the other order: `4°54'E 52°22'12"N`, `N 52.37 E 4.9`,
 *   with the words of English, Dutch, German, French and Spanish for N, S, E and W
 * - geo URIs (RFC 5870) `geo:52.37,4.9`, ISO 6709 `+52.37+004.9/`, and well-known text `POINT(4.9 52.37)`,
 *   where the longitude comes first
 *
 * Without hemispheres the latitude comes first. In a text without a dot, a comma between two digits is a
 * decimal comma. A text that can be read in two ways is an error: `52,37,4,9`, or the letter O, which is
 * east in German and west in French.
 * @param text up to 4096 characters in any case, with any white space
 * @returns latitude from -90 to 90 and longitude from -180 to 180, in degrees
 * @throws MapcodeError if the text is not in one of these forms, has several meanings, or a
 *   coordinate is out of range
 * @throws TypeError if the text is not a string
 * @example
 * ```ts
 * parseCoordinates("52.376514, 4.908543"); // { latDeg: 52.376514, lonDeg: 4.908543 }
 * parseCoordinates("33°51'25\"S 151°12'54\"E").lonDeg; // 151.215
 * parseCoordinates("POINT(4.9 52.37)"); // { latDeg: 52.37, lonDeg: 4.9 }
 * ```
 */
export function parseCoordinates(text: string): Coordinate {
  checkText("text of the coordinates", text);
  const point = readCoordinates(text);
  if ("code" in point) throw new MapcodeError(point);
  return point;
}
