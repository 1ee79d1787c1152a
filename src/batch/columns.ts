/** Which columns of a table, or members of an object, hold what is converted. */
import { BatchError, quoted } from "./errors.ts";
import type { BatchOptions } from "./options.ts";

/** What a column can hold. */
export type Role = "latitude" | "longitude" | "mapcode" | "territory";

/** Names that a column of each role usually has, in any case; the first ones go first. */
export const USUAL_NAMES: Readonly<Record<Role, readonly string[]>> = {
  latitude: ["lat", "latitude", "latdeg", "y"],
  longitude: ["lon", "lng", "long", "longitude", "londeg", "x"],
  mapcode: ["mapcode", "code"],
  territory: ["territory"],
};

/** The option that names the column of each role. */
export const COLUMN_OPTIONS = {
  latitude: "latColumn",
  longitude: "lonColumn",
  mapcode: "codeColumn",
  territory: "territoryColumn",
} as const satisfies Readonly<Record<Role, keyof BatchOptions>>;

function bareName(name: string): string {
  return name.trim().toLowerCase();
}

/** The place of the column with one of the usual names, or -1. */
export function findUsual(names: readonly string[], role: Role): number {
  const bare = names.map(bareName);
  for (const usual of USUAL_NAMES[role]) {
    const place = bare.indexOf(usual);
    if (place >= 0) return place;
  }
  return -1;
}

/** The place of the column that a user named, exactly or else in any case, or -1. */
export function findNamed(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  return exact >= 0 ? exact : names.findIndex((name) => bareName(name) === bareName(wanted));
}

function listed(names: readonly string[]): string {
  return names.map((name) => quoted(name)).join(", ");
}

/** How many names a message shows. */
const MAX_SHOWN = 20;

/** @param kind what the names are of: "columns" of a table or "members" of an object */
export function missingColumn(names: readonly string[], role: Role, kind: string): BatchError {
  const option = COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN);
  const there = `${listed(shown)}${names.length > MAX_SHOWN ? ", ..." : ""}`;
  const message =
    `None of the ${kind} (${there}) is named as a ${role} usually is ` +
    `(${USUAL_NAMES[role].join(", ")}); the option ${option} says which one it is.`;
  return new BatchError(message, option);
}

/**
 * The place of a role's column.
 * @param chosen the name or number that the options give
 * @param isNamed whether the columns have names of their own
 * @returns -1 when there is none and none was chosen
 * @throws BatchError when the chosen one is not there
 */
export function findColumn(
  names: readonly string[],
  role: Role,
  chosen: string | undefined,
  isNamed: boolean,
): number {
  if (chosen === undefined) return isNamed ? findUsual(names, role) : -1;
  const place = isNamed ? findNamed(names, chosen) : -1;
  if (place >= 0) return place;
  const number = /^[1-9]\d{0,8}$/.test(chosen) ? Number(chosen) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const wanted = isNamed ? `one of ${listed(names)}, or` : "a column of the first row, thus";
  const message = `The ${role} column ${quoted(chosen)} is not ${wanted} a number from 1 to ${names.length}.`;
  throw new BatchError(message, COLUMN_OPTIONS[role]);
}

/**
 * Names for columns or members that are added: those that are taken get `_2`, or `_3` and so on.
 * @param isTaken whether a name stands there already
 */
export function freeNames(
  names: readonly string[],
  isTaken: (name: string) => boolean,
): readonly string[] {
  const given = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; isTaken(free) || given.has(free); number++) free = `${name}_${number}`;
    given.add(free);
    return free;
  });
}

/** Names of the columns of a table, each different: as members of an object have to be. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, place) => (name === "" ? `column${place + 1}` : name));
  return freeNames(filled, () => false);
}
