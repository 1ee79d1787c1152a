/** Decides which columns hold the values of a table, or of the members of one object in JSON. */
import { type Coordinate, hasMapcodeForm } from "../../index.ts";
import { isInRange } from "../../library/errors.ts";
import { formatList, quoted, shortened } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import { type ByRole, COLUMN_OPTIONS, type Role } from "../options/roles.ts";
import { degreesOf, isBlank } from "../rows/values.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import * as Names from "./names.ts";
import { hasPlaces, orderOfWords } from "./pair.ts";
import type { Group } from "./sample.ts";

/** The columns to choose from. */
export type NamedRows = Pick<Group, "names" | "rows">;

/** The texts of a column that are not blank. */
export function filledTexts({ rows }: NamedRows, index: number): readonly string[] {
  return rows.map((row) => (row[index] ?? "").trim()).filter((text) => !isBlank(text));
}

/** The degrees of a cell; NaN if it has none. */
export function degreesIn(
  text: string | undefined,
  axis: Names.Axis,
  options: ResolvedBatchOptions,
): number {
  const degrees = degreesOf(axis, { value: text }, options);
  return typeof degrees === "number" ? degrees : Number.NaN;
}

/** The point of a row, with NaN where it has no degrees. */
export function pointIn(
  row: readonly string[],
  { latitude, longitude }: Names.AxisColumns,
  options: ResolvedBatchOptions,
): Coordinate {
  return {
    latDeg: degreesIn(row[latitude], "latitude", options),
    lonDeg: degreesIn(row[longitude], "longitude", options),
  };
}

// Columns that may have the same role

/** The message about several columns that may have a role. */
export function ambiguousRole(
  names: readonly string[],
  [index, second]: readonly number[],
  role: Role,
): Message {
  const option = COLUMN_OPTIONS[role];
  const numbers = [index, second].map((at) => ({ option, value: `${at + 1}` }));
  // A name that both have chooses none.
  const choice =
    names[index] === names[second]
      ? sentence`one by its number: ${messageList(numbers, "or")}`
      : sentence`one with the option ${{ option }}`;
  return sentence`Both ${quoted(names[index])} and ${quoted(names[second])} may be the ${role}. Choose ${choice}.`;
}

/** The first of some columns. @throws BatchError if there are several */
function onlyColumn(names: readonly string[], indexes: readonly number[], role: Role) {
  if (indexes.length < 2) return indexes[0];
  throw new BatchError(ambiguousRole(names, indexes, role), COLUMN_OPTIONS[role]);
}

/** Degrees that differ by more are those of two places. */
const SAME_DEGREES = 0.01;

/** Whether two places are different ones in some row. Rows that lack one of them do not count. */
export function areTwoPlaces(
  first: Names.AxisColumns,
  second: Names.AxisColumns,
  { rows }: NamedRows,
  options: ResolvedBatchOptions,
): boolean {
  return rows.some((row) => {
    const [point, otherPoint] = [first, second].map((place) => pointIn(row, place, options));
    return (
      Math.abs(point.latDeg - otherPoint.latDeg) > SAME_DEGREES ||
      Math.abs(point.lonDeg - otherPoint.lonDeg) > SAME_DEGREES
    );
  });
}

/** Whether a place has the whole degrees of another one, to which minutes belong: `LAT_DEG` beside `LAT_DECIMAL`. */
function isWholePartOf(
  place: Names.AxisColumns,
  other: Names.AxisColumns,
  { rows }: NamedRows,
  options: ResolvedBatchOptions,
): boolean {
  const areParts = ([part, whole]: readonly number[]) => part === Math.trunc(Math.abs(whole));
  const points = rows.map((row) => [place, other].map((each) => pointIn(row, each, options)));
  const filled = points.filter(([, { latDeg, lonDeg }]) => !Number.isNaN(latDeg + lonDeg));
  return (
    filled.some(([, { latDeg }]) => !Number.isInteger(latDeg)) &&
    filled.every(([part, whole]) =>
      [
        [part.latDeg, whole.latDeg],
        [part.lonDeg, whole.lonDeg],
      ].every(areParts),
    )
  );
}

