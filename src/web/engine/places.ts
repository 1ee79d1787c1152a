/** All codes of a point, with what the page shows of each. */
import { areBordersLoaded } from "../../borders/arrays.ts";
import { encodeByBorders, encodeLocal, territoriesAt } from "../../borders/index.ts";
import {
  type AlphabetName,
  type Coordinate,
  decode,
  decodeRectangle,
  distanceMeters,
  encode,
  encodeShortest,
  formatMapcode,
  getTerritory,
  INTERNATIONAL,
  type Mapcode,
  mapcodeInAlphabet,
  maxErrorMeters,
  parseMapcode,
  type Rectangle,
  type Territory,
  type TerritoryCode,
  territoryInAlphabet,
} from "../../index.ts";
import { MAX_LAT_DEG } from "../../library/options.ts";
import { formatList } from "../../messages.ts";
import * as L from "../../tables/layout/records.ts";
import { deriver, firstRecords, records } from "../../tables/tables.ts";
import { isFormOf } from "../state.ts";
import { displayName, fullNameOf } from "./names.ts";

/** Edges in degrees. Across the date line, the east is above 180. */
export interface Bounds {
  readonly southDeg: number;
  readonly westDeg: number;
  readonly northDeg: number;
  readonly eastDeg: number;
}

export interface PlaceRequest {
  readonly point: Coordinate;
  /** The code that the user has chosen, `NLD 49.4V`: added if it leads here, and encoding does not give it. */
  readonly code?: string | undefined;
  /** Extra characters, 0 to 8. */
  readonly precision: number;
  readonly alphabet: AlphabetName;
}

/** The area of a code. */
export interface CodeCell {
  /** The code in the alphabet of the request, without its territory. */
  readonly label: string;
  readonly cell: Bounds;
}

/** One code of a point. */
export interface CodeDescription {
  readonly territory: TerritoryCode;
  /** Where the code is valid, in words: `Indiana, United States`, or `International`. */
  readonly validIn: string;
  /** The code in Roman letters, `NLD 49.4V`; without a territory if it is international. */
  readonly code: string;
  /** The same in the alphabet of the request; its letters stay Roman if that alphabet cannot write them. */
  readonly label: string;
  /** The area that the code stands for at this precision. */
  readonly cell: Bounds;
  /** Where the code leads. */
  readonly center: Coordinate;
  /** From the point to the center. */
  readonly offsetMeters: number;
  readonly widthMeters: number;
  readonly heightMeters: number;
}

export interface PlaceDescription {
  readonly request: PlaceRequest;
  /**
   * The local code first: of the territory that the place is in, or the shortest where the borders know none or are not
   * loaded. The codes of the other territories around the place follow; the international one is the last.
   */
  readonly codes: readonly CodeDescription[];
  /** The code that the user has chosen, or the first one. */
  readonly chosen: CodeDescription;
  /** The greatest distance at this precision between a point and where its codes lead. */
  readonly maxErrorMeters: number;
  /** Whether the borders are not loaded, which decide which code is first. */
  readonly needsBorders: boolean;
  /** Why the place has codes of several territories, or who claims the land: a line and the reason. Else empty. */
  readonly borderNote: { readonly summary: string; readonly text: string };
  /** The alphabets that are used there, the most used first. */
  readonly alphabets: readonly AlphabetName[];
}

/** The rectangle of a code as edges that rise across the date line. */
export function boundsOf({ southWest, northEast }: Rectangle): Bounds {
  const isAcross = northEast.lonDeg < southWest.lonDeg;
  return {
    southDeg: southWest.latDeg,
    westDeg: southWest.lonDeg,
    northDeg: northEast.latDeg,
    eastDeg: northEast.lonDeg + (isAcross ? 360 : 0),
  };
}

/** Where a territory is: its last record, the encompassing one, says so (format 3). */
export function boundsOfTerritory({ number }: Territory): Bounds {
  deriver.territory(number);
  const base = (firstRecords[number + 1] - 1) * L.RECORD_WORDS;
  const [west, south] = [records[base + L.LON_MIN], records[base + L.LAT_MIN]];
  return {
    southDeg: south / 1e6,
    westDeg: west / 1e6,
    northDeg: (south + records[base + L.LAT_HEIGHT]) / 1e6,
    eastDeg: (west + records[base + L.LON_WIDTH]) / 1e6,
  };
}

/** A code in an alphabet, or in Roman letters where that alphabet lacks a letter of it. */
function inAlphabet(code: string, alphabet: AlphabetName): string {
  try {
    return mapcodeInAlphabet(code, alphabet);
  } catch {
    return code;
  }
}

function describeCode(mapcode: Mapcode, { point, alphabet }: PlaceRequest): CodeDescription {
  const { territory, code } = mapcode;
  const isInternational = territory === INTERNATIONAL;
  const whole = formatMapcode({ territory, code });
  const rectangle = decodeRectangle(whole);
  const { southWest, northEast, center: middle } = rectangle;
  const center = decode(whole);
  const letters = inAlphabet(code, alphabet);
  return {
    territory,
    validIn: isInternational ? "International" : fullNameOf(getTerritory(territory)),
    code: isInternational ? code : whole,
    label: isInternational ? letters : `${territoryInAlphabet(territory, alphabet)} ${letters}`,
    cell: boundsOf(rectangle),
    center,
    offsetMeters: distanceMeters(point, center),
    widthMeters: distanceMeters(
      { latDeg: middle.latDeg, lonDeg: southWest.lonDeg },
      { latDeg: middle.latDeg, lonDeg: northEast.lonDeg },
    ),
    heightMeters: distanceMeters(southWest, { ...northEast, lonDeg: southWest.lonDeg }),
  };
}

