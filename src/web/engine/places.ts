/** All codes of a point, with the facts to show of each. */
import { areBordersLoaded } from "../../borders/border-arrays.ts";
import { encodeByBorders, encodeLocal, territoriesAt } from "../../borders/index.ts";
import * as library from "../../index.ts";
import { MAX_LAT_DEG } from "../../library/errors.ts";
import { formatList } from "../../messages.ts";
import * as layout from "../../tables/layout/records.ts";
import { deriver, firstRecords, records } from "../../tables/tables.ts";
import { isFormOf, type PageState } from "../link.ts";
import { areaText } from "../wording.ts";
import { displayName, fullNameOf, nameInSentence } from "./names.ts";

export interface ChosenPlace extends Pick<PageState, "code" | "precision" | "alphabet"> {
  readonly point: library.Coordinate;
}

/** Edges in degrees. Across the date line, the east is above 180. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** A cell with its code in the alphabet of the state, without its territory; empty if there is no room for it. */
export type CodeCell = Pick<CodeDescription, "cell" | "label">;

export type CodeDescription = ReturnType<typeof describeCode>;
export type PlaceDescription = ReturnType<typeof describePlace>;

function boundsOf(code: string): Bounds {
  const { southWest, northEast } = library.decodeRectangle(code);
  const east = northEast.lonDeg + (northEast.lonDeg < southWest.lonDeg ? 360 : 0);
  return [southWest.lonDeg, southWest.latDeg, east, northEast.latDeg];
}

/** The bounds of a territory, from its last record, the encompassing one (format 3). */
export function boundsOfTerritory({ number }: library.Territory): Bounds {
  deriver.deriveTerritory(number);
  const base = (firstRecords[number + 1] - 1) * layout.RECORD_WORDS;
  const [west, south] = [records[base + layout.LON_MIN], records[base + layout.LAT_MIN]];
  const east = west + records[base + layout.LON_WIDTH];
  const north = south + records[base + layout.LAT_HEIGHT];
  return [west / 1e6, south / 1e6, east / 1e6, north / 1e6];
}

/** `NLD 49.4V`; without a territory if the code is international. */
export function codeOf({ territory, code }: library.Mapcode): string {
  return territory === library.INTERNATIONAL ? code : `${territory} ${code}`;
}

/** A code in an alphabet; in Roman letters where that alphabet cannot write it. */
function inAlphabet(code: string, alphabet: library.AlphabetName): string {
  try {
    const territory = code.includes(" ") ? "long" : "none";
    return library.formatMapcode(code, { territory, alphabet });
  } catch {
    return code;
  }
}

function describeCode(mapcode: library.Mapcode, { point, alphabet }: ChosenPlace) {
  const code = codeOf(mapcode);
  const cell = boundsOf(code);
  const [west, south, east, north] = cell;
  const at = (latDeg: number, lonDeg: number) => ({ latDeg, lonDeg });
  const middle = (south + north) / 2;
  const width = library.distanceMeters(at(middle, west), at(middle, east));
  const height = library.distanceMeters(at(south, west), at(north, west));
  const center = library.decode(code);
  return {
    territory: mapcode.territory,
    /** `Indiana, United States`, or `International`. */
    validIn: fullNameOf(library.getTerritory(mapcode.territory)),
    /** In Roman letters, `NLD 49.4V`; without a territory if it is international. */
    code,
    label: inAlphabet(code, alphabet),
    cell,
    size: areaText(width, height),
    center,
    offsetMeters: library.distanceMeters(point, center),
  };
}

/** The first code: the local one, the shortest until the borders are loaded, or else the international one. */
function firstCode({ latDeg, lonDeg }: library.Coordinate, precision: number): library.Mapcode {
  const local = encodeLocal(latDeg, lonDeg, { precision });
  return local ?? library.encodeShortest(latDeg, lonDeg, { precision });
}

/** All codes of a place: the local one by borders or the shortest first, the international one last. */
function codesOf(place: ChosenPlace): CodeDescription[] {
  const { code: wanted = "", point, precision } = place;
  const first = firstCode(point, precision);
  const all = encodeByBorders(point.latDeg, point.lonDeg, { precision });
  const others = all.filter((mapcode) => `${mapcode}` !== `${first}`);
  const codes = [first, ...others].map((mapcode) => describeCode(mapcode, place));
  const parsed = library.parseMapcode(wanted);
  if (codes.some(({ code }) => isFormOf(code, wanted)) || parsed.status !== "valid") return codes;
  // At edges of territories, a code that encoding does not give may lead to the point. In a link, it may lead elsewhere.
  const chosen = describeCode(parsed.mapcode, place);
  const isThere = chosen.offsetMeters <= library.maxErrorMeters(parsed.precision);
  return isThere ? codes.toSpliced(-1, 0, chosen) : codes;
}

