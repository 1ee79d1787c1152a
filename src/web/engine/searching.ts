/** Interprets a text in the search box: coordinates, a mapcode, a name of a territory or town, or the start of one. */
import * as M from "../../index.ts";
import { foldedName, foldedTerritories } from "../../library/names.ts";
import { parsePoint } from "../link.ts";
import { coordinateText } from "../units.ts";
import { countriesNamed, fullNameOf } from "./names.ts";
import { codeOfLink, isLink, plainText, pointOfLink } from "./pasted.ts";
import { type Bounds, boundsOfTerritory, codeOf } from "./places.ts";
import { searchTowns, type Town } from "./towns.ts";

export interface SearchRequest {
  readonly text: string;
  /** The chosen place: its territories complete codes without territory. */
  readonly near?: M.Coordinate | undefined;
  /** The middle of the map: its territories come first. Undefined if the map shows too large an area. */
  readonly middle?: M.Coordinate | undefined;
}

/** A possible meaning of the text. */
export type Suggestion = { readonly title: string; readonly detail: string } & (
  | { readonly kind: "territory"; readonly bounds: Bounds }
  | { readonly kind: "mapcode"; readonly point: M.Coordinate; readonly precision: number }
  | { readonly kind: "coordinates" | "town"; readonly point: M.Coordinate }
);

export interface SearchResult {
  readonly suggestions: readonly Suggestion[];
  /** Whether the text names several places equally, so that the user has to choose. */
  readonly isAmbiguous: boolean;
  /** The problem with the text, or the next step; may be empty. */
  readonly hint: string;
  /** Whether typing on cannot make the text valid. */
  readonly isWrong: boolean;
}

/** As many as fit on a phone above its keyboard. */
const MAX_SUGGESTIONS = 6;

const NO_ADDRESSES =
  "This page knows territories and larger towns, but no streets. Click your place on the map, or use your position.";

const LINK_WITHOUT_PLACE =
  "This link has no coordinates. Open the place on that map, and copy the address or the coordinates from there.";

/** The hint beside suggested territories. */
const CHOOSE_TERRITORY =
  "Choose a territory to see it on the map, or go on with a space and a code.";

