/** Decides which members hold the values of JSON rows. */
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ResolvedBatchOptions } from "../options/options.ts";
import type { ByRole, Role } from "../options/roles.ts";
import { type Message, messageList, sentence } from "../sentences.ts";
import * as Columns from "./columns.ts";
import { ELEMENTS, jqFilter, type Place, placesIn } from "./places.ts";
import type { Decided, Sample } from "./sample.ts";

type Members = ByRole<string>;

/** The members of one object: columns, with their paths. */
export interface Group extends Columns.Columns {
  readonly paths: readonly string[];
}

/** The members of the object at a path, such as `gps.`; at the top, of the rows themselves. */
export function groupAt(
  { names, prefixes = [], rows }: Pick<Sample, "names" | "prefixes" | "rows">,
  prefix: string,
): Group {
  const indexes = [...names.keys()].filter((index) => prefixes[index] === prefix);
  return {
    names: indexes.map((index) => names[index].slice(prefix.length)),
    rows: rows.map((row) => indexes.map((index) => row[index])),
    paths: indexes.map((index) => names[index]),
  };
}

/** The path of the object with a member: `gps.` of `gps.latitude`. Names may have dots. */
export function prefixOf({ names, prefixes = [] }: Sample, path: string): string {
  return prefixes[names.indexOf(path)] ?? path.slice(0, path.lastIndexOf(".") + 1);
}

function membersAt(
  { paths }: Group,
  { value, warnings }: Decided<ByRole<number>>,
): Decided<Members> {
  const named = Object.entries(value).map(([role, index]) => [role, paths[index]]);
  return { value: Object.fromEntries(named), warnings };
}

/** The members of a place by their paths. */
function membersOf({ path, degrees }: Place): Members {
  if (!degrees) return { coordinates: path.join(".") };
  const pathOf = (name: string) => [...path, name].join(".");
  return { latitude: pathOf(degrees.latitude), longitude: pathOf(degrees.longitude) };
}

/** The options that choose a place, for messages. */
function optionsFor(place: Place): Message {
  const { coordinates, latitude = "", longitude = "" } = membersOf(place);
  return coordinates === undefined
    ? sentence`${{ option: "latColumn", value: latitude }} and ${{ option: "lonColumn", value: longitude }}`
    : [{ option: "coordinatesColumn", value: coordinates }];
}

/** The greatest number of places in a message. */
const MAX_LISTED = 6;

/** The places with other paths, each once; with one value if some rows have one value there. */
function distinctPlaces(places: readonly Place[]): readonly Place[] {
  const byPath = new Map<string, Place>();
  for (const place of places) {
    const key = place.path.join("\0");
    const known = byPath.get(key);
    if (!known || !place.degrees) byPath.set(key, place);
  }
  return [...byPath.values()];
}

/**
 * The only place of each row.
 * @param rows the places of each row
 * @throws BatchError if a row has several places
 */
function onlyPlace(rows: readonly (readonly Place[])[]): Place | undefined {
  const several = rows.find((places) => places.length > 1);
  const distinct = distinctPlaces(rows.flat());
  if (!several) return distinct[0];
  const shown = distinct.slice(0, MAX_LISTED).map(optionsFor);
  const more = distinct.length > MAX_LISTED ? " There are more." : "";
  const [{ degrees }] = several;
  const message = sentence`Each row has several places. Choose one: use ${messageList(shown, "or")}.${more}`;
  throw new BatchError(message, degrees ? "latColumn" : "coordinatesColumn");
}

