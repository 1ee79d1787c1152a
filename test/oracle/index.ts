/**
 * An oracle for the mapcode format: the format as plain code, without regard for speed. It shares
 * nothing with the engine, so tests can compare the two.
 *
 * Where the reference library fails or returns nonsense, the oracle follows the decisions of this
 * project: latitudes stay within the poles, the center of a rectangle lies inside it, codes without
 * any place are unknown, a leading Greek Alpha is a letter like any other, and an ambiguous
 * territory in front of a code is first looked up in the country of the context.
 */
import { decodeZone } from "./decode.ts";
import { areaContains, offsetMeters } from "./distance.ts";
import { encodeEverywhere, type ListedCode } from "./encode.ts";
import { lookUp, meaningOf, type OracleError } from "./names.ts";
import { pointFromDegrees } from "./points.ts";
import { isValidFormat, readMapcode } from "./reading.ts";
import { territoryOf } from "./tables.ts";
import { isPrecision, writeCode, writeTerritory } from "./writing.ts";
import { areaOf, type OracleArea } from "./zone.ts";

export type { ListedCode, OracleArea, OracleError };

function checkPrecision(precision: number): void {
  if (!isPrecision(precision)) throw new RangeError(`no precision: ${precision}`);
}

/** All codes of a point in the published order. Throws RangeError for a bad point or precision. */
export function oracleEncode(latDeg: number, lonDeg: number, precision: number): ListedCode[] {
  checkPrecision(precision);
  return encodeEverywhere(pointFromDegrees(latDeg, lonDeg), precision);
}

/** The area of a mapcode. `context` is any code or name of a territory. */
export function oracleDecode(text: string, context?: string): OracleArea | OracleError {
  const contextTerritory = context === undefined ? undefined : meaningOf(context);
  if (context !== undefined && contextTerritory === undefined) {
    return { error: "unknown-territory" };
  }
  const read = readMapcode(text, contextTerritory);
  if ("error" in read) return read;
  const territory = territoryOf(read.territory ?? contextTerritory ?? "AAA");
  const zone = decodeZone(territory, read.parts);
  return zone === undefined ? { error: "unknown-mapcode" } : areaOf(zone);
}

/** Whether a text has the form of a mapcode; it may stand for no place. */
export function oracleIsValidFormat(text: string): boolean {
  return isValidFormat(text);
}

/** The territory with a name, anywhere or within one of the nine parents. */
export function oracleLookUpTerritory(name: string, parent?: string): string | OracleError {
  return lookUp(name, parent);
}

/** Writes a code without territory in an alphabet, at a precision. */
export function oracleWriteCode(
  code: string,
  alphabet: string,
  precision: number,
): string | OracleError {
  return writeCode(code, alphabet, precision);
}

/** Writes the full code of a territory in an alphabet. */
export function oracleWriteTerritory(territory: string, alphabet: string): string {
  return writeTerritory(territory, alphabet);
}

/** The distance in meters between a point and the center of its code. */
export function oracleOffsetMeters(
  latDeg: number,
  lonDeg: number,
  centerLatDeg: number,
  centerLonDeg: number,
): number {
  return offsetMeters(latDeg, lonDeg, centerLatDeg, centerLonDeg);
}

/** Whether the rectangle of a decoded code contains a point. */
export function oracleContains(area: OracleArea, latDeg: number, lonDeg: number): boolean {
  return areaContains(area, latDeg, lonDeg);
}
