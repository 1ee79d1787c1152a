/** Finds the places in the values of JSON rows: their paths, and a filter for places within arrays. */
import { readCoordinates } from "../../library/coordinates.ts";
import { isObject } from "../../library/errors.ts";
import { partsOf } from "../rows/places.ts";
import { unwrapped } from "../rows/values.ts";
import { type Axis, knownPairs, otherPairs, weakPairs } from "./name-pairs.ts";
import * as N from "./names.ts";
import { barePair } from "./pair.ts";

/** A place in a value. */
export interface Place {
  /** The names of members to it, with ELEMENTS for the elements of an array. */
  readonly path: readonly string[];
  /** The names of its latitude and longitude; undefined if one value has both. */
  readonly degrees: Readonly<Record<Axis, string>> | undefined;
  /** Whether its names are known, or only contain a latitude and a longitude. */
  readonly isKnown: boolean;
}

/** The part of a path for the elements of an array. */
export const ELEMENTS = "[]";

/** Deeper values are not searched. */
const MAX_DEPTH = 20;

/** Texts of a point under any name. */
const MARKED_TEXT = /^\s*(?:geo:|(?:SRID=\d+;\s*)?POINT\b)/i;

/** Geometries that are no points: their positions are no places of rows. */
const OTHER_GEOMETRY = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

/** Whether a name says that its value is a place. */
function isPlaceName(name: string): boolean {
  return N.MEMBER_NAMES.has(N.foldedName(name)) || N.orderOfName(name) !== undefined;
}

function isPlaceText(text: string, isNamed: boolean): boolean {
  if (!isNamed && !MARKED_TEXT.test(text)) return false;
  return barePair(text) !== undefined || !("code" in readCoordinates(text));
}

/** A number, or a text that may be one. */
function isScalar(value: unknown): boolean {
  const bare = unwrapped(value);
  return bare === null || typeof bare === "number" || typeof bare === "string";
}

/** The latitude and longitude among the members of an object. @param isNamed whether `x` and `y` are a place here */
function degreesOf(object: Readonly<Record<string, unknown>>, isNamed: boolean) {
  const names = Object.keys(object).filter((name) => isScalar(object[name]));
  const [known] = [...knownPairs(names), ...(isNamed ? weakPairs(names) : [])];
  const pair = known ?? otherPairs(names)[0];
  if (!pair) return undefined;
  const degrees = { latitude: names[pair.latitude], longitude: names[pair.longitude] };
  return { degrees, isKnown: known !== undefined };
}

/**
 * The places in a value. No place is searched within another one, in areas, or in lines.
 * @param path of the value
 * @param isNamed whether a name on the path says that it is a place
 */
export function* placesIn(
  value: unknown,
  path: readonly string[] = [],
  isNamed = false,
): Generator<Place> {
  if (path.length > MAX_DEPTH) return;
  const bare = unwrapped(value);
  const both = { path, degrees: undefined, isKnown: true };
  if (typeof bare === "string") {
    if (isPlaceText(bare, isNamed)) yield both;
  } else if (Array.isArray(bare)) {
    if (isNamed && partsOf(bare, false)) yield both;
    else for (const element of bare) yield* placesIn(element, [...path, ELEMENTS], isNamed);
  } else if (isObject(bare)) {
    yield* placesInObject(bare, path, isNamed);
  }
}

function* placesInObject(
  object: Readonly<Record<string, unknown>>,
  path: readonly string[],
  isNamed: boolean,
): Generator<Place> {
  const { type } = object;
  if (type === "Point" && partsOf(object, false)) yield { path, degrees: undefined, isKnown: true };
  else if (typeof type === "string" && OTHER_GEOMETRY.test(type)) return;
  else {
    const found = degreesOf(object, isNamed || path.length === 0);
    if (found) yield { path, ...found };
    if (found && path.length > 0) return;
    for (const [name, member] of Object.entries(object)) {
      if (N.CORNER_NAMES.has(N.foldedName(name))) continue;
      // Only arrays pass the name of a place on: `latlng.data`, but not `location.id`.
      const isInner = isPlaceName(name) || (isNamed && Array.isArray(member));
      yield* placesIn(member, [...path, name], isInner);
    }
  }
}

// Filters of jq

/** A path for jq. Elements of what is no array are left out. */
export function jqPath(path: readonly string[]): string {
  const text = path
    .map((name) => {
      if (name === ELEMENTS) return "[]?";
      return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .join("");
  return text.startsWith(".") ? text : `.${text}`;
}

/** Names of degrees times ten million. */
const E7 = /e7$/i;

/**
 * A filter of jq that makes rows with places out of the array whose elements have them.
 * @param places with ELEMENTS in their paths
 * @param isArray whether the input is an array of rows
 */
export function jqFilter(places: readonly Place[], isArray: boolean): string {
  const arrayOf = ({ path }: Place) => path.slice(0, path.lastIndexOf(ELEMENTS) + 1);
  const counts = new Map<string, { rows: number; first: Place }>();
  for (const place of places) {
    const key = arrayOf(place).join("\0");
    const { rows = 0, first = place } = counts.get(key) ?? {};
    counts.set(key, { rows: rows + 1, first: first.isKnown || !place.isKnown ? first : place });
  }
  const [{ first }] = [...counts.values()].sort((one, other) => other.rows - one.rows);
  const array = arrayOf(first);
  const rows = jqPath(isArray ? [ELEMENTS, ...array] : array);
  const { degrees, path } = first;
  if (!degrees || !E7.test(degrees.latitude)) return rows;
  const inner = path.slice(array.length);
  const [lat, lon] = [degrees.latitude, degrees.longitude].map((name) => jqPath([...inner, name]));
  return `${rows} | select(${lat}) | . + {lat: (${lat}/1e7), lon: (${lon}/1e7)}`;
}
