/** Finds the columns of a table, or the members of an object, that hold what is converted. */

import { quoted } from "../internal.ts";
import { COLUMN_OPTIONS, type ConversionOptions, ROLES, type Role } from "./conversion.ts";
import { BatchError } from "./errors.ts";

/** Names by which the column of each role is found, in any case; the first ones win. */
export const COLUMN_NAMES: Readonly<Record<Role, readonly string[]>> = {
  latitude: ["lat", "latitude", "latdeg", "y"],
  longitude: ["lon", "lng", "long", "longitude", "londeg", "x"],
  mapcode: ["mapcode", "code"],
  territory: ["territory"],
};

function bareName(name: string): string {
  return name.trim().toLowerCase();
}

/** The place of the column that has one of the role's names, or undefined. */
export function findByRole(names: readonly string[], role: Role): number | undefined {
  const bare = names.map(bareName);
  const places = COLUMN_NAMES[role].map((name) => bare.indexOf(name));
  return places.find((place) => place >= 0);
}

/** The place of the column that a user named, exactly or else in any case, or -1. */
function findNamed(names: readonly string[], requested: string): number {
  const exact = names.indexOf(requested);
  return exact >= 0 ? exact : names.findIndex((name) => bareName(name) === bareName(requested));
}

/** A name in a list, not so long that it hides the others. */
function shortened(name: string): string {
  return name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}...` : name;
}

function listed(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(", ");
}

/** How many names a message shows. */
const MAX_SHOWN = 20;

const MAX_NAME_CHARS = 100;

/** `lat, latitude, latdeg or y` */
function choice(names: readonly string[]): string {
  const last = names[names.length - 1];
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** @param kind what the names are of: "column" of a table, "member" or "property" of an object */
export function missingColumn(names: readonly string[], role: Role, kind: string): BatchError {
  const option = COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN);
  const there = `${shown.map(shortened).join(", ")}${names.length > MAX_SHOWN ? ", ..." : ""}`;
  const message = `No ${role} ${kind} in: ${there}. Name it ${choice(COLUMN_NAMES[role])}, or use the option ${option}.`;
  return new BatchError(message, option);
}

/**
 * The place of a role's column.
 * @param requested the name or number in the options
 * @param hasNames whether the columns have names of their own
 * @returns undefined when there is none and none was requested
 * @throws BatchError when the requested one does not exist
 */
export function findColumn(
  names: readonly string[],
  role: Role,
  requested: string | undefined,
  hasNames: boolean,
): number | undefined {
  if (requested === undefined) return hasNames ? findByRole(names, role) : undefined;
  const place = hasNames ? findNamed(names, requested) : -1;
  if (place >= 0) return place;
  const number = /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const expected = hasNames ? `one of ${listed(names)}, or` : "a column of the first row, thus";
  const message = `The ${role} column ${quoted(requested)} is not ${expected} a number from 1 to ${names.length}.`;
  throw new BatchError(message, COLUMN_OPTIONS[role]);
}

/** @throws BatchError when both roles of the operation have the same column or member */
export function checkDifferent(
  { operation }: ConversionOptions,
  columns: Readonly<Partial<Record<Role, unknown>>>,
): void {
  const [first, second] = ROLES[operation];
  if (columns[first] === undefined || columns[first] !== columns[second]) return;
  const message = `The ${first} and the ${second} are in the same column. Choose another one with the option ${COLUMN_OPTIONS[second]}.`;
  throw new BatchError(message, COLUMN_OPTIONS[second]);
}

/**
 * Names for columns or members that are added: a name that is taken gets `_2`, or `_3` and so on.
 */
export function freeNames(
  names: readonly string[],
  isTaken: (name: string) => boolean,
): readonly string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; isTaken(free) || used.has(free); number++) free = `${name}_${number}`;
    used.add(free);
    return free;
  });
}

/** Names for the columns of a table, each different, as members of an object have to be. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, place) => (name === "" ? `column${place + 1}` : name));
  return freeNames(filled, () => false);
}
