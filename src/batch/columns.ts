/** Finds the columns of a table, or the members of an object, that hold the values to convert. */

import { quoted } from "../internal.ts";
import { COLUMN_OPTIONS, type ConversionOptions, ROLES, type Role } from "./conversion.ts";
import { BatchError } from "./errors.ts";

/** The names that identify the column of each role, in any case; earlier names take precedence. */
export const COLUMN_NAMES: Readonly<Record<Role, readonly string[]>> = {
  latitude: ["lat", "latitude", "latdeg", "y"],
  longitude: ["lon", "lng", "long", "longitude", "londeg", "x"],
  mapcode: ["mapcode", "code"],
  territory: ["territory"],
  international: ["international"],
};

function bareName(name: string): string {
  return name.trim().toLowerCase();
}

/** The index of the column that has one of the role's names, or undefined. */
export function indexByRole(names: readonly string[], role: Role): number | undefined {
  const bare = names.map(bareName);
  const indexes = COLUMN_NAMES[role].map((name) => bare.indexOf(name));
  return indexes.find((index) => index >= 0);
}

/** The index of the column with the requested name, exactly or else in any case, or -1. */
function indexByName(names: readonly string[], requested: string): number {
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

/** `lat, latitude, latdeg or y` */
export function alternatives(names: readonly string[]): string {
  const last = names[names.length - 1];
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/**
 * The error for an input without a required column.
 * @param names the names of the columns, members or properties that it has
 */
export function missingColumn(
  names: readonly string[],
  role: Role,
  kind: "column" | "member" | "property",
): BatchError {
  const option = COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN);
  const existing = `${shown.map(shortened).join(", ")}${names.length > MAX_SHOWN ? ", ..." : ""}`;
  const message = `No ${role} ${kind} in: ${existing}. Name it ${alternatives(COLUMN_NAMES[role])}, or use the option ${option}.`;
  return new BatchError(message, option);
}

/**
 * The index of a role's column.
 * @param requested the name or number in the options
 * @param hasNames whether the table has a header
 * @returns undefined when the table has no such column and none was requested
 * @throws BatchError when the requested column does not exist
 */
export function findColumnIndex(
  names: readonly string[],
  role: Role,
  requested: string | undefined,
  hasNames: boolean,
): number | undefined {
  if (requested === undefined) return hasNames ? indexByRole(names, role) : undefined;
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
  { operation }: ConversionOptions,
  columns: Readonly<Partial<Record<Role, unknown>>>,
): void {
  const [first, second] = ROLES[operation];
  if (columns[first] === undefined || columns[first] !== columns[second]) return;
  const message = `The ${first} and the ${second} are the same column. Choose another one with the option ${COLUMN_OPTIONS[second]}.`;
  throw new BatchError(message, COLUMN_OPTIONS[second]);
}

/** Names for added columns or members. A name that is in use gets the suffix `_2`, `_3` and so on. */
export function freeNames(
  names: readonly string[],
  isUsed: (name: string) => boolean,
): readonly string[] {
  const added = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; isUsed(free) || added.has(free); number++) free = `${name}_${number}`;
    added.add(free);
    return free;
  });
}

/** Distinct names for the columns of a table, as the members of an object need them. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const filled = names.map((name, index) => (name === "" ? `column${index + 1}` : name));
  return freeNames(filled, () => false);
}
