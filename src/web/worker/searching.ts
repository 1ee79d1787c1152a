/** What a text in the search box may mean: coordinates, a mapcode, the name of a territory, or a start of these. */
import {
  type Coordinate,
  countryNumber,
  decode,
  decodeRectangle,
  encode,
  findTerritory,
  INTERNATIONAL,
  MalformedCoordinatesError,
  type MapcodeContinuation,
  type MapcodeParse,
  parseCoordinates,
  parseMapcode,
  searchTerritories,
  type Territory,
  territories,
  UnknownTerritoryError,
} from "../../index.ts";
import { parseLink } from "../settings/link.ts";
import type { Bounds, SearchRequest, SearchResult, Suggestion } from "./methods.ts";
import { boundsOf } from "./places.ts";
import { outlineOf } from "./records.ts";

/** As many as fit on a phone above its keyboard. */
const MAX_SUGGESTIONS = 6;

/** Signs that coordinates have and mapcodes do not, or digits alone: the text is meant as coordinates. */
const LIKE_COORDINATES = /^[\s\d.,;+-]*$|[°º'′"″,;()]|^geo:|^point/i;

/** Half of a pair of coordinates, which could be a code of the territory where the user is. */
const NUMBER = /^\s*\d+(\.\d*)?\s*$/;

/** Decimals of coordinates in texts: a tenth of a meter. */
const SHOWN_DECIMALS = 6;

function pointText(latDeg: number, lonDeg: number): string {
  return `${latDeg.toFixed(SHOWN_DECIMALS)}, ${lonDeg.toFixed(SHOWN_DECIMALS)}`;
}

function nameOf({ fullName, parentTerritory }: Territory): string {
  return parentTerritory ? `${fullName}, ${findTerritory(parentTerritory).fullName}` : fullName;
}

/** The point of a link to this page, on any host. */
function pointOfLink(text: string): Coordinate | undefined {
  return /^https?:/i.test(text) && URL.canParse(text)
    ? parseLink(new URL(text).hash, []).point
    : undefined;
}

function findCoordinates(text: string): Suggestion | MalformedCoordinatesError {
  try {
    const point = pointOfLink(text.trim()) ?? parseCoordinates(text);
    return {
      kind: "coordinates",
      title: pointText(point.latDeg, point.lonDeg),
      detail: "Latitude, longitude",
      point,
      bounds: undefined,
      precision: undefined,
      completion: text,
    };
  } catch (error) {
    if (error instanceof MalformedCoordinatesError) return error;
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
  readonly isInternational: boolean;
}

function suggestMapcode(parsed: MapcodeParse): readonly MapcodeSuggestion[] {
  if (parsed.status !== "valid") return [];
  const { mapcode, precision } = parsed;
  const isInternational = mapcode.territory === INTERNATIONAL;
  const title = isInternational ? mapcode.code : `${mapcode}`;
  const detail = isInternational ? "International" : nameOf(findTerritory(mapcode.territory));
  return [
    {
      kind: "mapcode",
      title,
      detail,
      point: roundedPlace(`${mapcode}`, precision),
      bounds: boundsOf(decodeRectangle(`${mapcode}`)),
      precision,
      completion: title,
      isInternational,
    },
  ];
}

/** The territories of a place, or none without a place. */
function territoriesNear({ near }: SearchRequest): readonly string[] {
  if (!near) return [];
  return [...new Set(encode(near.latDeg, near.lonDeg).map(({ territory }) => territory))];
}

/** The country with an ISO 3166 code: India for IN. */
function findCountry(code: string): readonly Territory[] {
  try {
    return [territories()[countryNumber(code)]];
  } catch (error) {
    if (error instanceof UnknownTerritoryError) return [];
    throw error;
  }
}

/** Whether a text in capitals is a code of a territory or its whole name. */
function isCalled(territory: Territory, text: string): boolean {
  const { alphaCode, alphaCodeMinimal, aliases, fullName, fullNameAliases } = territory;
  const names = [alphaCode, alphaCodeMinimal, ...aliases, fullName, ...fullNameAliases];
  return names.some((name) => name.toUpperCase() === text);
}

/**
 * The territories that a text in front of a code may stand for: those that it names exactly, or else those
 * whose names it begins.
 */
function territoriesFor(front: string): readonly string[] {
  // A text in another alphabet is a code of a territory; the search knows names in Roman letters only.
  if (parseMapcode(`${front} `).status === "incomplete" && /[^\0-\x7f]/.test(front)) return [front];
  const found = searchTerritories(front, { limit: MAX_SUGGESTIONS });
  const exact = found.filter((territory) => isCalled(territory, front.toUpperCase()));
  const country = findCountry(front);
  const named = new Set([...exact, ...country].map(({ alphaCode }) => alphaCode));
  return named.size > 0 ? [...named] : found.map(({ alphaCode }) => alphaCode);
}

/** The places of a code, in the territories that its front may stand for or in those of the place. */
function findMapcodes(request: SearchRequest): Suggestion[] {
  const text = request.text.trim();
  const space = text.search(/\s+\S*$/);
  const code = text.slice(space + 1).trim();
  const front = space < 0 ? "" : text.slice(0, space).trim();
  const whole = suggestMapcode(parseMapcode(text));
  const isWorldwide = whole.some(({ isInternational }) => isInternational);
  if (isWorldwide || NUMBER.test(text)) return [...whole];
  const fronts = front === "" ? territoriesNear(request) : territoriesFor(front);
  const others = fronts.flatMap((territory) => {
    return suggestMapcode(parseMapcode(code, { context: territory }));
  });
  // The first territory of several is the one that the library chooses.
  const byTitle = new Map([...whole, ...others].map((one) => [one.title, one]));
  return [...byTitle.values()];
}

function middleOf({ southDeg, westDeg, northDeg, eastDeg }: Bounds): Suggestion["point"] {
  return { latDeg: (southDeg + northDeg) / 2, lonDeg: (westDeg + eastDeg) / 2 };
}

function suggestTerritories(text: string): Suggestion[] {
  return searchTerritories(text, { limit: MAX_SUGGESTIONS })
    .filter(({ alphaCode }) => alphaCode !== INTERNATIONAL)
    .map((territory) => {
      const bounds = outlineOf(territory.alphaCode);
      return {
        kind: "territory",
        title: nameOf(territory),
        detail: territory.alphaCode,
        point: middleOf(bounds),
        bounds,
        precision: undefined,
        completion: `${territory.alphaCode} `,
      };
    });
}

const CONTINUATIONS: Readonly<Record<MapcodeContinuation, string>> = {
  character: "a letter or digit",
  dot: "a dot",
  hyphen: "a hyphen with extra characters",
  space: "a space and the code",
};

function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/** Whether a text is a whole code without its territory, such as `49.4V`. */
function lacksTerritory(text: string): boolean {
  return /^[^\s.]{2,4}\.[^\s.-]{2,4}(-\S*)?$/u.test(text);
}

function hintForMapcode(text: string): Pick<SearchResult, "hint" | "isWrong"> {
  const parsed = parseMapcode(text);
  if (parsed.status === "malformed" || parsed.status === "unknown") {
    if (lacksTerritory(text.trim())) {
      const hint = `Which territory is ${text.trim()} in? Write its name or code in front, as in "NLD 49.4V".`;
      return { hint, isWrong: false };
    }
    return { hint: parsed.error.message, isWrong: true };
  }
  if (parsed.status === "valid") return { hint: "", isWrong: false };
  const next = listText(parsed.mayFollow.map((continuation) => CONTINUATIONS[continuation]));
  return { hint: next === "" ? "" : `Go on with ${next}.`, isWrong: false };
}

const NO_ADDRESSES =
  "This page knows territories, but no towns or streets. Click your place on the map, or use your position.";

/**
 * Whether a text is rather a town or an address than a mapcode or coordinates, which have a dot within a word. What may
 * become a mapcode counts as a word only with a vowel, as codes have hardly any.
 */
function isLikeAddress(text: string): boolean {
  if (!/\p{L}{4}/u.test(text) || /\S\.\S/.test(text)) return false;
  return parseMapcode(text).status !== "incomplete" || /[aeiou]/i.test(text);
}

/** Finds the places that a text may mean, the likeliest first, and says what is missing or wrong if there are none. */
export function interpret(request: SearchRequest): SearchResult {
  const { text } = request;
  if (text.trim() === "") return { suggestions: [], hint: "", isWrong: false };
  const coordinates = findCoordinates(text);
  if (!(coordinates instanceof MalformedCoordinatesError)) {
    return { suggestions: [coordinates], hint: "", isWrong: false };
  }
  const suggestions = [...findMapcodes(request), ...suggestTerritories(text)].slice(
    0,
    MAX_SUGGESTIONS,
  );
  const isPlaceFound = suggestions.some(({ kind }) => kind === "mapcode");
  if (isPlaceFound) return { suggestions, hint: "", isWrong: false };
  if (suggestions.length === 0 && isLikeAddress(text)) {
    return { suggestions, hint: NO_ADDRESSES, isWrong: false };
  }
  if (LIKE_COORDINATES.test(text)) {
    return { suggestions, hint: coordinates.message, isWrong: false };
  }
  const { hint, isWrong } = hintForMapcode(text);
  const isNamed = suggestions.length > 0;
  return { suggestions, hint: isWrong && isNamed ? "" : hint, isWrong: isWrong && !isNamed };
}
