/** All codes of a point, with what the page shows of each. */
import {
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  findTerritory,
  INTERNATIONAL,
  isNearBorder,
  type Mapcode,
  mapcodeInAlphabet,
  maxOffsetMeters,
  type Rectangle,
  territoryInAlphabet,
  UnwritableMapcodeError,
} from "../../index.ts";
import type { Bounds, CodeDescription, PlaceDescription, PlaceRequest } from "./methods.ts";
import { recordOfCode } from "./records.ts";

const FULL_CIRCLE_DEG = 360;

/** The rectangle of a code as edges that rise across the date line. */
export function boundsOf({ southWest, northEast }: Rectangle): Bounds {
  const isAcross = northEast.lonDeg < southWest.lonDeg;
  return {
    southDeg: southWest.latDeg,
    westDeg: southWest.lonDeg,
    northDeg: northEast.latDeg,
    eastDeg: northEast.lonDeg + (isAcross ? FULL_CIRCLE_DEG : 0),
  };
}

/** A code in an alphabet, or in Roman letters where that alphabet lacks a letter of it. */
function writtenCode(code: string, alphabet: PlaceRequest["alphabet"]): string {
  try {
    return mapcodeInAlphabet(code, alphabet);
  } catch (error) {
    if (error instanceof UnwritableMapcodeError) return code;
    throw error;
  }
}

/** Width and height of a rectangle in meters, along its middle. */
function sizeOf({ southWest, northEast, center }: Rectangle): [number, number] {
  const west = { latDeg: center.latDeg, lonDeg: southWest.lonDeg };
  const east = { latDeg: center.latDeg, lonDeg: northEast.lonDeg };
  const north = { latDeg: northEast.latDeg, lonDeg: southWest.lonDeg };
  return [distanceMeters(west, east), distanceMeters(southWest, north)];
}

function describeCode(mapcode: Mapcode, { point, alphabet }: PlaceRequest): CodeDescription {
  const { territory, code, territoryName = territory, parentName } = mapcode;
  const isInternational = territory === INTERNATIONAL;
  const rectangle = decodeRectangle(`${mapcode}`);
  const center = decode(`${mapcode}`);
  const [widthMeters, heightMeters] = sizeOf(rectangle);
  return {
    territory,
    territoryName,
    parentName,
    isInternational,
    code,
    text: isInternational ? code : `${mapcode}`,
    writtenTerritory: isInternational ? "" : territoryInAlphabet(territory, alphabet),
    writtenCode: writtenCode(code, alphabet),
    cell: boundsOf(rectangle),
    center,
    offsetMeters: distanceMeters(point, center),
    widthMeters,
    heightMeters,
    record: recordOfCode(territory, code, point),
  };
}

/** Shortest local code first, international code last; in the published order on a tie. */
function compareCodes(one: CodeDescription, other: CodeDescription): number {
  return (
    Number(one.isInternational) - Number(other.isInternational) ||
    one.code.length - other.code.length
  );
}

function territoriesOf(point: Coordinate): ReadonlySet<string> {
  return new Set(encode(point.latDeg, point.lonDeg).map(({ territory }) => territory));
}

/** The names of territories that have codes at the point or where a code of it leads, but not at both. */
function neighborNames(codes: readonly CodeDescription[], request: PlaceRequest): string[] {
  const { point, precision } = request;
  if (!isNearBorder(point.latDeg, point.lonDeg, { precision })) return [];
  const here = territoriesOf(point);
  const different = codes.flatMap(({ center }) => {
    const there = territoriesOf(center);
    return [...there, ...here].filter((code) => !there.has(code) || !here.has(code));
  });
  return [...new Set(different)].map((code) => findTerritory(code).fullName);
}

/**
 * All codes of a point.
 * @throws PrecisionOutOfRangeError if the precision is not an integer from 0 to 8
 * @throws UnknownAlphabetError if there is no such alphabet
 */
export function describePlace(request: PlaceRequest): PlaceDescription {
  const { point, precision } = request;
  const [first, ...others] = encode(point.latDeg, point.lonDeg, { precision, names: true })
    .map((mapcode) => describeCode(mapcode, request))
    .sort(compareCodes);
  const codes = [first, ...others] as const;
  const local = codes.filter(({ isInternational }) => !isInternational);
  const countries = new Set(local.map(({ parentName }) => parentName));
  const territoryNames = local
    .map(({ territoryName }) => territoryName)
    .filter((name) => !countries.has(name));
  return {
    request,
    codes,
    maxOffsetMeters: maxOffsetMeters(precision),
    territoryNames: [...new Set(territoryNames)],
    neighborNames: neighborNames(codes, request),
    alphabets: findTerritory(first.territory).alphabets,
  };
}
