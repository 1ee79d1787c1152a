/**
 * An oracle for the mapcode format: the format written down as plainly as code can be, with no
 * regard for speed and nothing shared with the engine, to be an independent witness in tests.
 *
 * Where the reference library fails or answers nonsense, the oracle answers as the project has
 * decided to: latitudes stay within the poles, a rectangle's centre lies inside it, codes
 * without any place are unknown, a leading Greek Alpha is a letter like any other, and an
 * ambiguous territory in a mapcode is looked for in the context's country first.
 */
import { decodeZone } from "./decode.ts";
import { areaContains, offsetMeters } from "./distance.ts";
import { encodeEverywhere, encodeUnder, type ListedCode } from "./encode.ts";
import { lookUp, meaningOf, type OracleRefusal } from "./names.ts";
import { pointFromDegrees } from "./points.ts";
import { isValidFormat, readMapcode } from "./reading.ts";
import { territoryOf } from "./tables.ts";
import { isPrecision, writeCode, writeTerritory } from "./writing.ts";
import { areaOf, type OracleArea } from "./zone.ts";

export type { ListedCode, OracleArea, OracleRefusal };

function checkPrecision(precision: number): void {
  if (!isPrecision(precision)) throw new RangeError(`no precision: ${precision}`);
}

/** Every code of a point in answer order; throws for what is no point or no precision. */
export function oracleEncode(latDeg: number, lonDeg: number, precision: number): ListedCode[] {
  checkPrecision(precision);
  return encodeEverywhere(pointFromDegrees(latDeg, lonDeg), precision);
}

/** The codes listed under the territory with this full code, such as "US-IN". */
export function oracleEncodeTerritory(
  latDeg: number,
  lonDeg: number,
  precision: number,
  territory: string,
): ListedCode[] {
  checkPrecision(precision);
  return encodeUnder(territoryOf(territory), pointFromDegrees(latDeg, lonDeg), precision);
}

/** Where a mapcode is; `context` is any text that means a territory. */
export function oracleDecode(text: string, context?: string): OracleArea | OracleRefusal {
  const contextTerritory = context === undefined ? undefined : meaningOf(context);
  if (context !== undefined && contextTerritory === undefined) {
    return { refusal: "unknown-territory" };
  }
  const read = readMapcode(text, contextTerritory);
  if ("refusal" in read) return read;
  const territory = territoryOf(read.territory ?? contextTerritory ?? "AAA");
  const zone = decodeZone(territory, read.parts);
  return zone === undefined ? { refusal: "unknown-mapcode" } : areaOf(zone);
}

/** Whether a text has the form of a mapcode, whatever it means. */
export function oracleIsValidFormat(text: string): boolean {
  return isValidFormat(text);
}

/** The territory a name stands for, by itself or within one of the nine parents. */
export function oracleLookUpTerritory(name: string, parent?: string): string | OracleRefusal {
  return lookUp(name, parent);
}

/** A code without territory, written in an alphabet at a precision. */
export function oracleWriteCode(
  code: string,
  alphabet: string,
  precision: number,
): string | OracleRefusal {
  return writeCode(code, alphabet, precision);
}

/** A territory's full code, written in an alphabet. */
export function oracleWriteTerritory(territory: string, alphabet: string): string {
  return writeTerritory(territory, alphabet);
}

/** Meters between a point and the centre of its code. */
export function oracleOffsetMeters(
  latDeg: number,
  lonDeg: number,
  centerLatDeg: number,
  centerLonDeg: number,
): number {
  return offsetMeters(latDeg, lonDeg, centerLatDeg, centerLonDeg);
}

/** Whether a point lies in the rectangle of a decoded code. */
export function oracleContains(area: OracleArea, latDeg: number, lonDeg: number): boolean {
  return areaContains(area, latDeg, lonDeg);
}