// Kinds of names, each with its places

/** Finds the places in columns by one kind of names. @throws BatchError if it is in doubt which columns these are */
export type FindPlaces<Columns extends NamedRows = NamedRows> = (
  columns: Columns,
  options: ResolvedBatchOptions,
) => readonly ByRole<number>[];

/**
 * Finds the only place with some kind of names. Columns with points come first, then columns with values.
 * @param areOther whether a second place is in doubt with the first one
 */
const columnsFinder =
  (
    placesIn: (names: readonly string[]) => readonly Names.AxisColumns[],
    areOther: typeof areTwoPlaces = areTwoPlaces,
  ): FindPlaces =>
  (columns, options) => {
    const all = placesIn(columns.names);
    const places = all.filter((place) => {
      return !all.some((other) => isWholePartOf(place, other, columns, options));
    });
    // Lists of stations have `452300000` beside `45.38`.
    const withPoints = places.filter((place) => {
      return columns.rows.some((row) => {
        const { latDeg, lonDeg } = pointIn(row, place, options);
        return isInRange(latDeg, lonDeg);
      });
    });
    const filled = places.filter((place) => isFilled(columns, place));
    const [first, ...others] = [withPoints, filled].find(({ length }) => length > 0) ?? places;
    if (!first) return [];
    const second = others.find((place) => areOther(first, place, columns, options)) ?? first;
    const axis = second.latitude === first.latitude ? "longitude" : "latitude";
    onlyColumn(columns.names, [...new Set([first[axis], second[axis]])], axis);
    return [first];
  };

export const findKnownColumns = columnsFinder(Names.knownColumns);

const findAnyWeakColumns = columnsFinder(Names.weakColumns);

/** The greatest zoom of map tiles. */
const MAX_ZOOM = 24;

/** Whether `x` and `y` are numbers of map tiles, which have a zoom beside them. */
function areTiles({ names, rows }: NamedRows): boolean {
  const [x, y, z] = [["x"], ["y"], ["z", "zoom"]].map((known) => Names.indexesOf(names, known)[0]);
  return rows.every((row) => {
    const [column, line, zoom] = [x, y, z].map((at) => Number(row[at] || Number.NaN));
    const areIn = [column, line].every((at) => Number.isInteger(at) && at >= 0 && at < 2 ** zoom);
    return areIn && zoom <= MAX_ZOOM;
  });
}

export const findWeakColumns: FindPlaces = (columns, options) => {
  if (columns.rows.length === 0 || !areTiles(columns)) return findAnyWeakColumns(columns, options);
  const message = "By their zoom, x and y are numbers of map tiles, not degrees.";
  throw new BatchError(message, "latColumn");
};

/** Names that contain a latitude and a longitude may be of several places. */
export const findOtherColumns = columnsFinder(Names.otherAxisColumns, () => true);

/** Whether all columns of a place have values. */
export function isFilled(columns: NamedRows, place: ByRole<number>): boolean {
  return Object.values(place).every((index) => filledTexts(columns, index).length > 0);
}

/** Finds the first known name of both coordinates in columns whose texts pass a test. */
const coordinatesFinder =
  (areWanted: (texts: readonly string[]) => boolean): FindPlaces =>
  (columns) => {
    const { names } = columns;
    const named = Names.COORDINATES_NAMES.map((name) => Names.indexesOf(names, [name]));
    const pairs = [...names.keys()].filter((at) => orderOfWords(names[at]) !== undefined);
    const wanted = [...named, pairs].map((indexes) => {
      return indexes.filter((at) => areWanted(filledTexts(columns, at)));
    });
    const indexes = wanted.find(({ length }) => length > 0) ?? [];
    const coordinates = onlyColumn(names, indexes, "coordinates");
    return coordinates === undefined ? [] : [{ coordinates }];
  };