/** The distinct names, without the countries of subdivisions. */
function distinctNames(territories: readonly library.Territory[]): string[] {
  const countries = new Set(territories.map(({ parentTerritory }) => parentTerritory));
  const names = territories.filter(({ alphaCode }) => !countries.has(alphaCode));
  return [...new Set(names.map(displayName))];
}

function borderNote(withCodes: readonly library.Territory[], point: library.Coordinate) {
  const names = distinctNames(withCodes);
  const territories = territoriesAt(point.latDeg, point.lonDeg);
  const around = distinctNames(territories);
  if (names.length < 2 && around.length < 2) return { summary: "", text: "" };
  const list = formatList(around.map(nameInSentence), "and");
  const countries = territories.filter(({ parentTerritory }) => !parentTerritory);
  const isClaimed = new Set(countries.map(displayName)).size > 1;
  const claim = isClaimed ? `, which ${around.length === 2 ? "both" : "all"} claim it` : "";
  const reasons = [
    "By the borders it is on no territory's land, so the shortest code is the first.",
    `By the borders it is in ${list}, whose code is the first.`,
    `By the borders it is in ${list}${claim}. The first code is of the smallest that has one here.`,
  ];
  const reason = areBordersLoaded()
    ? reasons[Math.min(around.length, 2)]
    : "The shortest is the first until the borders are loaded.";
  const why =
    `This place has codes of ${formatList(names.map(nameInSentence), "and")}, because territories overlap near their borders. ` +
    `Each of them leads here. ${reason}`;
  return {
    summary:
      around.length > 1 ? `In ${list}${claim}` : `Codes of ${names.length} territories: why?`,
    text: names.length > 1 ? why : reason,
  };
}

export function describePlace(place: ChosenPlace) {
  const { point, precision, code } = place;
  const codes = codesOf(place);
  const withCodes = codes.slice(0, -1).map(({ territory }) => library.getTerritory(territory));
  return {
    ...place,
    codes,
    chosen: codes.find((each) => code !== undefined && isFormOf(each.code, code)) ?? codes[0],
    maxErrorMeters: library.maxErrorMeters(precision),
    borderNote: borderNote(withCodes, point),
    alphabets: library.getTerritory(codes[0].territory).alphabets,
  };
}

/** More than fit on a large screen, at a width that has room for their codes. */
const MAX_CELLS_A_SIDE = 80;

/** Whether two rectangles overlap by more than a hundredth of the first one's sides. */
function overlap(first: Bounds, second: Bounds): boolean {
  return [0, 1].every((axis) => {
    const edge = (first[axis + 2] - first[axis]) / 100;
    return second[axis] < first[axis + 2] - edge && second[axis + 2] > first[axis] + edge;
  });
}

/** The distinct cells in a rectangle: on the grid of the chosen one and in its territory if it is there, or local ones. */
export function cellsIn(bounds: Bounds, place: PlaceDescription): CodeCell[] {
  const { precision, alphabet, chosen } = place;
  const [west, south, east, north] = bounds;
  const middle = { latDeg: (south + north) / 2, lonDeg: (west + east) / 2 };
  const { cell, center, territory } = overlap(chosen.cell, bounds)
    ? chosen
    : describeCode(firstCode(middle, precision), place);
  // A cell may be cut to a thin strip, or be a line at a pole.
  const width = Math.max(cell[2] - cell[0], (east - west) / MAX_CELLS_A_SIDE);
  const height = Math.max(cell[3] - cell[1], (north - south) / MAX_CELLS_A_SIDE);
  const firstLat = center.latDeg + Math.floor((south - center.latDeg) / height) * height;
  const firstLon = center.lonDeg + Math.floor((west - center.lonDeg) / width) * width;
  // The chosen cell has a label of its own. It may be on another grid, and cover others in part.
  const cells = new Map([[chosen.code, { label: "", cell: chosen.cell }]]);
  for (let latDeg = firstLat; latDeg < north + height; latDeg += height) {
    if (Math.abs(latDeg) > MAX_LAT_DEG) continue;
    for (let lonDeg = firstLon; lonDeg < east + width; lonDeg += width) {
      const [inTerritory] = library.encode(latDeg, lonDeg, { precision, territory });
      const mapcode = inTerritory ?? firstCode({ latDeg, lonDeg }, precision);
      const code = codeOf(mapcode);
      if (cells.has(code)) continue;
      const cell = boundsOf(code);
      const label = overlap(chosen.cell, cell) ? "" : inAlphabet(mapcode.code, alphabet);
      cells.set(code, { label, cell });
    }
  }
  return [...cells.values()];
}