/** Characters that only coordinates have, or digits alone: the text is meant as coordinates. */
const LIKE_COORDINATES = /^[\s\d.,;+-]*$|[°º'′"″,;()]|^geo:|^point/i;

/** Half of a pair of coordinates, such as `52.37 N`. Its number could also be a code near the chosen place. */
const HALF_OF_COORDINATES = /^([nsew]\s+)?\d+(\.\d*)?(\s+[nsew])?$/i;

/** Other spellings of codes: a comma for the dot, the territory after the code, no space between them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(.*\S),(\w{2,4}(?:-\w*)?)$/, "$1.$2"],
  [/^(\S+\.[^\s,]+),?\s+([^\d.]{2,})$/, "$2 $1"],
  [/^([a-z]{2,3}(?:-[a-z]{2,3})?)(\w{2,5}\.\S+)$/i, "$1 $2"],
];

/** Whole degrees, `52,4`. The comma is no decimal one: half of a pair is no place. */
function wholeDegrees(text: string): M.Coordinate | undefined {
  const [, lat, lon] = /^([+-]?\d+),([+-]?\d+)$/.exec(text) ?? [];
  return parsePoint(lat, lon);
}

/** A point with a longitude from -180 to 180, as links have it. */
function wrapped({ latDeg, lonDeg }: M.Coordinate): M.Coordinate {
  if (Math.abs(lonDeg) <= 180) return { latDeg, lonDeg };
  return { latDeg, lonDeg: Number((lonDeg - 360 * Math.sign(lonDeg)).toFixed(9)) };
}

/** The coordinates in a text, or the error message. */
function findCoordinates(text: string): Suggestion | string {
  try {
    const point = wrapped(pointOfLink(text) ?? wholeDegrees(text) ?? M.parseCoordinates(text));
    const title = coordinateText(point);
    return { kind: "coordinates", title, detail: "Latitude, longitude", point };
  } catch (error) {
    if (error instanceof M.MapcodeError) return error.message;
    throw error;
  }
}

/** The territories with codes of a place; none without a place. */
function territoriesNear(place: M.Coordinate | undefined): M.TerritoryCode[] {
  return place ? M.encode(place.latDeg, place.lonDeg).map(({ territory }) => territory) : [];
}

/** Sorts equal matches by territory: in view, countries, subdivisions. */
function ranked<Item>(
  items: readonly Item[],
  territoryOf: (item: Item) => M.TerritoryCode,
  middle: M.Coordinate | undefined,
): Item[] {
  const inView = territoriesNear(middle);
  const rankOf = (item: Item) => {
    const territory = territoryOf(item);
    if (inView.includes(territory)) return 0;
    return M.getTerritory(territory).parentTerritory ? 2 : 1;
  };
  return items.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Territories with exactly this code or name, and other matches. */
function territoriesNamed(text: string) {
  const found = M.searchTerritories(text, { limit: MAX_SUGGESTIONS });
  const [upper, folded] = [text.toUpperCase(), foldedName(text)];
  const isCalled = ({ number, fullName, fullNameAliases }: M.Territory) => {
    const { codes, names } = foldedTerritories()[number];
    const written = [fullName, ...fullNameAliases];
    // Compares the names of the tables as written: folding makes Shanxi of Shaanxi. Common names follow them.
    const others = [...codes, ...names.slice(written.length)];
    return others.includes(folded) || written.some((name) => name.toUpperCase() === upper);
  };
  const called = new Set([...countriesNamed(text, true), ...found.filter(isCalled)]);
  const others = new Set([...found, ...countriesNamed(text, false)]);
  return { called: [...called], others: [...others].filter((one) => !called.has(one)) };
}

/** The territories that the text before a code may mean. */
function territoriesInFront(front: string): readonly M.TerritoryCode[] {
  // The search knows only names in Roman letters.
  const inAlphabet = /[^\0-\x7f]/.test(front) ? M.findTerritory(front) : undefined;
  if (inAlphabet) return [inAlphabet.alphaCode];
  const { called, others } = territoriesNamed(front);
  return (called.length > 0 ? called : others).map(({ alphaCode }) => alphaCode);
}

function readMapcode(text: string, context?: M.TerritoryCode): M.ValidMapcode[] {
  const parsed = M.parseMapcode(text, { context });
  return parsed.status === "valid" ? [parsed] : [];
}

/** The readings of a code: in the territories that the text before it may mean, or without it, near the place. */
function findMapcodes(text: string, { near, middle }: SearchRequest): M.ValidMapcode[] {
  const whole = readMapcode(text);
  const isWorldwide = whole.some(({ mapcode }) => mapcode.territory === M.INTERNATIONAL);
  if (isWorldwide || HALF_OF_COORDINATES.test(text)) return whole;
  const [, front = "", code] = /^(?:(.*\S)\s+)?(\S*)$/s.exec(text) ?? [];
  const territories = front === "" ? territoriesNear(near) : territoriesInFront(front);
  const others = territories.flatMap((territory) => readMapcode(code, territory));
  const distinct = new Map([...whole, ...others].map((one) => [`${one.mapcode}`, one]));
  return ranked([...distinct.values()], ({ mapcode }) => mapcode.territory, middle);
}

function suggestMapcode({ mapcode, precision }: M.ValidMapcode): Suggestion {
  const { latDeg, lonDeg } = M.decode(mapcode);
  // Rounds by under a thousandth of the cell: links stay short.
  const round = (degrees: number) => Number(degrees.toFixed(7 + Math.ceil(precision * 0.75)));
  const detail = fullNameOf(M.getTerritory(mapcode.territory));
  const point = { latDeg: round(latDeg), lonDeg: round(lonDeg) };
  return { kind: "mapcode", title: codeOf(mapcode), detail, point, precision };
}

function suggestTerritory(territory: M.Territory): Suggestion[] {
  const [title, detail] = [fullNameOf(territory), territory.alphaCode];
  if (detail === M.INTERNATIONAL) return [];
  return [{ kind: "territory", title, detail, bounds: boundsOfTerritory(territory) }];
}

function suggestTown({ name, point, territory }: Town): Suggestion {
  return { kind: "town", title: name, detail: fullNameOf(M.getTerritory(territory)), point };
}

/**
 * Whether a text looks like a town or an address. Mapcodes and coordinates have a dot within a word. The start of a
 * mapcode counts as a word only with a vowel: codes have hardly any.
 */
function isLikeAddress(text: string, status: ReturnType<typeof M.parseMapcode>["status"]): boolean {
  if (/\S\.\S/.test(text)) return false;
  // Names in scripts such as Chinese have few letters.
  if (status === "malformed" && /^[\p{L}\p{M}\s'-]+$/u.test(text)) return true;
  return /\p{L}{4}/u.test(text) && (status !== "incomplete" || /[aeiou]/i.test(text));
}

/** The problem with a text that names no place, and whether typing on cannot help. */
function hintFor(text: string, whyNoCoordinates: string): Partial<SearchResult> {
  const parsed = M.parseMapcode(text);
  if (isLikeAddress(text, parsed.status)) return { hint: NO_ADDRESSES };
  const isMeantAsCoordinates = LIKE_COORDINATES.test(text) || HALF_OF_COORDINATES.test(text);
  if (isMeantAsCoordinates) return { hint: whyNoCoordinates };
  if (parsed.status === "valid" || parsed.status === "incomplete") return {};
  const { code, value } = parsed.error;
  // A complete code without its territory, such as `49.4V`.
  const needsTerritory = /^[^\s.]{2,4}\.[^\s.-]{2,4}(-\S*)?$/u.test(text);
  let hint = 'This is no mapcode. A mapcode looks like "NLD 49.4V".';
  if (code === "unknown-territory") hint = `No territory has the name or code ${value}.`;
  else if (needsTerritory) {
    hint = `Which territory is ${text} in? Write its name or code in front, as in "NLD 49.4V".`;
  } else if (parsed.status === "unknown") {
    hint = `No place has the code ${text}. Look for a mistake in it.`;
  }
  return { hint, isWrong: !needsTerritory };
}

function meaningOf(text: string, request: SearchRequest): Partial<SearchResult> {
  if (text === "") return {};
  const coordinates = findCoordinates(text);
  if (typeof coordinates !== "string") return { suggestions: [coordinates] };
  const code = codeOfLink(text);
  if (code !== undefined) return meaningOf(code, request);
  if (isLink(text)) return { hint: LINK_WITHOUT_PLACE, isWrong: true };
  const spellings = SPELLINGS.map(([spelling, usual]) => text.replace(spelling, usual));
  const [mapcodes = []] = [...new Set([text, ...spellings])]
    .map((spelling) => findMapcodes(spelling, request))
    .filter(({ length }) => length > 0);
  const { called, others } = territoriesNamed(text);
  const towns = searchTowns(text, MAX_SUGGESTIONS);
  const suggestions = [
    ...mapcodes.map(suggestMapcode),
    ...ranked(called, ({ alphaCode }) => alphaCode, request.middle).flatMap(suggestTerritory),
    ...towns.exact.map(suggestTown),
    ...others.flatMap(suggestTerritory),
    ...towns.others.map(suggestTown),
  ].slice(0, MAX_SUGGESTIONS);
  if (mapcodes.length > 0) return { suggestions, isAmbiguous: mapcodes.length > 1 };
  if (suggestions.length === 0) return hintFor(text, coordinates);
  const isClear = called.length === 1 || (called.length === 0 && towns.isClear);
  const isTerritory = called.length + others.length > 0 && towns.exact.length === 0;
  const hint = isTerritory ? CHOOSE_TERRITORY : "";
  return { suggestions, isAmbiguous: suggestions.length > 1 && !isClear, hint };
}

/** Finds the places that a text may mean, the likeliest first, or the problem with it. */
export function interpret(request: SearchRequest): SearchResult {
  const nothing = { suggestions: [], isAmbiguous: false, hint: "", isWrong: false };
  return { ...nothing, ...meaningOf(plainText(request.text), request) };
}
