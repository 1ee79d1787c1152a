/** Finds the columns of a table, or the members of an object, that hold the values to convert. */

import { formatList, quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { Operation, ResolvedBatchOptions } from "../options/options.ts";
import { ALL_ROLES, COLUMN_OPTIONS, ROLES, type Role } from "../options/roles.ts";

/** The names of columns that messages suggest; see also MORE_NAMES. */
export const COLUMN_NAMES: Readonly<Record<Role, readonly string[]>> = {
  latitude: ["lat", "latitude", "latdeg", "y"],
  longitude: ["lon", "lng", "long", "longitude", "londeg", "x"],
  coordinates: ["coordinates", "latlon", "wkt"],
  mapcode: ["mapcode", "code"],
  territory: ["territory"],
  international: ["international"],
  country: [],
};

/**
 * Other common names: of Darwin Core, OurAirports, GTFS, the US Census Bureau, GPS and GIS programs, and of functions
 * of PostGIS. They come before `x` and `y`, which often are meters.
 */
const MORE_NAMES: Readonly<Partial<Record<Role, readonly string[]>>> = {
  latitude: [
    ...["decimallatitude", "latitudedeg", "latitudedegrees", "latitudedecimal", "latitudewgs84"],
    ...["latdd", "latdec", "latdecimal", "latwgs84", "gpslat", "gpslatitude", "geolat"],
    ...["stoplat", "intptlat", "reclat", "latitudens", "pointy"],
  ],
  longitude: [
    ...["decimallongitude", "longitudedeg", "longitudedegrees", "longitudedecimal"],
    ...["longitudewgs84", "londd", "londec", "londecimal", "lonwgs84", "gpslon", "gpslong"],
    ...["gpslongitude", "geolon", "geolng", "stoplon", "intptlon", "intptlong", "reclong"],
    ...["longitudeew", "pointx"],
  ],
  coordinates: [
    ...["latlng", "latlong", "point", "geometry", "geom", "thegeom", "wktgeom", "geog"],
    ...["geography", "geojson", "stastext", "stasewkt", "stasgeojson"],
  ],
};

/** Names of coordinates in meters as well as in degrees. */
const LAST_NAMES = ["x", "y"];

/** All names of a role, in order of precedence. */
function namesOf(role: Role): readonly string[] {
  const names = COLUMN_NAMES[role];
  const last = names.filter((name) => LAST_NAMES.includes(name));
  const first = names.filter((name) => !LAST_NAMES.includes(name));
  return [...first, ...(MORE_NAMES[role] ?? []), ...last];
}

const ROLE_NAMES = new Map(ALL_ROLES.map((role) => [role, namesOf(role)]));

/** A unit or system in brackets that is one of latitudes and longitudes. */
const DEGREES_IN_BRACKETS =
  /[([{]\s*(?:dd|deg|degrees?|decimal|decimal degrees|°|wgs ?84|epsg:4326)\s*[)\]}]/g;

/**
 * A name as it is compared: in lower case, without degrees in brackets, spaces and punctuation. Other brackets
 * stay: `Latitude (WGS84)` is `latitude`, but `X (m)` is not `x`. So do other delimiters: `lat;lon` is no name.
 */
function normalizedName(name: string): string {
  const bare = name.toLowerCase().replace(DEGREES_IN_BRACKETS, "");
  return bare.replace(/[ ._/,&°#@"'-]/g, "");
}

/** Whether batches that search for columns by name take two names for one. */
export function isSameName(name: string, other: string): boolean {
  return name === other || normalizedName(name) === normalizedName(other);
}

function bareName(name: string): string {
  return name.trim().toLowerCase();
}

/** The indexes of the columns with a role's name: the first of its names that a column has. */
export function indexesByRole(
  names: readonly string[],
  role: Role,
  operation: Operation,
): readonly number[] {
  // Columns that restrict results are not found without an option.
  if (role === "country" || (role === "territory" && operation === "encode")) return [];
  const normalized = names.map(normalizedName);
  const found = ROLE_NAMES.get(role)?.find((name) => normalized.includes(name));
  return normalized.flatMap((name, index) => (name === found ? [index] : []));
}

/** The message about several columns or members that may have a role. */
export function ambiguousRole(
  names: readonly string[],
  [index, other]: readonly number[],
  role: Role,
): string {
  return `Both ${quoted(names[index])} and ${quoted(names[other])} may be the ${role}. Choose one with the option ${COLUMN_OPTIONS[role]}.`;
}

/**
 * Leaves out columns that are not used: latitude and longitude if an option names the column of both
 * coordinates, that column if both others were found.
 */
export function withoutUnused<Found>(
  found: Readonly<Partial<Record<Role, Found>>>,
  { coordinatesColumn, latColumn, lonColumn }: ResolvedBatchOptions,
): Readonly<Partial<Record<Role, Found>>> {
  const { coordinates, ...uncombined } = found;
  const { latitude, longitude, ...others } = uncombined;
  if (coordinates === undefined) return found;
  const isRequested = latColumn !== undefined || lonColumn !== undefined;
  const hasBoth = latitude !== undefined && longitude !== undefined;
  const isUnused = coordinatesColumn === undefined && (isRequested || hasBoth);
  return isUnused ? uncombined : { ...others, coordinates };
}

/** The index of the column with the requested name, exactly or else in any case, or -1. */
export function indexByName(names: readonly string[], requested: string): number {
  const exact = names.indexOf(requested);
  return exact >= 0 ? exact : names.findIndex((name) => bareName(name) === bareName(requested));
}

/** Shortens a name so that it does not crowd out the others in a list. */
function shortened(name: string): string {
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}...` : name;
}

function listed(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(", ");
}

/** How many names a message shows. */
const MAX_SHOWN = 20;

const MAX_NAME_CHARS = 100;

/**
 * The error for an input without a required column.
 * @param names the names of the columns, members or properties that it has
 */
export function missingColumn(
  names: readonly string[],
  role: Role,
  kind: "column" | "member" | "property",
): BatchError {
  const name = COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN);
  const existing = `${shown.map(shortened).join(", ")}${names.length > MAX_SHOWN ? ", ..." : ""}`;
  const problem = `No ${role} ${kind} in: ${existing}.`;
  const both =
    role === "latitude"
      ? " For a column of both coordinates, use the option coordinatesColumn."
      : "";
  const message = `${problem} Name it ${formatList(COLUMN_NAMES[role], "or")}, or use the option ${name}.${both}`;
  return new BatchError(message, name);
}

/**
 * The index of a role's column, by the name or number in the options or by its name.
 * @returns undefined when the table has no such column and none was requested
 * @throws BatchError when the requested column does not exist, or several columns have the same name
 */
export function findColumnIndex(
  names: readonly string[],
  role: Role,
  options: ResolvedBatchOptions,
): number | undefined {
  const requested = options[COLUMN_OPTIONS[role]];
  const hasNames = options.header;
  if (requested === undefined) {
    const indexes = hasNames ? indexesByRole(names, role, options.operation) : [];
    if (indexes.length <= 1) return indexes[0];
    throw new BatchError(ambiguousRole(names, indexes, role), COLUMN_OPTIONS[role]);
  }
  const index = hasNames ? indexByName(names, requested) : -1;
  if (index >= 0) return index;
  const number = /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const choose = hasNames ? `Choose one of ${listed(names)}, or` : "Without a header, choose";
  const message = `There is no ${role} column ${quoted(requested)}. ${choose} a number from 1 to ${names.length}.`;
  throw new BatchError(message, COLUMN_OPTIONS[role]);
}

/** @throws BatchError when both roles of the operation have the same column or member */
export function checkDistinct(
  { operation }: ResolvedBatchOptions,
  columns: Readonly<Partial<Record<Role, unknown>>>,
): void {
  const [first, second] = ROLES[operation];
  if (columns[first] === undefined || columns[first] !== columns[second]) return;
  const name = COLUMN_OPTIONS[second];
  const message = `The ${first} and the ${second} are the same column. Choose another one with the option ${name}.`;
  throw new BatchError(message, name);
}

/** Names for added columns or members. A name that is in use gets the suffix `_2`, `_3` and so on. */
export function freeNames(
  names: readonly string[],
  isUsed: (name: string) => boolean,
): readonly string[] {
  const added = new Set<string>();
  /** The number to try next for a name: a header may have one name in very many columns. */
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    let number = nextNumbers.get(name) ?? 2;
    for (; isUsed(free) || added.has(free); number++) free = `${name}_${number}`;
    nextNumbers.set(name, number);
    added.add(free);
    return free;
  });
}

/** Distinct names for the columns of a table, as the members of an object need them. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, index) => (name === "" ? `column${index + 1}` : name));
  return freeNames(filled, () => false);
}

// Paths to members within members, such as `pos.lat` and `tags[1]`, in place of the name of a member.

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member, and the path behind it to a member within it. */
const PATH = /^([^.[]+)(?:\.|\[(?=\d+\](?:[.[]|$)))(.+)$/s;

/** A name as the name of a member and the path within it, such as `tags[1].name`; undefined if it is no path. */
function splitPath(name: string): { outer: string; inner: string } | undefined {
  const [, outer, inner] = PATH.exec(name) ?? [];
  if (outer === undefined) return undefined;
  // What follows a bracket: 1].name
  const isIndex = name[outer.length] === "[";
  return {
    outer,
    inner: isIndex ? inner.replace(/\]\.?/, (end) => (end === "]" ? "" : ".")) : inner,
  };
}

/**
 * The member with a name, or else the member that a path begins with, and the path within it: `pos.lat`, `tags[1]`, where
 * the first element has the index 0.
 * @param find finds the member with a name; undefined if there is none
 */
export function findMember<Member>(
  name: string,
  find: (name: string) => Member | undefined,
): { readonly member: Member; readonly inner: string | undefined } | undefined {
  const own = find(name);
  const path = own === undefined ? splitPath(name) : undefined;
  const member = path ? find(path.outer) : own;
  return member === undefined ? undefined : { member, inner: path?.inner };
}

/** The value of a member of an object, or of an element of an array; undefined, which is no JSON value, if it has none. */
function ownValue(object: object, name: string): unknown {
  // The length of an array is not enumerable.
  const isOwn = Object.prototype.propertyIsEnumerable.call(object, name);
  return isOwn ? (object as JsonObject)[name] : undefined;
}

/** The value of a member, or within it. */
export function memberValue(object: object, name: string): unknown {
  const { member, inner } = findMember(name, (one) => ownValue(object, one)) ?? {};
  if (inner === undefined) return member;
  return typeof member === "object" && member !== null ? memberValue(member, inner) : undefined;
}