export const findCoordinates = coordinatesFinder((texts) => texts.length === 0 || hasPlaces(texts));

/**
 * Values that are not places, such as WKB, are kept: their rows say why they fail. Columns of numbers are left out: they
 * hold the numbers of points, not coordinates.
 */
const findUnreadable = coordinatesFinder((texts) =>
  texts.some((text) => !/^[\d.,+-]*$/.test(text)),
);

/** Finds two columns of known names, or one with both coordinates, if it has values and these have none. */
export const knownFinder =
  <Columns extends NamedRows>(findInOne: FindPlaces<Columns>): FindPlaces<Columns> =>
  (columns, options) => {
    const places = findKnownColumns(columns, options);
    if (places.some((place) => isFilled(columns, place))) return places;
    const filled = findInOne(columns, options).filter((place) => isFilled(columns, place));
    return filled.length > 0 ? filled : places;
  };

/** The kinds of names of columns in tables, in order of precedence. */
const FINDERS = [
  knownFinder(findCoordinates),
  findCoordinates,
  findOtherColumns,
  findWeakColumns,
  findUnreadable,
];

// The decision

/** The column of the other axis beside a chosen one: of a place with it, or else the only one of any place. */
function partnerOf(
  chosen: ByRole<number>,
  missing: Names.Axis,
  { names }: NamedRows,
): number | undefined {
  const axis = missing === "latitude" ? "longitude" : "latitude";
  const partner = Names.allColumnsOf(names).find((place) => place[axis] === chosen[axis]);
  if (partner) return partner[missing];
  const indexes = Names.indexesOfAxis(names, missing);
  const others = indexes.filter((index) => index !== chosen[axis]);
  return onlyColumn(names, others, missing) ?? indexes[0];
}

/** A code without a territory that is not worldwide. */
const LOCAL_CODE = /^\s*[^\s.]{2,4}\.\S+\s*$/;

/** The columns of mapcodes and their territories, by their names. */
function codeColumns(
  columns: NamedRows,
  chosen: ByRole<number>,
  { territory, country, near, territoryColumn, countryColumn }: ResolvedBatchOptions,
): ByRole<number> {
  const { names } = columns;
  const taken = Object.values(chosen);
  const roles = (["mapcode", "territory", "international"] as const).flatMap((role) => {
    const known = Names.KNOWN_NAMES[role].map((name) => Names.indexesOf(names, [name]));
    const index = onlyColumn(names, known.find(({ length }) => length > 0) ?? [], role);
    return index === undefined || taken.includes(index) ? [] : [[role, index]];
  });
  const found: ByRole<number> = { ...Object.fromEntries(roles), ...chosen };
  const filter = territory ?? country ?? near ?? territoryColumn ?? countryColumn;
  const hasFilter = (filter ?? found.territory) !== undefined;
  const codes = filledTexts(columns, found.mapcode ?? -1);
  const areLocal = codes.length > 0 && codes.every((code) => LOCAL_CODE.test(code));
  const index = names.findIndex((name) => Names.foldedName(name) === "country");
  // Of codes with territories, an unknown name of a country would make the row fail.
  return hasFilter || !areLocal || index < 0 ? found : { ...found, country: index };
}

/**
 * Decides the columns of the roles without an option.
 * @param chosen the columns that the user has named
 * @returns all columns; a required one may be missing
 * @throws BatchError if several columns may have a role
 */
export function decideColumns(
  columns: NamedRows,
  chosen: ByRole<number>,
  options: ResolvedBatchOptions,
): ByRole<number> {
  if (options.operation === "decode") return codeColumns(columns, chosen, options);
  const { latitude, longitude, ...others } = chosen;
  if (others.coordinates !== undefined) return others;
  if (latitude === undefined && longitude === undefined) {
    for (const find of FINDERS) {
      const [place] = find(columns, options);
      if (place) return { ...others, ...place };
    }
    return others;
  }
  const missing = latitude === undefined ? "latitude" : "longitude";
  const partner = chosen[missing] ?? partnerOf(chosen, missing, columns);
  return partner === undefined ? chosen : { ...chosen, [missing]: partner };
}

