/** Decides which columns hold the values of a table, or of the members of one object in JSON. */
import { formatList, quoted, shortened } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import * as Roles from "../options/roles.ts";
import { degreesOf, isBlank } from "../rows/values.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import type { Axis, Pair } from "./name-pairs.ts";
import * as Pairs from "./name-pairs.ts";
import { COORDINATES_NAMES, doubtOfName, isProjected, SUGGESTED_NAMES } from "./names.ts";
import { hasPlaces } from "./pair.ts";
import type { Decided, Group, Warnings } from "./sample.ts";

/** The columns to choose from. */
export type Columns = Pick<Group, "names" | "rows"> & Partial<Group>;

/** Pairs that differ by more are two places. */
const SAME_DEGREES = 0.01;

/** The texts of a column that are not blank. */
export function filledTexts({ rows }: Columns, index: number): readonly string[] {
  return rows.map((row) => (row[index] ?? "").trim()).filter((text) => !isBlank(text));
}

// Pairs

/** The degrees of a cell; undefined if it has none. */
export function degreesIn(
  text: string | undefined,
  axis: Axis,
  options: Pick<ResolvedBatchOptions, "decimalComma">,
): number | undefined {
  const degrees = degreesOf(axis, { value: text }, options);
  return typeof degrees === "number" ? degrees : undefined;
}

/** Whether two pairs have other places in some row. Rows that lack one of them do not count. */
function differ(one: Pair, other: Pair, { rows }: Columns, options: ResolvedBatchOptions): boolean {
  return rows.some((row) => {
    return (["latitude", "longitude"] as const).some((axis) => {
      const degrees = degreesIn(row[one[axis]], axis, options);
      const others = degreesIn(row[other[axis]], axis, options);
      if (degrees === undefined || others === undefined) return false;
      return Math.abs(degrees - others) > SAME_DEGREES;
    });
  });
}

/** The message about several columns that may have a role. */
export function ambiguousRole(
  names: readonly string[],
  [index, other]: readonly number[],
  role: Roles.Role,
): Message {
  const option = Roles.COLUMN_OPTIONS[role];
  const numbers = [index, other].map((at): Message => [{ option, value: `${at + 1}` }]);
  // A name chooses the first of two columns.
  const isSame = names[index] === names[other];
  const choice = isSame
    ? sentence`one by its number: ${messageList(numbers, "or")}`
    : sentence`one with the option ${{ option }}`;
  return sentence`Both ${quoted(names[index])} and ${quoted(names[other])} may be the ${role}. Choose ${choice}.`;
}

function ambiguousError(names: readonly string[], indexes: readonly number[], role: Roles.Role) {
  return new BatchError(ambiguousRole(names, indexes, role), Roles.COLUMN_OPTIONS[role]);
}

/**
 * The pair to convert. Pairs without a value give way to a pair with values.
 * @throws BatchError if two pairs have other places
 */
function onlyPair(
  pairs: readonly Pair[],
  columns: Columns,
  options: ResolvedBatchOptions,
): Pair | undefined {
  const filled = pairs.filter(({ latitude }) => filledTexts(columns, latitude).length > 0);
  const [first, ...others] = filled.length > 0 ? filled : pairs;
  const second = others.find((pair) => differ(first, pair, columns, options));
  if (!second) return first;
  const axis = second.latitude === first.latitude ? "longitude" : "latitude";
  throw ambiguousError(columns.names, [first[axis], second[axis]], axis);
}

// Kinds of names, each with its places

/** The place in some columns. */
export type Place = Decided<Roles.ByRole<number>>;

/** Finds the places in columns by one kind of names. @throws BatchError if it is in doubt which columns these are */
export type FindPlaces = (columns: Columns, options: ResolvedBatchOptions) => readonly Place[];

function placeOf({ latitude, longitude }: Pair, warnings: Warnings = []): Place {
  return { value: { latitude, longitude }, warnings };
}

/** The pair of columns with known names. */
export const knownPair: FindPlaces = (columns, options) => {
  const pair = onlyPair(Pairs.knownPairs(columns.names), columns, options);
  return pair ? [placeOf(pair)] : [];
};

/** The pair of columns with names that contain a latitude and a longitude. */
export const otherPair: FindPlaces = ({ names }) => {
  const [pair, second] = Pairs.otherPairs(names);
  if (second) throw ambiguousError(names, [pair.latitude, second.latitude], "latitude");
  return pair ? [placeOf(pair)] : [];
};

/** The pair of columns with names that give way to all others. */
export const weakPair: FindPlaces = (columns, options) => {
  const pair = onlyPair(Pairs.weakPairs(columns.names), columns, options);
  if (!pair) return [];
  const [latitude, longitude] = [pair.latitude, pair.longitude].map((at) => columns.names[at]);
  const message = `The columns ${quoted(latitude)} and ${quoted(longitude)} are read as latitude and longitude. Such names also mean width and length.`;
  return [placeOf(pair, pair.isSize ? [{ message }] : [])];
};

/** The columns with names of both coordinates whose texts pass a test, the first known name of them. */
function bothByName(columns: Columns, areWanted: (texts: readonly string[]) => boolean) {
  const { names } = columns;
  const isWanted = (index: number) => areWanted(filledTexts(columns, index));
  const named = COORDINATES_NAMES.map((name) => {
    return Pairs.indexesOf(names, [name]).filter(isWanted);
  });
  const [first, second] = named.find((indexes) => indexes.length > 0) ?? [];
  if (second !== undefined) throw ambiguousError(names, [first, second], "coordinates");
  return first === undefined ? [] : [{ value: { coordinates: first }, warnings: [] }];
}

