/** All codes of a point, with what the page shows of each. */
import { areBordersLoaded } from "../../borders/arrays.ts";
import { encodeByBorders, encodeLocal, territoriesAt } from "../../borders/index.ts";
import {
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  formatMapcode,
  getTerritory,
  INTERNATIONAL,
  isNearBorder,
  type Mapcode,
  MapcodeError,
  mapcodeInAlphabet,
  maxErrorMeters,
  parseMapcode,
  type Rectangle,
  shortestLocalMapcode,
  type Territory,
  territoryInAlphabet,
} from "../../index.ts";
import { MAX_LAT_DEG } from "../../internal.ts";
import { isFormOf } from "../settings/state.ts";
import type {
  Bounds,
  CellsRequest,
  CodeCell,
  CodeDescription,
  PlaceDescription,
  PlaceRequest,
} from "./methods.ts";
import { displayName } from "./names.ts";

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
    if (error instanceof MapcodeError && error.code === "unwritable-mapcode") return code;
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
  const { territory, code } = mapcode;
  const described = getTerritory(territory);
  const { parentTerritory } = described;
  const isInternational = territory === INTERNATIONAL;
  const whole = formatMapcode({ territory, code });
  const rectangle = decodeRectangle(whole);
  const center = decode(whole);
  const [widthMeters, heightMeters] = sizeOf(rectangle);
  return {
    territory,
    territoryName: displayName(described),
    parentName: parentTerritory && displayName(getTerritory(parentTerritory)),
    isInternational,
    code,
    text: isInternational ? code : whole,
    writtenTerritory: isInternational ? "" : territoryInAlphabet(territory, alphabet),
    writtenCode: writtenCode(code, alphabet),
    cell: boundsOf(rectangle),
    center,
    offsetMeters: distanceMeters(point, center),
    widthMeters,
    heightMeters,
  };
}

/** The code that stands first: the local one, or the shortest until the borders are loaded. */
function firstCode({ latDeg, lonDeg }: Coordinate, precision: number): Mapcode | undefined {
  return areBordersLoaded()
    ? encodeLocal(latDeg, lonDeg, { precision })
    : shortestLocalMapcode(encode(latDeg, lonDeg, { precision }));
}

/**
 * The codes of a point, the local one first.
 * @param isByBorders whether the borders choose the local code, or it is the shortest
 */
function sortedCodes({ point, precision }: PlaceRequest, isByBorders: boolean): Mapcode[] {
  const { latDeg, lonDeg } = point;
  const encodeAll = isByBorders ? encodeByBorders : encode;
  const all = encodeAll(latDeg, lonDeg, { precision });
  const local = firstCode(point, precision);
  const isFirst = (mapcode: Mapcode) => `${mapcode}` === `${local}`;
  return [...all.filter(isFirst), ...all.filter((mapcode) => !isFirst(mapcode))];
}

/** Names, each once, without the countries of subdivisions. */
function distinctNames(territories: readonly Territory[]): string[] {
  const countries = new Set(territories.map(({ parentTerritory }) => parentTerritory));
  const names = territories.filter(({ alphaCode }) => !countries.has(alphaCode));
  return [...new Set(names.map(displayName))];
}

/**
 * The code that the user has chosen, if it leads to the point and is not among its codes: at the edge of a territory,
 * several codes lead to the same point, and encoding gives one of them.
 */
function chosenCode(codes: readonly CodeDescription[], request: PlaceRequest): CodeDescription[] {
  const { code = "", point } = request;
  const parsed = parseMapcode(code);
  if (codes.some(({ text }) => isFormOf(text, code)) || parsed.status !== "valid") return [];
  // The point of a link may be another one.
  if (distanceMeters(decode(code), point) > maxErrorMeters(parsed.precision)) return [];
  return [describeCode(parsed.mapcode, request)];
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
  return [...new Set(different)].map((code) => displayName(getTerritory(code)));
}

/**
 * All codes of a point.
 * @throws MapcodeError if the precision is not an integer from 0 to 8
 * @throws MapcodeError if there is no such alphabet
 */
export function describePlace(request: PlaceRequest): PlaceDescription {
  const { point, precision } = request;
  const withCodes = [...territoriesOf(point)]
    .filter((code) => code !== INTERNATIONAL)
    .map((code) => getTerritory(code));
  const isByBorders = areBordersLoaded();
  const [first, ...others] = sortedCodes(request, isByBorders).map((mapcode) =>
    describeCode(mapcode, request),
  );
  // The last one is the international one.
  others.splice(-1, 0, ...chosenCode([first, ...others], request));
  const codes = [first, ...others] as const;
  return {
    request,
    codes,
    maxErrorMeters: maxErrorMeters(precision),
    territoryNames: distinctNames(withCodes),
    needsBorders: !isByBorders,
    aroundNames: isByBorders ? distinctNames(territoriesAt(point.latDeg, point.lonDeg)) : [],
    neighborNames: neighborNames(codes, request),
    alphabets: getTerritory(first.territory).alphabets,
  };
}

/** The first code of a territory at a point; the local code where it has none there. */
function codeAt(
  latDeg: number,
  lonDeg: number,
  { territory, precision }: CellsRequest,
): Mapcode | undefined {
  const [code] = encode(latDeg, lonDeg, { precision, territory });
  return code ?? firstCode({ latDeg, lonDeg }, precision);
}

export function cellsAround(request: CellsRequest): readonly CodeCell[] {
  const { point, stepLatDeg, stepLonDeg, rows, columns, alphabet } = request;
  const cells = new Map<string, CodeCell>();
  for (let row = -rows; row <= rows; row++) {
    const latDeg = point.latDeg + row * stepLatDeg;
    if (Math.abs(latDeg) > MAX_LAT_DEG) continue;
    for (let column = -columns; column <= columns; column++) {
      const mapcode = codeAt(latDeg, point.lonDeg + column * stepLonDeg, request);
      const whole = `${mapcode}`;
      if (!mapcode || cells.has(whole)) continue;
      const text = writtenCode(mapcode.code, alphabet);
      cells.set(whole, { text, bounds: boundsOf(decodeRectangle(whole)) });
    }
  }
  return [...cells.values()];
}
