/** Finds the columns or members with the values to convert, and arranges the columns or members of outputs. */
import { formatList, quoted, shortened } from "../../messages.ts";
import type { BatchPlan, LayoutColumn } from "../batch-plan.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import * as Roles from "../options/roles.ts";
import { type Message, sentence } from "../sentences.ts";

/** The names of columns that messages suggest; see also MORE_NAMES. */
export const COLUMN_NAMES: Readonly<Record<Roles.Role, readonly string[]>> = {
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
 * of PostGIS.
 */
const MORE_NAMES: Readonly<Partial<Record<Roles.Role, string>>> = {
  latitude: `decimallatitude latitudedeg latitudedegrees latitudedecimal latitudewgs84 latdd latdec latdecimal
    latwgs84 gpslat gpslatitude geolat stoplat intptlat reclat latitudens pointy`,
  longitude: `decimallongitude longitudedeg longitudedegrees longitudedecimal longitudewgs84 londd londec londecimal
    lonwgs84 gpslon gpslong gpslongitude geolon geolng stoplon intptlon intptlong reclong longitudeew pointx`,
  coordinates: `latlng latlong point geometry geom thegeom wktgeom geog geography geojson stastext stasewkt
    stasgeojson`,
};

/** All names of each role, in order of precedence. */
const ROLE_NAMES = new Map(
  Roles.ALL_ROLES.map((role) => {
    const names = [...COLUMN_NAMES[role], ...(MORE_NAMES[role]?.split(/\s+/) ?? [])];
    // Coordinates in meters may be x and y, too.
    const isLast = (name: string) => Number(name.length === 1);
    return [role, names.toSorted((one, other) => isLast(one) - isLast(other))];
  }),
);

/** A unit or reference system of latitudes and longitudes, in brackets. */
const DEGREES_IN_BRACKETS =
  /[([{]\s*(?:dd|deg|degrees?|decimal|decimal degrees|°|wgs ?84|epsg:4326)\s*[)\]}]/g;

/**
 * A name for comparisons: in lower case, without degrees in brackets, spaces and punctuation. Other brackets
 * stay: `Latitude (WGS84)` is `latitude`, but `X (m)` is not `x`. Other delimiters stay, too: `lat;lon` is no name.
 */
function normalizedName(name: string): string {
  const bare = name.toLowerCase().replace(DEGREES_IN_BRACKETS, "");
  return bare.replace(/[ ._/,&°#@"'-]/g, "");
}

/** Whether a search for columns by name treats two names as the same. */
export function isSameName(name: string, other: string): boolean {
  return name === other || normalizedName(name) === normalizedName(other);
}

function bareName(name: string): string {
  return name.trim().toLowerCase();
}

/** The indexes of the columns with a name of a role: the first name that any column has. */
export function indexesByRole(
  names: readonly string[],
  role: Roles.Role,
  operation: Roles.Operation,
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
  role: Roles.Role,
): Message {
  const named = { option: Roles.COLUMN_OPTIONS[role] };
  return sentence`Both ${quoted(names[index])} and ${quoted(names[other])} may be the ${role}. Choose one with the option ${named}.`;
}

/**
 * Removes unused columns: latitude and longitude if an option names the column of both coordinates, or else that column
 * if the options name the others or both were found.
 */
export function withoutUnused<Found>(
  found: Roles.ByRole<Found>,
  { coordinatesColumn, latColumn, lonColumn }: ResolvedBatchOptions,
): Roles.ByRole<Found> {
  const { coordinates, ...uncombined } = found;
  const { latitude, longitude, ...others } = uncombined;
  if (coordinates === undefined) return found;
  const isRequested = latColumn !== undefined || lonColumn !== undefined;
  const hasBoth = latitude !== undefined && longitude !== undefined;
  const isUnused = coordinatesColumn === undefined && (isRequested || hasBoth);
  return isUnused ? uncombined : { ...others, coordinates };
}

/** The index of the column with the requested name, exactly or else in any case; -1 if there is none. */
export function indexByName(names: readonly string[], requested: string): number {
  const exact = names.indexOf(requested);
  return exact >= 0 ? exact : names.findIndex((name) => bareName(name) === bareName(requested));
}

/** The greatest number of names in a message. */
const MAX_SHOWN = 20;

/** The error for an input without a required column. @param names of its columns, members or properties */
export function missingColumn(
  names: readonly string[],
  role: Roles.Role,
  kind: "column" | "member" | "property",
): BatchError {
  const option = Roles.COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN).map(shortened);
  if (names.length > MAX_SHOWN) shown.push("...");
  const both = sentence` For a column of both coordinates, use the option ${{ option: "coordinatesColumn" }}.`;
  const message = sentence`No ${role} ${kind} in: ${shown.join(", ")}. Name it ${formatList(COLUMN_NAMES[role], "or")}, or use the option ${{ option }}.${role === "latitude" ? both : ""}`;
  return new BatchError(message, option);
}

/**
 * The index of a role's column, by the name or number in the options, or else by its name.
 * @returns undefined if the table has no such column and the options request none
 * @throws BatchError when the requested column does not exist, or several columns have the same name
 */
export function findColumnIndex(
  names: readonly string[],
  role: Roles.Role,
  options: ResolvedBatchOptions,
): number | undefined {
  const option = Roles.COLUMN_OPTIONS[role];
  const requested = options[option];
  const { header, operation } = options;
  if (requested === undefined) {
    const indexes = header ? indexesByRole(names, role, operation) : [];
    if (indexes.length <= 1) return indexes[0];
    throw new BatchError(ambiguousRole(names, indexes, role), option);
  }
  const index = header ? indexByName(names, requested) : -1;
  if (index >= 0) return index;
  const number = /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const known = names.map((name) => quoted(name)).join(", ");
  const choose = header ? `Choose one of ${known}, or` : "Without a header, choose";
  const message = `There is no ${role} column ${quoted(requested)}. ${choose} a number from 1 to ${names.length}.`;
  throw new BatchError(message, option);
}

/** @throws BatchError when both roles of the operation have the same column or member */
export function checkDistinct(operation: Roles.Operation, columns: Roles.ByRole<unknown>): void {
  const [first, second] = Roles.ROLES[operation];
  if (columns[first] === undefined || columns[first] !== columns[second]) return;
  const name = Roles.COLUMN_OPTIONS[second];
  const message = sentence`The ${first} and the ${second} are the same column. Choose another one with the option ${{ option: name }}.`;
  throw new BatchError(message, name);
}

/** Free names for added columns or members. A used name gets the suffix `_2`, `_3` and so on. */
export function freeNames(
  names: readonly string[],
  isUsed: (name: string) => boolean,
): readonly string[] {
  const added = new Set<string>();
  /** The next number to try for each name: a header may repeat a name in very many columns. */
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

/** Distinct names for the columns of a table, as members of an object. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, index) => (name === "" ? `column${index + 1}` : name));
  return freeNames(filled, () => false);
}

// Paths to nested members, such as `pos.lat` and `tags[1]`, in place of the name of a member

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member, and in it a path, or an element by its index from 0 and the rest of the path. */
const PATH = /^([^.[]+)(?:\.(.+)|\[(\d+)\]((?:[.[].*)?))$/s;

/** Whether an object has a member with a name, or with the first name of a path. */
export function hasMember(name: string, has: (name: string) => boolean): boolean {
  return has(name) || has(PATH.exec(name)?.[1] ?? name);
}

/** The value of a member, by its name or path; undefined if the object does not have it. */
export function memberValue(object: object, name: string): unknown {
  // The length of an array is not enumerable.
  const isOwn = (one: string) => Object.prototype.propertyIsEnumerable.call(object, one);
  if (isOwn(name)) return (object as JsonObject)[name];
  const [, outer, inner, index, rest = ""] = PATH.exec(name) ?? [];
  if (outer === undefined || !isOwn(outer)) return undefined;
  const member = (object as JsonObject)[outer];
  if (typeof member !== "object" || member === null) return undefined;
  return memberValue(member, inner ?? `${index}${rest}`);
}

// The columns of an output

/**
 * The names of results, the same for all rows: all results get the same number if one of their names is in use. The
 * error has its own number, so that the error of an earlier batch does not rename results.
 * @param isUsed whether rows of the input have this name
 */
export function nameResults(
  results: readonly string[],
  isUsed: (name: string) => boolean,
  { onlyResults, replace }: ResolvedBatchOptions,
): readonly string[] {
  const groups = [results, ["error"]];
  if (replace || onlyResults) return groups.flat();
  return groups.flatMap((names) => {
    let free = names;
    for (let number = 2; free.some(isUsed); number++) {
      free = names.map((name) => `${name}_${number}`);
    }
    return free;
  });
}

/** Columns of the input, or results, under their own names. */
export function columnsOf(names: readonly string[], isResult: boolean): readonly LayoutColumn[] {
  return names.map((name, index) => ({ name, isResult, index, source: name }));
}

/** The columns of a table in their order, also if rows are written whole. */
export function tableColumns({ added, columns, layout }: BatchPlan): readonly LayoutColumn[] {
  return layout ?? [...columnsOf(columns, false), ...columnsOf(added, true)];
}

/**
 * The columns of an output in their order.
 * @param names of the input's columns in the output
 * @param isOpen whether rows may have other members than these
 * @param added names of the results, the error last
 * @returns undefined if rows are written whole, with their results after them
 * @throws BatchError when the options name a column that does not exist
 */
export function layoutOf(
  { columns, onlyResults, replace }: ResolvedBatchOptions,
  names: readonly string[],
  isOpen: boolean,
  added: readonly string[],
): readonly LayoutColumn[] | undefined {
  const results = columnsOf(added, true);
  if (onlyResults) return results;
  if (columns) {
    return columns.map(({ name, as = name }) => {
      const result = results.find((column) => column.name === name);
      if (result) return { ...result, name: as };
      const index = indexByName(names, name);
      if (index >= 0 || isOpen) {
        return { name: as, isResult: false, index, source: names[index] ?? name };
      }
      const existing = [...names, ...added].join(", ");
      const message = `There is no column ${quoted(name)} to write. Choose from ${existing}.`;
      throw new BatchError(message, "columns");
    });
  }
  const own = columnsOf(names, false).map((column) => {
    const result = results.find(({ name }) => replace && isSameName(name, column.name));
    return result ? { ...result, name: column.name } : column;
  });
  const replaced = own.filter(({ isResult }) => isResult).map(({ index }) => index);
  if (replaced.length === 0) return undefined;
  return [...own, ...results.filter(({ index }) => !replaced.includes(index))];
}
