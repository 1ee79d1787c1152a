/** Decides which members hold the values of JSON rows. */
import { isObject } from "../../library/errors.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { ByRole, Role } from "../options/roles.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import { type ArrayPlace, arraysError, columnsError } from "./arrays.ts";
import * as Columns from "./columns.ts";
import { foldedName, MEMBER_NAMES, orderOfName } from "./names.ts";
import { hasPlaces } from "./pair.ts";
import { ELEMENTS, type Group, type Sample, type Warnings } from "./sample.ts";

/** The members of the roles of JSON rows: their paths, and those of the sample by their indexes in a group. */
export interface FoundMembers {
  readonly members: ByRole<string>;
  readonly group: Group;
  readonly indexes: ByRole<number>;
  readonly warnings: Warnings;
}

/** A place in the members of a group. */
interface Place extends ArrayPlace {
  readonly warnings: Warnings;
}

function pathOf({ path, names }: Group, index: number): string {
  return [...path, names[index]].join(".");
}

function found({ group, value, warnings }: Place): FoundMembers {
  const named = Object.entries(value).map(([role, index]) => [role, pathOf(group, index)]);
  return { members: Object.fromEntries(named), group, indexes: value, warnings };
}

// Places by their names

/** Texts of a point under any name. */
const MARKED_TEXT = /^\s*(?:geo:|(?:SRID=\d+;\s*)?POINT\b|\{\s*"type"\s*:\s*"Point")/i;

/** Whether a path says that its value is a place. Elements of arrays have the name of their array: `latlng.data`. */
function isPlacePath(path: readonly string[]): boolean {
  const end = path.findLastIndex((name) => name !== ELEMENTS);
  if (end < 0) return false;
  const name = path[end];
  if (MEMBER_NAMES.has(foldedName(name)) || orderOfName(name) !== undefined) return true;
  return end < path.length - 1 && isPlacePath(path.slice(0, end));
}

/** Finds the places of one kind in a group. */
type Find = (group: Group, options: ResolvedBatchOptions) => readonly Columns.Place[];

/** The members that hold both coordinates: by their name, or texts that say so. */
const memberOfPlaces: Find = (group) =>
  [...group.names.keys()].flatMap((index) => {
    const isNamed = isPlacePath([...group.path, group.names[index]]);
    const texts = Columns.filledTexts(group, index);
    const isPlace = (text: string) => (isNamed || MARKED_TEXT.test(text)) && hasPlaces([text]);
    return texts.some(isPlace) ? [{ value: { coordinates: index }, warnings: [] }] : [];
  });

/** `x` and `y`, at the top or in a place. */
const weakPair: Find = (group, options) =>
  group.path.length === 0 || isPlacePath(group.path) ? Columns.weakPair(group, options) : [];

/** The kinds of places at the top of rows and within them, in order of precedence. */
const KINDS: readonly { readonly isTop: boolean; readonly finds: readonly Find[] }[] = [
  { isTop: true, finds: [Columns.knownPair] },
  { isTop: true, finds: [memberOfPlaces] },
  { isTop: true, finds: [Columns.otherPair] },
  { isTop: false, finds: [Columns.knownPair, memberOfPlaces] },
  { isTop: true, finds: [weakPair] },
  { isTop: false, finds: [Columns.otherPair, weakPair] },
];

/** The places in each group: of the first kind that it has. */
function placesIn(
  groups: readonly Group[],
  finds: readonly Find[],
  options: ResolvedBatchOptions,
): readonly Place[] {
  const places = groups.flatMap((group) => {
    for (const find of finds) {
      const all = find(group, options);
      if (all.length > 0) return all.map((place) => ({ ...place, group }));
    }
    return [];
  });
  // No place is searched within another one.
  return places.filter(({ group: { path } }) => {
    return !places.some(({ group, value: { coordinates } }) => {
      const outer =
        coordinates === undefined ? group.path : [...group.path, group.names[coordinates]];
      const isInner = coordinates === undefined ? path.length > outer.length : true;
      return outer.length > 0 && isInner && outer.every((name, at) => name === path[at]);
    });
  });
}

// One place

/** The greatest number of places in a message. */
const MAX_LISTED = 6;

/** An object with fewer places may be one row: of a trip from one place to another. */
const MIN_ROWS = 3;

/** The options that choose a place, for messages. */
function optionsFor(place: Place): Message {
  const { coordinates, latitude = "", longitude = "" } = found(place).members;
  return coordinates === undefined
    ? sentence`${{ option: "latColumn", value: latitude }} and ${{ option: "lonColumn", value: longitude }}`
    : [{ option: "coordinatesColumn", value: coordinates }];
}

/** The error for rows with several places. Those of an only row may be rows by their names, as in exports of Firebase. */
function severalError(places: readonly Place[], sample: Sample, isArray: boolean): BatchError {
  const shown = places.slice(0, MAX_LISTED).map(optionsFor);
  const more = places.length > MAX_LISTED ? " There are more." : "";
  const message = sentence`Each row has several places. Choose one: use ${messageList(shown, "or")}.${more}`;
  const inner = new Set(places.map(({ group }) => group.path.slice(1).join(".")));
  const [value] = sample.values;
  const areRows = inner.size === 1 && sample.names.length === 0 && sample.values.length === 1;
  const members = isObject(value) ? Object.keys(value).length : 0;
  if (areRows && members >= MIN_ROWS && places.length === members) {
    const filter = isArray ? ".[][]" : ".[]";
    return new BatchError(
      sentence`${message} If each place is a row of its own, write one a line: jq -c '${filter}'.`,
      "from",
    );
  }
  const option = places[0].value.coordinates === undefined ? "latColumn" : "coordinatesColumn";
  return new BatchError(message, option);
}

/** Whether a row has all values of a place. */
function hasPlace({ group, value }: Place, row: number): boolean {
  return Object.values(value).every((index) => group.rows[row][index].trim() !== "");
}

/** The place of each row. @throws BatchError if a row has several */
function onlyPlace(sample: Sample, isArray: boolean, options: ResolvedBatchOptions) {
  const inner = sample.inner.filter(({ path, names }) => ![...path, ...names].includes(ELEMENTS));
  for (const { isTop, finds } of KINDS) {
    const places = placesIn(isTop ? [sample] : inner, finds, options);
    const isDoubtful = sample.rows.some((_, row) => {
      return places.filter((place) => hasPlace(place, row)).length > 1;
    });
    if (isDoubtful) throw severalError(places, sample, isArray);
    if (places.length > 0) return places[0];
  }
  return undefined;
}

/** The places within arrays. */
function placesInArrays({ inner }: Sample, options: ResolvedBatchOptions): readonly Place[] {
  const arrays = inner.filter(({ path, names }) => [...path, ...names].includes(ELEMENTS));
  return placesIn(
    arrays,
    [Columns.knownPair, memberOfPlaces, Columns.otherPair, weakPair],
    options,
  );
}

// The decision

/** The members that the user has named, completed by the partner of an only latitude or longitude. */
function chosenMembers(
  sample: Sample,
  chosen: ByRole<string>,
  options: ResolvedBatchOptions,
): FoundMembers {
  const said = Object.entries(chosen) as [Role, string][];
  const groups = [sample, ...sample.inner];
  const place = chosen.latitude ?? chosen.longitude ?? chosen.coordinates;
  const group = groups.find((one) => one.names.some((_, index) => pathOf(one, index) === place));
  if (!group) return { members: chosen, group: sample, indexes: {}, warnings: [] };
  const paths = group.names.map((_, index) => pathOf(group, index));
  const known = said.flatMap(([role, path]) => {
    return paths.includes(path) ? [[role, paths.indexOf(path)]] : [];
  });
  const hasPair = chosen.latitude !== undefined && chosen.longitude !== undefined;
  const indexes: ByRole<number> = Object.fromEntries(known);
  const { value, warnings } = hasPair
    ? { value: indexes, warnings: [] }
    : Columns.decideColumns(group, indexes, options);
  const { members } = found({ group, value, warnings });
  return { members: { ...members, ...chosen }, group, indexes: value, warnings };
}

/** The members with mapcodes: at the top, or in the only object that has some. */
function codeMembers(
  sample: Sample,
  chosen: ByRole<string>,
  options: ResolvedBatchOptions,
): FoundMembers {
  const groups = [sample, ...sample.inner].toSorted(
    (one, other) => one.path.length - other.path.length,
  );
  const places = groups.map((group) => ({ group, ...Columns.decideColumns(group, {}, options) }));
  const [first, ...others] = places.filter(({ value }) => {
    return (value.mapcode ?? value.international) !== undefined;
  });
  const isClear = first && (others.length === 0 || first.group.path.length === 0);
  const empty = { members: {}, group: sample, indexes: {}, warnings: [] };
  const { members, ...rest } = isClear ? found(first) : empty;
  return { ...rest, members: { ...members, ...chosen } };
}

/**
 * Decides the members of the roles of JSON rows.
 * @param chosen the members that the user has named, by their paths
 * @param isArray whether the input is an array of rows
 * @returns all members; rows that are pairs have none
 * @throws BatchError if no row of the sample has the values, or if there are several
 */
export function decideMembers(
  sample: Sample,
  chosen: ByRole<string>,
  isArray: boolean,
  options: ResolvedBatchOptions,
): FoundMembers {
  if (options.operation === "decode") return codeMembers(sample, chosen, options);
  const { latitude, longitude, coordinates } = chosen;
  if (latitude ?? longitude ?? coordinates) return chosenMembers(sample, chosen, options);
  const value = sample.values.find(isObject);
  if (!value) return { members: chosen, group: sample, indexes: {}, warnings: [] };
  const ofColumns = columnsError(value, isArray);
  if (ofColumns) throw ofColumns;
  const place = onlyPlace(sample, isArray, options);
  const inArrays = placesInArrays(sample, options);
  const isOnlyRow = sample.isWhole && sample.values.length === 1;
  // The answer of a search has its center besides its results.
  const isAnswer =
    isOnlyRow &&
    inArrays.some(({ group: { path, names } }) => {
      return [...path, ...names][1] === ELEMENTS;
    });
  if (inArrays.length > 0 && (!place || (isAnswer && place.group.path.length > 0))) {
    const error = arraysError(inArrays, value, isArray);
    if (!place) throw error;
    throw new BatchError(
      sentence`${error.sentence} For the place outside, use ${optionsFor(place)}.`,
      "from",
    );
  }
  if (!place) throw Columns.missingColumn(sample, "latitude", "member", Object.keys(value));
  const { members, ...rest } = found(place);
  return { ...rest, members: { ...chosen, ...members } };
}
