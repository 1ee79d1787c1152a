/** What a text in the search box may mean: coordinates, a mapcode, the name of a territory, or a start of these. */
import {
  type Coordinate,
  decode,
  encode,
  findTerritory,
  getTerritory,
  INTERNATIONAL,
  MapcodeError,
  type MapcodeParse,
  parseCoordinates,
  parseMapcode,
  searchTerritories,
  type Territory,
  type TerritoryCode,
} from "../../index.ts";
import { codeOfCommonName } from "../../library/names.ts";
import { parsePoint } from "../link.ts";
import {
  CHOOSE_TERRITORY,
  hintForMapcode,
  isLikeAddress,
  LINK_WITHOUT_PLACE,
  NO_ADDRESSES,
} from "./hints.ts";
import { codeOfLink, isLink, pointOfLink } from "./map-links.ts";
import { countriesNamed, countryOf, fullNameOf } from "./names.ts";
import { type Bounds, boundsOfTerritory } from "./places.ts";
import { plainText } from "./plain-text.ts";
import { searchTowns, type Town } from "./towns.ts";

export interface SearchRequest {
  readonly text: string;
  /** The chosen place: codes without territory may be codes of its territories. */
  readonly near: Coordinate | undefined;
  /** The middle of the map, whose territories come first; undefined if the map shows too much to say one. */
  readonly middle: Coordinate | undefined;
}

/** A place that a text in the search box may mean. */
export interface Suggestion {
  readonly kind: "coordinates" | "mapcode" | "territory" | "town";
  readonly title: string;
  readonly detail: string;
  /** Where it is; the middle of a territory. */
  readonly point: Coordinate;
  /** The bounds of a territory; undefined for other places. */
  readonly bounds?: Bounds;
  /** The number of extra characters of a mapcode; undefined for other places. */
  readonly precision?: number;
  /** What replaces the text in the search box: `NLD ` for a territory, so that a code can follow. */
  readonly completion: string;
}

export interface SearchResult {
  readonly suggestions: readonly Suggestion[];
  /** Whether the text names several places equally, so that the user has to choose. */
  readonly isAmbiguous: boolean;
  /** What is missing or wrong while there is no place; empty otherwise. */
  readonly hint: string;
  /** Whether the text cannot become anything by typing on. */
  readonly isWrong: boolean;
}

const NO_RESULT: SearchResult = { suggestions: [], isAmbiguous: false, hint: "", isWrong: false };

/** As many as fit on a phone above its keyboard. */
const MAX_SUGGESTIONS = 6;

