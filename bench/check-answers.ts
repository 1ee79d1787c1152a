/** Fast answers are worth nothing when wrong: they are checked before they are timed. */
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

/** The codes in `list`, each with its territory, as a person would write them. */
function listedTexts(): string[] {
  return Array.from(
    { length: list.count },
    (_, index) => `${alphaCodes[list.territories[index]]} ${codeText(list, index)}`,
  );
}

function checkAgainstOracle(latDeg: number, lonDeg: number, precision: number): void {
  encodeInto(latDeg, lonDeg, precision, list);
  const given = listedTexts().join(", ");
  const expected = oracleEncode(latDeg, lonDeg, precision)
    .map(({ territory, code }) => `${territory} ${code}`)
    .join(", ");
  if (given === expected) return;
  throw new Error(
    `encoding ${latDeg}, ${lonDeg} at precision ${precision} gives ${given}; expected ${expected}`,
  );
}

/** Its bytes, too, must give what is in `degrees`. */
function checkBytes(text: string): void {
  const [latDeg, lonDeg] = degrees;
  const { written } = encoder.encodeInto(text, bytes);
  decodeBytesInto(bytes, 0, written, NO_TERRITORY, degrees);
  if (degrees[LAT_DEG] === latDeg && degrees[LON_DEG] === lonDeg) return;
  throw new Error(`the bytes of ${text} decode to ${degrees}; its string to ${latDeg}, ${lonDeg}`);
}

function checkRoundTrip(latDeg: number, lonDeg: number, precision: number): void {
  const from = { latDeg, lonDeg };
  encodeInto(latDeg, lonDeg, precision, list);
  for (const text of listedTexts()) {
    const refusal = decodeInto(text, NO_TERRITORY, degrees);
    if (refusal !== 0) throw new Error(`${text} of ${latDeg}, ${lonDeg} is refused: ${refusal}`);
    const to = { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
    checkBytes(text);
    const meters = distanceMeters(from, to);
    if (meters <= maxOffsetMeters(precision)) continue;
    throw new Error(
      `${text} of ${latDeg}, ${lonDeg} decodes to ${to.latDeg}, ${to.lonDeg}, ` +
        `${meters} m off; expected at most ${maxOffsetMeters(precision)} m`,
    );
  }
}

/**
 * Compares some points' codes with those of the slow oracle, and decodes all codes of all points.
 * @throws Error for the first wrong answer
 */
export function checkAnswers({ points }: PointSet, oraclePoints: number): void {
  // Points are random and in no order, so that the first ones are as good as any.
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