// Missing columns

/** The maximum number of names in a message. */
const MAX_SHOWN = 20;

/** Names of values in meters. */
const PROJECTED = /^(?:utm)?(?:easting|northing|rechtswert|hochwert)s?$|^utm[xyen]$/;

/** What to do about the columns of a place that cannot be read, or that no name says. */
function adviceForPlace(columns: NamedRows): Message | undefined {
  const { names } = columns;
  // Numbers with signs need no hemispheres.
  const axes = names.filter((name, index) => {
    const isSigned = filledTexts(columns, index).some((text) => text.startsWith("-"));
    return /lat|lon|lng|[纬緯经経經]度/i.test(name) && !isSigned;
  });
  const doubt = axes.map(Names.doubtOfName).find((text) => text !== undefined);
  if (doubt !== undefined) return doubt;
  const projected = names.find((name) => PROJECTED.test(Names.foldedName(name)));
  if (projected !== undefined) {
    return `${quoted(projected)} is a coordinate of a projection. Convert it to degrees, for example with ogr2ogr, or cs2cs of PROJ.`;
  }
  return adviceForValues(columns, "coordinates", "points", (texts) => {
    const mayBe = (text: string) => /[^\d.\s]|\.\d+\s+\d+\.\d/.test(text);
    return texts.every(mayBe) && hasPlaces(texts);
  });
}

/** The option for the first of the columns whose texts pass a test. */
function adviceForValues(
  columns: NamedRows,
  role: Role,
  what: string,
  areValues: (texts: readonly string[]) => boolean,
): Message | undefined {
  const found = columns.names.filter((_, index) => {
    const texts = filledTexts(columns, index);
    return texts.length > 0 && areValues(texts);
  });
  if (found.length === 0) return undefined;
  const choice = { option: COLUMN_OPTIONS[role], value: found[0] };
  return sentence`There are ${what} in ${formatList(found.map(quoted), "and")}: use the option ${choice}.`;
}

/**
 * The error for an input without a required column.
 * @param names of all columns, members or properties
 */
export function missingColumn(
  columns: NamedRows,
  wanted: Role,
  kind: "column" | "member" | "property",
  names: readonly string[] = columns.names,
): BatchError {
  const [hasLatitude, hasLongitude] = Names.AXES.map((axis) => {
    return Names.indexesOfAxis(names, axis).length > 0;
  });
  // If there is a latitude, the longitude is missing.
  const role = wanted === "latitude" && hasLatitude ? "longitude" : wanted;
  const option = COLUMN_OPTIONS[role];
  const shown = names.slice(0, MAX_SHOWN).map(shortened);
  if (names.length > MAX_SHOWN) shown.push("...");
  const both = sentence` For a column of both coordinates, use the option ${{ option: "coordinatesColumn" }}.`;
  const isOfPair = wanted === "latitude" && !hasLatitude && !hasLongitude;
  const partner = isOfPair ? sentence` and the option ${{ option: "lonColumn" }}` : "";
  const naming = sentence`Name it ${formatList(Names.KNOWN_NAMES[role], "or")}, or use the option ${{ option }}${partner}.${role === "latitude" ? both : ""}`;
  const areCodes = (texts: readonly string[]) => texts.every(hasMapcodeForm);
  let advice: Message | undefined;
  if (wanted === "mapcode") advice = adviceForValues(columns, "mapcode", "mapcodes", areCodes);
  // Where a latitude is chosen, only its longitude is missing.
  else if (wanted === "latitude") advice = adviceForPlace(columns);
  return new BatchError(
    sentence`No ${role} ${kind} in: ${shown.join(", ")}. ${advice ?? naming}`,
    option,
  );
}
