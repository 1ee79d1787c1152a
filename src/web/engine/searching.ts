/** Interprets a text in the search box: coordinates, a mapcode, a name of a territory or town, or the start of one. */
import * as library from "../../index.ts";
import { readCoordinates } from "../../library/coordinates.ts";
import { foldedName } from "../../library/folded-names.ts";
import type { Link } from "../link.ts";
import { coordinateText } from "../wording.ts";
import { findByDisplayName, fullNameOf, type NamedTerritory } from "./names.ts";
import { cleanPasted, readLink } from "./pasted.ts";
import { boundsOfTerritory, codeOf } from "./places.ts";
import { searchTowns, TOWN_ACCURACY_METERS, type Town } from "./towns.ts";

/** The place in view, or else the chosen one: its territories complete codes without territory, and come first. */
type Near = library.Coordinate | undefined;

/** A possible meaning of the text. Its member `text` would find this suggestion alone. */
export type Suggestion = ReturnType<
  typeof suggestCoordinates | typeof suggestMapcode | typeof suggestTerritory | typeof suggestTown
>;

const NO_RESULT = {
  suggestions: [] as readonly Suggestion[],
  /** Whether the text names several places equally, so that the user has to choose. */
  isAmbiguous: false,
  /** The problem with the text, or the next step; may be empty. */
  hint: "",
  /** Whether typing on cannot make the text valid. */
  isWrong: false,
};
export type SearchResult = Readonly<typeof NO_RESULT>;

/** As many as fit on a phone above its keyboard. */
const MAX_SUGGESTIONS = 6;

const NO_ADDRESSES =
  "No territory or larger town has this name, and the page knows no streets. Check the spelling, click your place on the map, or use your position.";

const TOWN_OF_ADDRESS =
  "This page knows no streets. Choose the town, then click your place on the map.";

const OTHER_CODES: readonly (readonly [RegExp, string])[] = [
  [
    /^[2-9CFGHJMPQRVWX]{2,8}\+[2-9CFGHJMPQRVWX]{0,3}(?:\s.*)?$/i,
    "This is a plus code, not a mapcode. Open it on plus.codes or in Google Maps, and copy the coordinates from there.",
  ],
  [
    /^\/{0,3}\p{L}{3,}\.\p{L}{3,}\.\p{L}{3,}$/u,
    "These are three words of what3words, not a mapcode. Only its own service can find them: copy the coordinates from there.",
  ],
  [
    /^(?:\d{1,2}[C-X]\s?[A-Z]{2}(?:\s?\d){4,10}|(?:\d{1,2}[C-X]\s+)?\d{5,7}(?:\.\d+)?[\s,;]+\d{5,7}(?:\.\d+)?)$/i,
    "These are coordinates in meters, of UTM or of a country. Convert them to latitude and longitude first.",
  ],
];

const LINK_WITHOUT_PLACE =
  "This link has no coordinates. Open the place on that map, and copy the address or the coordinates from there.";

const CHOOSE_TERRITORY =
  "Choose a territory to see it on the map, or go on with a space and a code.";