/** The place of rows without a known latitude and longitude at their top. @throws BatchError if there are several */
function placeWithin(
  rows: readonly (readonly Place[])[],
  sample: Sample,
  options: ResolvedBatchOptions,
): Decided<Members> | undefined {
  const top = groupAt(sample, "");
  const only = (isWanted: (place: Place) => boolean) => {
    const place = onlyPlace(rows.map((places) => places.filter(isWanted)));
    if (!place) return undefined;
    const members = membersOf(place);
    // Of several families in one object, the one with values, or none.
    const group = groupAt(sample, prefixOf(sample, members.latitude ?? ""));
    const known = members.latitude && place.isKnown && Columns.knownPlace(group, options);
    return known ? membersAt(group, known) : { value: members, warnings: [] };
  };
  const atTop = (found: Decided<ByRole<number>> | undefined) => found && membersAt(top, found);
  return (
    only(({ degrees, isKnown, path }) => isKnown && path.length === 1 && !degrees) ??
    atTop(Columns.otherPlace(top)) ??
    only(({ isKnown }) => isKnown) ??
    atTop(Columns.weakPlace(top, options)) ??
    only(() => true)
  );
}

/** The error for places within arrays. */
function arraysError(places: readonly Place[], isArray: boolean): BatchError {
  const names = places[0].path.filter((name) => name !== ELEMENTS);
  const [name = ""] = names;
  const message = `The places are within arrays, in ${quoted(name)}. Write them one a line: jq -c '${jqFilter(places, isArray)}'.`;
  return new BatchError(message, "from");
}

/** The members of the roles that the user has named, completed by their partner. */
function chosenMembers(
  sample: Sample,
  chosen: Members,
  options: ResolvedBatchOptions,
): Decided<Members> {
  const { latitude, longitude, coordinates, ...others } = chosen;
  if (coordinates !== undefined) return { value: { ...others, coordinates }, warnings: [] };
  const said = latitude ?? longitude ?? "";
  const group = groupAt(sample, prefixOf(sample, said));
  const index = group.paths.indexOf(said);
  if ((latitude !== undefined && longitude !== undefined) || index < 0) {
    return { value: chosen, warnings: [] };
  }
  const role: Role = latitude === undefined ? "longitude" : "latitude";
  const { value, warnings } = membersAt(
    group,
    Columns.decideColumns(group, { [role]: index }, options),
  );
  return { value: { ...value, ...chosen }, warnings };
}

/** The members with mapcodes: at the top, or in the only object that has some. */
function codeMembers(sample: Sample, chosen: Members, options: ResolvedBatchOptions): Members {
  const prefixes = [...new Set(sample.prefixes)].sort((one, other) => one.length - other.length);
  const found = prefixes.map((prefix) => {
    const group = groupAt(sample, prefix);
    return membersAt(group, Columns.decideColumns(group, {}, options)).value;
  });
  const withCodes = found.filter((one) => one.mapcode ?? one.international);
  const [first = {}, ...others] = withCodes;
  const isTop = prefixOf(sample, first.mapcode ?? first.international ?? "") === "";
  return others.length === 0 || isTop ? { ...first, ...chosen } : chosen;
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
  chosen: Members,
  isArray: boolean,
  options: ResolvedBatchOptions,
): Decided<Members> {
  const top = groupAt(sample, "");
  if (options.operation === "decode") {
    return { value: codeMembers(sample, chosen, options), warnings: [] };
  }
  const { latitude, longitude, coordinates } = chosen;
  if (latitude ?? longitude ?? coordinates) return chosenMembers(sample, chosen, options);
  const known = Columns.knownPlace(top, options);
  const complete = ({ value, warnings }: Decided<Members>) => ({
    value: { ...chosen, ...value },
    warnings,
  });
  if (known) return complete(membersAt(top, known));
  const objects = sample.values.filter(isObject);
  if (objects.length === 0) return { value: chosen, warnings: [] };
  const rows = objects.map((value) => [...placesIn(value)].filter(({ path }) => path.length > 0));
  const isInArray = ({ path }: Place) => path.includes(ELEMENTS);
  const found = placeWithin(
    rows.map((places) => places.filter((one) => !isInArray(one))),
    sample,
    options,
  );
  if (found) return complete(found);
  const inArrays = rows.flat().filter(isInArray);
  if (inArrays.length > 0) throw arraysError(inArrays, isArray);
  throw Columns.missingColumn(top, "latitude", "member");
}
