/** Decides which members hold the values of JSON rows. */
import { isObject } from "../../library/errors.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { ByRole } from "../options/roles.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import { ELEMENTS } from "../syntax/json-value.ts";
import * as Columns from "./columns.ts";
import { foldedName, MEMBER_NAMES, orderOfName } from "./names.ts";
import { hasPlaces } from "./pair.ts";
import * as Arrays from "./rows-in-arrays.ts";
import { type Group, isFeature, type Sample } from "./sample.ts";

/** A group, and the indexes in it of the members with the values. */
export interface GroupRoles {
  readonly group: Group;
  readonly indexes: ByRole<number>;
}

/** The paths of the members of a group. */
export function pathsIn({ path, names }: Group): readonly string[] {
  return names.map((name) => [...path, name].join("."));
}

/** The path of each role. */
export function membersOf({ group, indexes }: GroupRoles): ByRole<string> {
  const paths = pathsIn(group);
  return Object.fromEntries(Object.entries(indexes).map(([role, index]) => [role, paths[index]]));
}

// Places by their names

/** Texts of a point under any name. */
const POINT_TEXT = /^\s*(?:geo:|(?:SRID=\d+;\s*)?POINT\b|\{\s*"type"\s*:\s*"Point")/i;

/** Whether a path says that its value is a place. Elements of arrays have the name of their array: `latlng.data`. */
function isPlacePath(path: readonly string[]): boolean {
  const end = path.findLastIndex((name) => name !== ELEMENTS);
  if (end < 0) return false;
  const name = path[end];
  if (MEMBER_NAMES.has(foldedName(name)) || orderOfName(name) !== undefined) return true;
  return end < path.length - 1 && isPlacePath(path.slice(0, end));
}

/** Finds the places of one kind in a group. */
type FindMembers = Columns.FindPlaces<Group>;

/** Finds the members that hold both coordinates: by their name, or texts that say so. */
const findCoordinates: FindMembers = (group) =>
  group.names.flatMap((name, coordinates) => {
    const isNamed = isPlacePath([...group.path, name]);
    const texts = Columns.filledTexts(group, coordinates);
    const isPlace = (text: string) => (isNamed || POINT_TEXT.test(text)) && hasPlaces([text]);
    return texts.some(isPlace) ? [{ coordinates }] : [];
  });

/** Finds `x` and `y`, at the top or in a place. */
const findWeakColumns: FindMembers = (group, options) =>
  group.path.length === 0 || isPlacePath(group.path) ? Columns.findWeakColumns(group, options) : [];

const findKnown = Columns.knownFinder(findCoordinates);

const { findOtherColumns } = Columns;

/** The kinds of places at the top of rows and within them, in order of precedence. */
const FINDERS_BY_DEPTH: readonly {
  readonly isTop: boolean;
  readonly finds: readonly FindMembers[];
}[] = [
  { isTop: true, finds: [findKnown, findOtherColumns] },
  { isTop: false, finds: [findKnown] },
  { isTop: true, finds: [findWeakColumns] },
  { isTop: false, finds: [findOtherColumns, findWeakColumns] },
];

const INNER_FINDERS = FINDERS_BY_DEPTH.flatMap(({ isTop, finds }) => (isTop ? [] : finds));

/** The places in each group: of the first kind that it has. A place within another place does not count. */
function placesIn(
  groups: readonly Group[],
  finds: readonly FindMembers[],
  options: ResolvedBatchOptions,
): readonly GroupRoles[] {
  const places = groups.flatMap((group) => {
    for (const find of finds) {
      const all = find(group, options);
      if (all.length > 0) return all.map((indexes) => ({ group, indexes }));
    }
    return [];
  });
  return places.filter(({ group: { path } }) => {
    return !places.some(({ group, indexes: { coordinates } }) => {
      const hasAxes = coordinates === undefined;
      const outer = hasAxes ? group.path : [...group.path, group.names[coordinates]];
      const isInner = !hasAxes || path.length > outer.length;
      return outer.length > 0 && isInner && outer.every((name, at) => name === path[at]);
    });
  });
}

// One place

/** The maximum number of places in a message. */
const MAX_LISTED = 6;

/** An object with fewer places may be one row: of a trip from one place to another. */
const MIN_ROWS = 3;

/** The options that choose a place, for messages. */
function optionsFor(place: GroupRoles): Message {
  const { coordinates, latitude = "", longitude = "" } = membersOf(place);
  return coordinates === undefined
    ? sentence`${{ option: "latColumn", value: latitude }} and ${{ option: "lonColumn", value: longitude }}`
    : [{ option: "coordinatesColumn", value: coordinates }];
}

/** The path of an object with many places, one in each member: rows by their keys, as Firebase exports them. */
function pathOfKeyedRows(places: readonly GroupRoles[], value: unknown) {
  const [first, ...others] = places.map(({ group }) => group.path);
  const depth = first.findIndex((name, at) => others.some((path) => path[at] !== name));
  const inner = new Set(places.map(({ group: { path } }) => path.toSpliced(depth, 1).join(".")));
  if (depth < 0 || inner.size > 1 || places.length < MIN_ROWS) return undefined;
  const outer = first.slice(0, depth);
  const rows = outer.reduce((each, name) => (isObject(each) ? each[name] : each), value);
  // Some rows may lack a place, and a sample has only the first members of a large object.
  return Object.values(rows ?? {}).every(isObject) ? outer : undefined;
}

/** The error for rows with several places. A single row may be an object of rows. */
function severalPlacesError(places: readonly GroupRoles[], sample: Sample) {
  const shown = places.slice(0, MAX_LISTED).map(optionsFor);
  const more = places.length > MAX_LISTED ? " There are more." : "";
  const message = sentence`Each row has several places. Choose one: use ${messageList(shown, "or")}.${more}`;
  const [value, ...others] = sample.values;
  const path = others.length === 0 ? pathOfKeyedRows(places, value) : undefined;
  if (path) {
    const filter = Arrays.keyedRowsFilter([...sample.pathOfRows, ...path]);
    const advice = `If each place is a row, write one a line: jq -c '${filter}'.`;
    return new BatchError(sentence`${message} ${advice}`, "from");
  }
  const option = places[0].indexes.coordinates === undefined ? "latColumn" : "coordinatesColumn";
  return new BatchError(message, option);
}

/** Whether a row has all values of a place. */
function hasPlace({ group, indexes }: GroupRoles, row: number): boolean {
  return Object.values(indexes).every((index) => group.rows[row][index].trim() !== "");
}

/** Whether the objects of a group are elements of arrays, not one for each row. */
export function isInArray({ path, names }: Group): boolean {
  return path.includes(ELEMENTS) || names.includes(ELEMENTS);
}

/** The place of each row. @throws BatchError if a row has several */
function onlyPlace(sample: Sample, options: ResolvedBatchOptions): GroupRoles | undefined {
  const inner = sample.inner.filter((group) => !isInArray(group));
  let empty: GroupRoles | undefined;
  for (const { isTop, finds } of FINDERS_BY_DEPTH) {
    // A place without values comes before weak names, as in tables.
    if (empty && finds.includes(findWeakColumns)) return empty;
    const places = placesIn(isTop ? [sample] : inner, finds, options);
    const isDoubtful = sample.rows.some((_, row) => {
      return places.filter((place) => hasPlace(place, row)).length > 1;
    });
    if (isDoubtful) throw severalPlacesError(places, sample);
    const filled = places.find(({ group, indexes }) => Columns.isFilled(group, indexes));
    if (filled) return filled;
    empty ??= places[0];
  }
  return empty;
}

// The decision

/** The members of a group that the user has named. */
function chosenIn(group: Group, chosen: ByRole<string>): ByRole<number> {
  const paths = pathsIn(group);
  const known = Object.entries(chosen).map(([role, path]) => [role, paths.indexOf(path)] as const);
  return Object.fromEntries(known.filter(([, index]) => index >= 0));
}

/** The members that the user has named, completed by the partner of an only latitude or longitude. */
function chosenMembers(
  sample: Sample,
  chosen: ByRole<string>,
  options: ResolvedBatchOptions,
): GroupRoles {
  const group = [sample, ...sample.inner].find((inner) => {
    const { latitude, longitude, coordinates } = chosenIn(inner, chosen);
    return (latitude ?? longitude ?? coordinates) !== undefined;
  });
  if (!group) return { group: sample, indexes: {} };
  const indexes = chosenIn(group, chosen);
  const hasBoth = chosen.latitude !== undefined && chosen.longitude !== undefined;
  return { group, indexes: hasBoth ? indexes : Columns.decideColumns(group, indexes, options) };
}

/** The members with mapcodes: at the top, or in the only object that has some. @throws BatchError if only arrays have them */
function codeMembers(
  sample: Sample,
  chosen: ByRole<string>,
  options: ResolvedBatchOptions,
): GroupRoles {
  const all = [sample, ...sample.inner]
    .map((group) => ({
      group,
      indexes: Columns.decideColumns(group, chosenIn(group, chosen), options),
    }))
    .filter(({ indexes }) => (indexes.mapcode ?? indexes.international) !== undefined)
    .toSorted((first, second) => first.group.path.length - second.group.path.length);
  const places = all.filter(({ group }) => !isInArray(group));
  const isChosen = (chosen.mapcode ?? chosen.international) !== undefined;
  // The members of a feature are its properties.
  if (places.length === 0 && all.length > 0 && !isChosen && !isFeature(sample.values[0])) {
    throw Arrays.codesInArraysError(all[0].group, sample);
  }
  const [first] = places;
  const isClear = first && (places.length === 1 || first.group.path.length === 0);
  return isClear ? first : { group: sample, indexes: {} };
}

/**
 * Decides the members of the roles of JSON rows.
 * @param chosen the members that the user has named, by their paths
 * @returns the members in one object, besides which the user may have named others; rows that are pairs have none
 * @throws BatchError if no row of the sample has the values, or if a row has several places
 */
export function decideMembers(
  sample: Sample,
  chosen: ByRole<string>,
  options: ResolvedBatchOptions,
): GroupRoles {
  if (options.operation === "decode") return codeMembers(sample, chosen, options);
  const { latitude, longitude, coordinates } = chosen;
  if (latitude ?? longitude ?? coordinates) return chosenMembers(sample, chosen, options);
  const value = sample.values.find(isObject);
  if (!value) return { group: sample, indexes: {} };
  Arrays.checkIsNotColumnar(value, sample);
  const place = onlyPlace(sample, options);
  const inArrays = placesIn(sample.inner.filter(isInArray), INNER_FINDERS, options);
  // The reply of a search has its center besides its results.
  const isSearchReply =
    sample.isWhole &&
    sample.values.length === 1 &&
    inArrays.some(({ group: { path, names } }) => [...path, ...names][1] === ELEMENTS);
  if (inArrays.length > 0 && (!place || (isSearchReply && place.group.path.length > 0))) {
    const outside = place && sentence` For the place outside the array, use ${optionsFor(place)}.`;
    throw Arrays.placesInArraysError(inArrays, value, sample, outside);
  }
  if (!place) Arrays.checkAreNotPairs(value, sample);
  if (!place) throw Columns.missingColumn(sample, "latitude", "member", Object.keys(value));
  return place;
}