const columnOfPlaces: FindPlaces = (columns) =>
  bothByName(columns, (texts) => texts.length === 0 || hasPlaces(texts));

/** Values that are no places fail with the reason, such as WKB. Numbers are the names of points. */
const columnOfOthers: FindPlaces = (columns) =>
  bothByName(columns, (texts) => texts.some((text) => !/^[\d.,+-]*$/.test(text)));

/** The kinds of names of columns in tables, in order of precedence. */
const KINDS = [knownPair, columnOfPlaces, otherPair, weakPair, columnOfOthers];

// The decision

/** Columns whose values are places that tell it themselves: for messages. */
export function columnsOfPlaces(columns: Columns): readonly string[] {
  return columns.names.filter((_, index) => {
    const texts = filledTexts(columns, index);
    // `12,34` may be one number.
    const arePairs = texts.every((text) => /[^\d.\s]/.test(text) && !/^[-+]?\d+,\d+$/.test(text));
    return texts.length > 0 && arePairs && hasPlaces(texts);
  });
}

/** The partner of a chosen latitude or longitude: of a pair with it, or else the only one of any pair. */
function partnerOf(
  chosen: Roles.ByRole<number>,
  missing: Axis,
  columns: Columns,
): number | undefined {
  const other = missing === "latitude" ? "longitude" : "latitude";
  const { names } = columns;
  const pairs = [Pairs.knownPairs, Pairs.otherPairs, Pairs.weakPairs].flatMap((find) =>
    find(names),
  );
  const own = pairs.find((pair) => pair[other] === chosen[other]);
  if (own) return own[missing];
  const indexes = Pairs.indexesOfAxis(names, missing);
  const others = indexes.filter((index) => index !== chosen[other]);
  if (others.length > 1) throw ambiguousError(names, others, missing);
  return others[0] ?? indexes[0];
}

/** The column of a role by its name alone: of mapcodes and their territories. */
function columnByName(names: readonly string[], role: Roles.Role): number | undefined {
  const found = SUGGESTED_NAMES[role].map((name) => Pairs.indexesOf(names, [name]));
  const indexes = found.find(({ length }) => length > 0) ?? [];
  if (indexes.length > 1) throw ambiguousError(names, indexes, role);
  return indexes[0];
}

/**
 * Decides the columns of the roles without an option.
 * @param chosen the columns that the user has named
 * @returns all columns; a required one may be missing
 * @throws BatchError if several columns may have a role
 */
export function decideColumns(
  columns: Columns,
  chosen: Roles.ByRole<number>,
  options: ResolvedBatchOptions,
): Place {
  if (options.operation === "decode") {
    const taken = Object.values(chosen);
    const found = (["mapcode", "territory", "international"] as const).flatMap((role) => {
      const index = columnByName(columns.names, role);
      return index === undefined || taken.includes(index) ? [] : [[role, index]];
    });
    return { value: { ...Object.fromEntries(found), ...chosen }, warnings: [] };
  }
  const { latitude, longitude, coordinates, ...others } = chosen;
  if (coordinates !== undefined) return { value: { ...others, coordinates }, warnings: [] };
  if (latitude === undefined && longitude === undefined) {
    for (const find of KINDS) {
      const [place] = find(columns, options);
      if (place) return { value: { ...others, ...place.value }, warnings: place.warnings };
    }
    return { value: others, warnings: [] };
  }
  const missing = latitude === undefined ? "latitude" : "longitude";
  const partner = chosen[missing] ?? partnerOf(chosen, missing, columns);
  return {
    value: { ...chosen, ...(partner !== undefined && { [missing]: partner }) },
    warnings: [],
  };
}

// Missing columns

/** The greatest number of names in a message. */
const MAX_SHOWN = 20;

/** What to do about the columns of a place that cannot be read, or whose order nobody has said. */
function adviceForPlace(columns: Columns): Message | undefined {
  const { names } = columns;
  const isAxis = (name: string) => /lat|lon|lng/i.test(name);
  const doubt = names
    .filter(isAxis)
    .map(doubtOfName)
    .find((one) => one !== undefined);
  if (doubt !== undefined) return doubt;
  const projected = names.find(isProjected);
  if (projected !== undefined) {
    return `${quoted(projected)} is a coordinate of a projection. Convert it to degrees: cs2cs of PROJ does it, and ogr2ogr.`;
  }
  const [place, ...others] = columnsOfPlaces(columns);
  if (place === undefined) return undefined;
  const found = formatList([place, ...others].map(quoted), "and");
  return sentence`There are points in ${found}: use the option ${{ option: "coordinatesColumn", value: place }}.`;
}

/**
 * The error for an input without a required column.
 * @param names of all columns, members or properties
 */
export function missingColumn(
  columns: Columns,
  wanted: Roles.Role,
  kind: "column" | "member" | "property",
  names: readonly string[] = columns.names,
): BatchError {
  // A latitude whose partner is missing is none.
  const hasLatitude = wanted === "latitude" && Pairs.indexesOfAxis(names, "latitude").length > 0;
  const role = hasLatitude ? "longitude" : wanted;
  const option = Roles.COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN).map(shortened);
  if (names.length > MAX_SHOWN) shown.push("...");
  const both = sentence` For a column of both coordinates, use the option ${{ option: "coordinatesColumn" }}.`;
  const naming = sentence`Name it ${formatList(SUGGESTED_NAMES[role], "or")}, or use the option ${{ option }}.${role === "latitude" ? both : ""}`;
  const advice = wanted === "latitude" ? adviceForPlace(columns) : undefined;
  const message = sentence`No ${role} ${kind} in: ${shown.join(", ")}. ${advice ?? naming}`;
  return new BatchError(message, option);
}