/** The code that stands first: the local one, or the shortest until the borders are loaded. */
function firstCode({ latDeg, lonDeg }: Coordinate, precision: number): Mapcode {
  const local = areBordersLoaded() ? encodeLocal(latDeg, lonDeg, { precision }) : undefined;
  return local ?? encodeShortest(latDeg, lonDeg, { precision });
}

/** The codes of a point, the local one first. */
function sortedCodes({ point, precision }: PlaceRequest): Mapcode[] {
  const { latDeg, lonDeg } = point;
  const encodeAll = areBordersLoaded() ? encodeByBorders : encode;
  const all = encodeAll(latDeg, lonDeg, { precision });
  const local = `${firstCode(point, precision)}`;
  const isFirst = (mapcode: Mapcode) => `${mapcode}` === local;
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
  const { code: chosen = "", point } = request;
  const parsed = parseMapcode(chosen);
  if (codes.some(({ code }) => isFormOf(code, chosen)) || parsed.status !== "valid") return [];
  // The point of a link may be another one.
  if (distanceMeters(decode(chosen), point) > maxErrorMeters(parsed.precision)) return [];
  return [describeCode(parsed.mapcode, request)];
}

/** @param territoryNames of which the place has codes @param aroundNames that contain the place by the borders */
function borderNote(territoryNames: readonly string[], aroundNames: readonly string[]) {
  const isShared = territoryNames.length > 1;
  const around = formatList(aroundNames, "and");
  if (!isShared && aroundNames.length < 2) return { summary: "", text: "" };
  const why = isShared
    ? `This place has codes of ${formatList(territoryNames, "and")}, because territories overlap near their borders. ` +
      "Each of them leads here. "
    : "";
  return {
    summary:
      aroundNames.length > 1
        ? `In ${around}`
        : `Codes of ${territoryNames.length} territories: why?`,
    text: why + reasonForFirst(aroundNames.length, around),
  };
}

function reasonForFirst(count: number, names: string): string {
  if (!areBordersLoaded()) return "The shortest is the first until the borders are loaded.";
  if (count === 0) {
    return "It is on no territory's land by the borders, so the shortest code is the first.";
  }
  if (count === 1) return `By the borders it is in ${names}, whose code is the first.`;
  return (
    `By the borders it is in each of ${names}: one is a part of the other, or they all claim the land. ` +
    "The first code is of the smallest that has one here."
  );
}

/**
 * All codes of a point.
 * @throws MapcodeError if the precision is not an integer from 0 to 8, or there is no such alphabet
 */
export function describePlace(request: PlaceRequest): PlaceDescription {
  const { point, precision, code } = request;
  const needsBorders = !areBordersLoaded();
  const encoded = sortedCodes(request).map((mapcode) => describeCode(mapcode, request));
  const [local, international] = [encoded.slice(0, -1), encoded.slice(-1)];
  const codes = [...local, ...chosenCode(encoded, request), ...international];
  const isChosen = (one: CodeDescription) => code !== undefined && isFormOf(one.code, code);
  const territories = [...new Set(local.map(({ territory }) => territory))].map((territory) =>
    getTerritory(territory),
  );
  const around = needsBorders ? [] : territoriesAt(point.latDeg, point.lonDeg);
  return {
    request,
    codes,
    chosen: codes.find(isChosen) ?? codes[0],
    maxErrorMeters: maxErrorMeters(precision),
    needsBorders,
    borderNote: borderNote(distinctNames(territories), distinctNames(around)),
    alphabets: getTerritory(codes[0].territory).alphabets,
  };
}

/** More than a large screen has, if they are wide enough for their codes. */
const MAX_CELLS_A_SIDE = 80;

/**
 * The cells of codes in a rectangle, each once: of the territory of the chosen code, or the local ones where that has
 * none.
 * @param place the place whose chosen code gives size and position of the grid
 */
export function cellsIn(bounds: Bounds, { request, chosen }: PlaceDescription): CodeCell[] {
  const { precision, alphabet } = request;
  const { cell, center, territory } = chosen;
  // A cell may be cut to a thin strip, or be a line at a pole.
  const stepOf = (cellDeg: number, boundsDeg: number) =>
    Math.max(cellDeg, boundsDeg / MAX_CELLS_A_SIDE);
  const height = stepOf(cell.northDeg - cell.southDeg, bounds.northDeg - bounds.southDeg);
  const width = stepOf(cell.eastDeg - cell.westDeg, bounds.eastDeg - bounds.westDeg);
  const firstLat = center.latDeg + Math.floor((bounds.southDeg - center.latDeg) / height) * height;
  const firstLon = center.lonDeg + Math.floor((bounds.westDeg - center.lonDeg) / width) * width;
  const cells = new Map<string, CodeCell>();
  for (let latDeg = firstLat; latDeg < bounds.northDeg + height; latDeg += height) {
    if (Math.abs(latDeg) > MAX_LAT_DEG) continue;
    for (let lonDeg = firstLon; lonDeg < bounds.eastDeg + width; lonDeg += width) {
      const [own] = encode(latDeg, lonDeg, { precision, territory });
      const mapcode = own ?? firstCode({ latDeg, lonDeg }, precision);
      const whole = `${mapcode}`;
      if (cells.has(whole)) continue;
      const label = inAlphabet(mapcode.code, alphabet);
      cells.set(whole, { label, cell: boundsOf(decodeRectangle(whole)) });
    }
  }
  return [...cells.values()];
}