/** Characters that only coordinates have, or digits alone: the text is meant as coordinates. */
const LIKE_COORDINATES = /^[\s\d.,٫،;+-]*$|[°º'′"″,;()]|^geo:|^point/i;

/** Half of a pair of coordinates, such as `52.37 N`. Its number could also be a code near the chosen place. */
const HALF_OF_COORDINATES = /^([nsew]\s+)?\d+(\.\d*)?(\s+[nsew])?$/i;

/** Other spellings of codes: a comma for the dot, the territory after the code, no space between them, or a slash as in links. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(\S+[.,][^\s,]+),?\s+([^\d.]{2,})$/, "$2 $1"],
  [/^(.*\S),(\w{2,4}(?:-\w*)?)$/, "$1.$2"],
  [/^([a-z]{2,3}(?:-[a-z]{2,3})?)[-/]?(\w{2,5}\.\S+)$/i, "$1 $2"],
];

/** Whole degrees, `52,4`. The comma is not a decimal one: half of a pair is not a place. */
const WHOLE_PAIR = /^([+-]?\d+),([+-]?\d+)$/;

/** A point with a longitude from -180 to 180, as links have it. */
function wrapped({ latDeg, lonDeg }: library.Coordinate): library.Coordinate {
  if (Math.abs(lonDeg) <= 180) return { latDeg, lonDeg };
  return { latDeg, lonDeg: Number((lonDeg - 360 * Math.sign(lonDeg)).toFixed(9)) };
}

function suggestCoordinates(point: library.Coordinate) {
  const title = coordinateText(point);
  return { kind: "coordinates" as const, title, text: title, detail: "Latitude, longitude", point };
}

function findCoordinates(text: string, link: Link | undefined): Suggestion | string {
  const point = link?.point ?? readCoordinates(text.replace(WHOLE_PAIR, "$1, $2"));
  return "code" in point ? point.message : suggestCoordinates(wrapped(point));
}

/** The rank of a territory among equal matches: near, countries, subdivisions. */
function rankOf(territory: library.TerritoryCode, near: Near): number {
  const codes = near ? library.encode(near.latDeg, near.lonDeg) : [];
  if (codes.some((code) => code.territory === territory)) return 0;
  return library.getTerritory(territory).parentTerritory ? 2 : 1;
}

function territoriesInFront(front: string): readonly library.TerritoryCode[] {
  // The search knows only names in Roman letters.
  const inAlphabet = /[^\0-\x7f]/.test(front) ? library.findTerritory(front) : undefined;
  if (inAlphabet) return [inAlphabet.alphaCode];
  const called = findByDisplayName(front);
  const named = called.length > 0 ? called : findByDisplayName(front, true);
  return named.slice(0, MAX_SUGGESTIONS).map(({ territory }) => territory.alphaCode);
}

function readMapcode(text: string, context?: library.TerritoryCode): library.ValidMapcode[] {
  const parsed = library.parseMapcode(text, { context });
  return parsed.status === "valid" ? [parsed] : [];
}

function placesNear(code: string, near: library.Coordinate): library.ValidMapcode[] {
  const parsed = library.parseMapcode(code);
  if (parsed.status !== "unknown" || parsed.error.code !== "unknown-mapcode") return [];
  const places = library.placesOf(code, { near }).slice(0, MAX_SUGGESTIONS);
  return places.flatMap(({ mapcode }) => readMapcode(`${mapcode}`));
}

/** The readings of a code: in the territories that the text before it may mean, or without it, near the place. */
function findMapcodes(text: string, near: Near): library.ValidMapcode[] {
  const whole = readMapcode(text);
  const isWorldwide = whole.some(({ mapcode }) => mapcode.territory === library.INTERNATIONAL);
  if (isWorldwide || HALF_OF_COORDINATES.test(text)) return whole;
  const [, front, code] = /^(?:(.*\S)\s+)?(\S*)$/s.exec(text) ?? [];
  if (front === undefined) return near ? placesNear(code, near) : [];
  const others = territoriesInFront(front).flatMap((territory) => readMapcode(code, territory));
  const distinct = new Map([...whole, ...others].map((reading) => [`${reading.mapcode}`, reading]));
  const rank = ({ mapcode }: library.ValidMapcode) => rankOf(mapcode.territory, near);
  return [...distinct.values()].sort((first, second) => rank(first) - rank(second));
}

function suggestMapcode({ mapcode, precision }: library.ValidMapcode) {
  const { latDeg, lonDeg } = library.decode(mapcode);
  // Rounds by under a thousandth of the cell: links stay short.
  const round = (degrees: number) => Number(degrees.toFixed(7 + Math.ceil(precision * 0.75)));
  const detail = fullNameOf(library.getTerritory(mapcode.territory));
  const point = { latDeg: round(latDeg), lonDeg: round(lonDeg) };
  const title = codeOf(mapcode);
  return { kind: "mapcode" as const, title, text: title, detail, point, precision };
}

function suggestTerritory({ territory: named, name: title }: NamedTerritory) {
  const territory = named.alphaCode;
  const bounds = boundsOfTerritory(named);
  return { kind: "territory" as const, title, text: title, detail: territory, territory, bounds };
}

function suggestTown({ name: title, point, territory }: Town) {
  const detail = fullNameOf(library.getTerritory(territory));
  const text = `${title}, ${detail}`;
  const accuracyMeters = TOWN_ACCURACY_METERS;
  return { kind: "town" as const, title, text, detail, territory, point, accuracyMeters };
}

/** Whether a text looks like a town or an address: without a dot in a word, and with a vowel, as codes have hardly any. */
function isLikeAddress(text: string, { status }: library.MapcodeParse): boolean {
  if (/\S\.\S/.test(text)) return false;
  // Names in scripts such as Chinese have few letters.
  if (status === "malformed" && /^[\p{L}\p{M}\s'-]+$/u.test(text)) return true;
  return /\p{L}{4}/u.test(text) && (status !== "incomplete" || /[aeiou]/i.test(text));
}

function hintFor(text: string, whyNoCoordinates: string): Partial<SearchResult> {
  const parsed = library.parseMapcode(text);
  const [, otherCode] = OTHER_CODES.find(([form]) => form.test(text)) ?? [];
  if (otherCode !== undefined) return { hint: otherCode, isWrong: true };
  if (isLikeAddress(text, parsed)) return { hint: NO_ADDRESSES };
  const isMeantAsCoordinates = LIKE_COORDINATES.test(text) || HALF_OF_COORDINATES.test(text);
  if (isMeantAsCoordinates) return { hint: whyNoCoordinates };
  if (parsed.status === "valid" || parsed.status === "incomplete") return {};
  const { code, value } = parsed.error;
  const advice = 'Write its name or code in front, as in "NLD 49.4V".';
  const isComplete = /^[^\s.]{2,4}\.[^\s.-]{2,4}(-\S*)?$/u.test(text);
  if (isComplete) return { hint: `Which territory is ${text} in? ${advice}` };
  const unknown = `No place has the code ${text}. Look for a mistake in it.`;
  const malformed = 'This is not a mapcode. A mapcode looks like "NLD 49.4V".';
  const hint = parsed.status === "unknown" ? unknown : malformed;
  const noTerritory = `No territory has the name or code ${value}.`;
  return { hint: code === "unknown-territory" ? noTerritory : hint, isWrong: true };
}

/** Towns from this size on come before subdivisions of the same name. */
const LARGE_POPULATION = 500_000;
/** Towns below this size come after large ones whose names only begin so. */
const SMALL_POPULATION = 150_000;

/** The territories and towns with a name, the equal ones first. @param around lists of territories: each has them */
function placesNamed(name: string, isStart = true, ...around: (readonly NamedTerritory[])[]) {
  const isWithin = (code: library.TerritoryCode) =>
    around.every((list) => list.some(({ territory }) => isPartOf(code, territory.alphaCode)));
  const isWanted = ({ territory: { alphaCode } }: NamedTerritory) =>
    alphaCode !== library.INTERNATIONAL && isWithin(alphaCode);
  const exactTerritories = findByDisplayName(name).filter(isWanted);
  const territories = isStart ? findByDisplayName(name, true).filter(isWanted) : exactTerritories;
  const { exact: exactTowns, others, clear } = searchTowns(name, MAX_SUGGESTIONS, isWithin);
  const towns = isStart ? [...exactTowns, ...others] : exactTowns;
  const isEmpty = territories.length + towns.length === 0;
  return { name, exactTerritories, territories, exactTowns, towns, clear, isEmpty };
}

/** The places that a text names, alone or before territories around them: `Paris, Texas, USA`, `Paris France`. */
function placesOfText(text: string) {
  const whole = placesNamed(text);
  if (!whole.isEmpty) return whole;
  const [name, ...around] = text.split(",").map((part) => part.trim());
  if (around.length > 0) {
    return placesNamed(name, true, ...around.map((part) => findByDisplayName(part, true)));
  }
  const words = name.split(/\s+/);
  for (let count = words.length - 1; count > 0; count--) {
    const around = findByDisplayName(words.slice(count).join(" "));
    if (around.length === 0) continue;
    const found = placesNamed(words.slice(0, count).join(" "), false, around);
    if (!found.isEmpty) return found;
  }
  return whole;
}

/** The towns in an address, by its parts between commas from the last one, without postcodes. */
function townsOfAddress(text: string): readonly Town[] {
  const parts = text.split(",").map((part) => part.replaceAll(/\S*\d\S*/g, " ").trim());
  for (const part of parts.reverse()) {
    const words = part.split(/\s+/);
    for (let first = 0; first < words.length; first++) {
      const { exactTowns } = placesOfText(words.slice(first).join(" "));
      if (exactTowns.length > 0) return exactTowns.slice(0, 3);
    }
  }
  return [];
}

/** Whether a code is of a territory, or of a part of it. */
function isPartOf(code: library.TerritoryCode, alphaCode: library.TerritoryCode): boolean {
  return code === alphaCode || library.getTerritory(code).parentTerritory === alphaCode;
}

type NameSuggestion = ReturnType<typeof suggestTerritory | typeof suggestTown>;

/** Towns that would look the same have their coordinates beside them. */
function toldApart(suggestion: NameSuggestion, _: number, all: readonly NameSuggestion[]) {
  const { title, detail } = suggestion;
  const isTwin = all.filter((each) => each.title === title && each.detail === detail).length > 1;
  if (suggestion.kind === "territory" || !isTwin) return suggestion;
  return { ...suggestion, detail: `${detail} · ${coordinateText(suggestion.point)}` };
}

/** What a name may mean: whole names of countries, large towns, subdivisions, towns; then names that begin so. */
function meaningOfName(text: string, near: Near): Partial<SearchResult> {
  const places = placesOfText(text);
  const { exactTerritories, exactTowns } = places;
  const folded = foldedName(places.name);
  const rankOfTerritory = (named: NamedTerritory) => {
    if (!exactTerritories.includes(named)) return 5;
    return foldedName(named.name) === folded ? 0 : rankOf(named.territory.alphaCode, near);
  };
  const rankOfTown = (town: Town) => {
    const isLarge = town.population >= LARGE_POPULATION;
    if (!exactTowns.includes(town)) return isLarge ? 4 : 6;
    if (town.population < SMALL_POPULATION) return 5;
    return isLarge && foldedName(town.name.replace(/ City$/, "")) === folded ? 1.5 : 3;
  };
  const [first, ...rest]: (readonly [rank: number, NameSuggestion])[] = [
    ...places.territories.map((each) => [rankOfTerritory(each), suggestTerritory(each)] as const),
    ...places.towns.map((town) => [rankOfTown(town), suggestTown(town)] as const),
  ].sort(([rank], [second]) => rank - second);
  if (!first) return {};
  const likeliest = [first, ...rest].slice(0, MAX_SUGGESTIONS);
  const suggestions = likeliest.map(([, suggestion]) => suggestion).map(toldApart);
  const [rank, meant] = first;
  const { territory: around } = meant;
  const isTown = meant.kind === "town";
  const isWhole = isTown ? rank !== 4 && rank !== 6 : exactTerritories.length > 0;
  // A territory around the first place is not another place.
  const isAlone = exactTerritories.every(({ territory }) => isPartOf(around, territory.alphaCode));
  const isClear = isWhole && isAlone && (!isTown || meant.point === places.clear?.point);
  const hint = !isTown && exactTowns.length === 0 ? CHOOSE_TERRITORY : "";
  return { suggestions, isAmbiguous: suggestions.length > 1 && !isClear, hint };
}

function meaningOf(text: string, near: Near): Partial<SearchResult> {
  if (text === "") return {};
  const link = readLink(text);
  const coordinates = findCoordinates(text, link);
  if (typeof coordinates !== "string") return { suggestions: [coordinates] };
  if (link?.code !== undefined) return meaningOf(link.code, near);
  if (link) return { hint: LINK_WITHOUT_PLACE, isWrong: true };
  const spellings = [text];
  for (const [spelling, usual] of SPELLINGS) {
    spellings.push(...spellings.map((text) => text.replace(spelling, usual)));
  }
  const [mapcodes = []] = [...new Set(spellings)]
    .map((spelling) => findMapcodes(spelling, near))
    .filter(({ length }) => length > 0);
  const names = meaningOfName(text, near);
  if (mapcodes.length > 0) {
    const suggestions = [...mapcodes.map(suggestMapcode), ...(names.suggestions ?? [])];
    return { suggestions: suggestions.slice(0, MAX_SUGGESTIONS), isAmbiguous: mapcodes.length > 1 };
  }
  if (names.suggestions) return names;
  const problem = hintFor(text, coordinates);
  if (problem.hint !== NO_ADDRESSES) return problem;
  const suggestions = townsOfAddress(text).map(suggestTown);
  return suggestions.length === 0
    ? problem
    : { suggestions, isAmbiguous: true, hint: TOWN_OF_ADDRESS };
}

/** Finds the places that a text may mean, the likeliest first, or the problem with it. */
export function interpret(text: string, near?: Near): SearchResult {
  return { ...NO_RESULT, ...meaningOf(cleanPasted(text), near) };
}