/** Signs that coordinates have and mapcodes do not, or digits alone: the text is meant as coordinates. */
const LIKE_COORDINATES = /^[\s\d.,;+-]*$|[°º'′"″,;()]|^geo:|^point/i;

/** Half of a pair of coordinates, such as `52.37 N`. Its number could be a code of the territory where the user is. */
const HALF_OF_COORDINATES = /^\s*([nsew]\s+)?\d+(\.\d*)?(\s+[nsew])?\s*$/i;

/** Decimals of coordinates in texts: a tenth of a meter. */
const SHOWN_DECIMALS = 6;

function pointText(latDeg: number, lonDeg: number): string {
  return `${latDeg.toFixed(SHOWN_DECIMALS)}, ${lonDeg.toFixed(SHOWN_DECIMALS)}`;
}

/** The territory with a common name that is neither in the published tables nor known to browsers. */
function commonTerritory(text: string): readonly Territory[] {
  const code = codeOfCommonName(text);
  return code === undefined ? [] : [getTerritory(code)];
}

/** Territories by a name, a code, or a start of these. */
function searchByName(text: string): readonly Territory[] {
  const { exact, beginning } = countriesNamed(text);
  const found = searchTerritories(text, { limit: MAX_SUGGESTIONS });
  return [...new Set([...commonTerritory(text), ...exact, ...found, ...beginning])];
}

/** Whole degrees, `52,4`. Elsewhere, the comma may be a decimal one; here, a half of a pair is no place. */
function wholeDegrees(text: string): Coordinate | undefined {
  const [, lat, lon] = /^([+-]?\d+),([+-]?\d+)$/.exec(text) ?? [];
  return parsePoint(lat, lon);
}

/** The coordinates in a text, or why it has none. */
function findCoordinates(text: string): Suggestion | string {
  const typed = text.trim();
  try {
    const point = pointOfLink(typed) ?? wholeDegrees(typed) ?? parseCoordinates(text);
    const title = pointText(point.latDeg, point.lonDeg);
    return { kind: "coordinates", title, detail: "Latitude, longitude", point, completion: text };
  } catch (error) {
    if (error instanceof MapcodeError) return error.message;
    throw error;
  }
}

/** Decimals of the middle of a cell that are less than a thousandth of it: links stay short. */
function decimalsAt(precision: number): number {
  return 7 + Math.ceil(precision * 0.75);
}

function roundedPlace(mapcode: string, precision: number): Coordinate {
  const { latDeg, lonDeg } = decode(mapcode);
  const round = (degrees: number) => Number(degrees.toFixed(decimalsAt(precision)));
  return { latDeg: round(latDeg), lonDeg: round(lonDeg) };
}

interface MapcodeSuggestion extends Suggestion {
  readonly territory: TerritoryCode;
}

function suggestMapcode(parsed: MapcodeParse): readonly MapcodeSuggestion[] {
  if (parsed.status !== "valid") return [];
  const { mapcode, precision } = parsed;
  const isInternational = mapcode.territory === INTERNATIONAL;
  const title = isInternational ? mapcode.code : `${mapcode}`;
  const detail = isInternational ? "International" : fullNameOf(getTerritory(mapcode.territory));
  return [
    {
      kind: "mapcode",
      title,
      detail,
      point: roundedPlace(`${mapcode}`, precision),
      precision,
      completion: title,
      territory: mapcode.territory,
    },
  ];
}

/** The territories of a place, or none without a place. */
function territoriesNear(place: Coordinate | undefined): readonly TerritoryCode[] {
  if (!place) return [];
  return [...new Set(encode(place.latDeg, place.lonDeg).map(({ territory }) => territory))];
}

/** Sorts territories that a text names equally: those in view, countries, subdivisions. */
function ranked<Item>(
  items: readonly Item[],
  territoryOf: (item: Item) => TerritoryCode,
  { middle }: SearchRequest,
): Item[] {
  const inView = territoriesNear(middle);
  const rankOf = (item: Item) => {
    const territory = territoryOf(item);
    if (inView.includes(territory)) return 0;
    return getTerritory(territory).parentTerritory ? 2 : 1;
  };
  return items.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether a text in capitals is a code of a territory or its whole name. */
function isCalled(territory: Territory, text: string): boolean {
  const { alphaCode, alphaCodeMinimal, aliases, fullName, fullNameAliases } = territory;
  const names = [alphaCode, alphaCodeMinimal, ...aliases, fullName, ...fullNameAliases];
  return names.some((name) => name.toUpperCase() === text);
}

/** The territories that a text names exactly. */
function territoriesCalled(text: string): Territory[] {
  const name = text.trim().toUpperCase();
  const exact = searchByName(text).filter((territory) => isCalled(territory, name));
  // India for IN.
  const country = countryOf(name);
  const others = [...(country ? [country] : []), ...commonTerritory(text)];
  return [...new Set([...countriesNamed(text).exact, ...exact, ...others])];
}

/**
 * The territories that a text in front of a code may stand for: those that it names exactly, or else those
 * whose names it begins.
 */
function territoriesFor(front: string): readonly string[] {
  // The search knows names in Roman letters only.
  const inAlphabet = /[^\0-\x7f]/.test(front) ? findTerritory(front) : undefined;
  if (inAlphabet) return [inAlphabet.alphaCode];
  const exact = territoriesCalled(front);
  return (exact.length > 0 ? exact : searchByName(front)).map(({ alphaCode }) => alphaCode);
}

/**
 * How else a text may be meant: people leave out the space (`NLD49.4V`), write a comma for the dot, or the territory
 * last.
 */
function otherSpellings(text: string): string[] {
  const [, letters = "", code = ""] =
    /^([a-z]{2,3}(?:-[a-z]{2,3})?)(\w{2,5}\.\S+)$/i.exec(text) ?? [];
  const [, withComma = "", afterComma = ""] = /^(.*\S),(\w{2,4}(?:-\w*)?)$/.exec(text) ?? [];
  if (afterComma !== "") return [`${withComma}.${afterComma}`];
  const [, before = "", territory = ""] = /^(\S+\.[^\s,]+),?\s+([^\d.]{2,})$/.exec(text) ?? [];
  if (territory !== "") return [`${territory} ${before}`];
  return letters === "" ? [] : [`${letters} ${code}`];
}

/** The places of a code, however it is spelled. */
function findMapcodes(request: SearchRequest): MapcodeSuggestion[] {
  const text = request.text.trim();
  const [best = []] = [text, ...otherSpellings(text)]
    .map((spelling) => findSpelledMapcodes({ ...request, text: spelling }))
    .filter((found) => found.length > 0);
  return best;
}

/** The places of a code, in the territories that its front may stand for or in the territories of the place. */
function findSpelledMapcodes(request: SearchRequest): MapcodeSuggestion[] {
  const { text } = request;
  const space = text.search(/\s+\S*$/);
  const code = text.slice(space + 1).trim();
  const front = space < 0 ? "" : text.slice(0, space).trim();
  const whole = suggestMapcode(parseMapcode(text));
  const isWorldwide = whole.some(({ territory }) => territory === INTERNATIONAL);
  if (isWorldwide || HALF_OF_COORDINATES.test(text)) return [...whole];
  const fronts = front === "" ? territoriesNear(request.near) : territoriesFor(front);
  const others = fronts.flatMap((territory) => {
    return suggestMapcode(parseMapcode(code, { context: territory }));
  });
  const byTitle = new Map([...whole, ...others].map((one) => [one.title, one]));
  return ranked([...byTitle.values()], ({ territory }) => territory, request);
}

function middleOf({ southDeg, westDeg, northDeg, eastDeg }: Bounds): Suggestion["point"] {
  return { latDeg: (southDeg + northDeg) / 2, lonDeg: (westDeg + eastDeg) / 2 };
}

function suggestTerritories(request: SearchRequest): Suggestion[] {
  const exact = ranked(territoriesCalled(request.text), ({ alphaCode }) => alphaCode, request);
  return [...new Set([...exact, ...searchByName(request.text)])]
    .filter(({ alphaCode }) => alphaCode !== INTERNATIONAL)
    .map((territory) => {
      const bounds = boundsOfTerritory(territory);
      return {
        kind: "territory",
        title: fullNameOf(territory),
        detail: territory.alphaCode,
        point: middleOf(bounds),
        bounds,
        completion: `${territory.alphaCode} `,
      };
    });
}

function suggestTown({ name, point, territory }: Town): Suggestion {
  return {
    kind: "town",
    title: name,
    detail: fullNameOf(getTerritory(territory)),
    point,
    completion: name,
  };
}

/** Finds the places that a text may mean, the likeliest first, and says what is missing or wrong if there are none. */
export function interpret(typed: SearchRequest): SearchResult {
  const request = { ...typed, text: plainText(typed.text) };
  const { text } = request;
  if (text.trim() === "") return NO_RESULT;
  const coordinates = findCoordinates(text);
  if (typeof coordinates !== "string") {
    return { ...NO_RESULT, suggestions: [coordinates] };
  }
  const code = codeOfLink(text.trim());
  if (code !== undefined) return interpret({ ...request, text: code });
  if (isLink(text.trim())) return { ...NO_RESULT, hint: LINK_WITHOUT_PLACE, isWrong: true };
  const mapcodes = findMapcodes(request);
  const named = suggestTerritories(request);
  const towns = searchTowns(text, MAX_SUGGESTIONS);
  const called = territoriesCalled(text).length;
  const suggestions = [
    ...mapcodes,
    ...named.slice(0, called),
    ...towns.exact.map(suggestTown),
    ...named.slice(called),
    ...towns.others.map(suggestTown),
  ].slice(0, MAX_SUGGESTIONS);
  if (mapcodes.length > 0) {
    return { ...NO_RESULT, suggestions, isAmbiguous: mapcodes.length > 1 };
  }
  if (suggestions.length > 0) {
    const isClear = called === 1 || (called === 0 && towns.isClear);
    const hint = named.length > 0 && towns.exact.length === 0 ? CHOOSE_TERRITORY : "";
    return { ...NO_RESULT, suggestions, isAmbiguous: suggestions.length > 1 && !isClear, hint };
  }
  if (isLikeAddress(text)) return { ...NO_RESULT, hint: NO_ADDRESSES };
  if (LIKE_COORDINATES.test(text) || HALF_OF_COORDINATES.test(text)) {
    return { ...NO_RESULT, hint: coordinates };
  }
  return { ...NO_RESULT, ...hintForMapcode(text) };
}
