/** Checks the engine's answers before they are timed: a fast answer is worth nothing when it is wrong. */
import { oracleEncode } from "../test/oracle/index.ts";
import {
  codeText,
  createCodeList,
  decodeBytesInto,
  decodeInto,
  distanceMeters,
  encodeInto,
  LAT_DEG,
  LON_DEG,
  maxOffsetMeters,
  NO_TERRITORY,
  territories,
} from "./engine.ts";
import type { PointSet } from "./point-sets.ts";

const PRECISIONS = [0, 8] as const;

const alphaCodes = territories().map(({ alphaCode }) => alphaCode);
const list = createCodeList();
const degrees = new Float64Array(2);
const encoder = new TextEncoder();
const bytes = new Uint8Array(40);

/** The codes in `list`, each with its territory, as users write them. */
function listedTexts(): string[] {
  return Array.from(
    { length: list.count },
    (_, index) => `${alphaCodes[list.territories[index]]} ${codeText(list, index)}`,
  );
}

function checkAgainstOracle(latDeg: number, lonDeg: number, precision: number): void {
  encodeInto(latDeg, lonDeg, precision, list);
  const actual = listedTexts().join(", ");
  const expected = oracleEncode(latDeg, lonDeg, precision)
    .map(({ territory, code }) => `${territory} ${code}`)
    .join(", ");
  if (actual === expected) return;
  throw new Error(
    `Encoding ${latDeg}, ${lonDeg} at precision ${precision} gives ${actual}, not ${expected}.`,
  );
}

/** Checks that the bytes of a text decode to what its string decoded to, which is in `degrees`. */
function checkBytes(text: string): void {
  const [latDeg, lonDeg] = degrees;
  const { written } = encoder.encodeInto(text, bytes);
  decodeBytesInto(bytes, 0, written, NO_TERRITORY, degrees);
  if (degrees[LAT_DEG] === latDeg && degrees[LON_DEG] === lonDeg) return;
  throw new Error(`The bytes of ${text} decode to ${degrees}, its string to ${latDeg}, ${lonDeg}.`);
}

function checkRoundTrip(latDeg: number, lonDeg: number, precision: number): void {
  const from = { latDeg, lonDeg };
  encodeInto(latDeg, lonDeg, precision, list);
  for (const text of listedTexts()) {
    const error = decodeInto(text, NO_TERRITORY, degrees);
    if (error !== 0) throw new Error(`${text} of ${latDeg}, ${lonDeg} gives error ${error}.`);
    const to = { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
    checkBytes(text);
    const meters = distanceMeters(from, to);
    if (meters <= maxOffsetMeters(precision)) continue;
    throw new Error(
      `${text} of ${latDeg}, ${lonDeg} decodes to ${to.latDeg}, ${to.lonDeg}, ` +
        `which is ${meters} m off; the maximum is ${maxOffsetMeters(precision)} m.`,
    );
  }
}

/**
 * Compares the codes of some points with those of the slow oracle, and decodes all codes of all points.
 * @param oraclePoints number of points to compare
 * @throws Error for the first wrong answer
 */
export function checkAnswers({ points }: PointSet, oraclePoints: number): void {
  // The points are random, so the first ones are a fair sample.
  const oracleEnd = 2 * oraclePoints;
  for (const precision of PRECISIONS) {
    for (let at = 0; at < points.length; at += 2) {
      const latDeg = points[at];
      const lonDeg = points[at + 1];
      if (at < oracleEnd) checkAgainstOracle(latDeg, lonDeg, precision);
      checkRoundTrip(latDeg, lonDeg, precision);
    }
  }
}
