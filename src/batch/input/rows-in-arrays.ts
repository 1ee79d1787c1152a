/** The errors for JSON whose rows are within its values, with filters of jq that make one row a line. */
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { isInDegrees } from "../rows/places.ts";
import { type Message, sentence } from "../sentences.ts";
import { OGR } from "./foreign.ts";
import type { GroupRoles } from "./members.ts";
import { knownPairs } from "./names.ts";
import { ELEMENTS } from "./sample.ts";

/** A path for jq. It skips values that are not arrays. */
export function jqPath(path: readonly string[]): string {
  const steps = path.map((name) => {
    if (name === ELEMENTS) return "[]?";
    return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  });
  return steps.join("").replace(/^(?!\.)/, ".");
}

/** Names of degrees times ten million. */
const E7_NAME = /e7$/i;

/** The path of a place, with the path of the innermost array around it. */
function pathsOf({ group, indexes: { coordinates = -1 } }: GroupRoles) {
  const path = [...group.path, group.names[coordinates] ?? []].flat();
  return { path, array: path.slice(0, path.lastIndexOf(ELEMENTS) + 1) };
}

/** Leaves out the places in arrays within rows that have a place, such as the entrances of a house. */
function withoutInner(places: readonly GroupRoles[]): readonly GroupRoles[] {
  const arrays = places.map((place) => pathsOf(place).array);
  const isInner = (array: readonly string[]) =>
    arrays.some((outer) => {
      return outer.length < array.length && outer.every((name, at) => name === array[at]);
    });
  return places.filter((_, index) => !isInner(arrays[index]));
}

/**
 * A filter of jq that makes rows with places out of the outer array whose elements have most of them.
 * @param isArray whether the input is an array of rows
 */
function jqFilter(places: readonly GroupRoles[], isArray: boolean): string {
  const outer = withoutInner(places);
  const most = Math.max(...outer.map(({ group }) => group.rows.length));
  const place = outer.find(({ group }) => group.rows.length === most) ?? outer[0];
  const { group, indexes } = place;
  const { latitude = -1, longitude = -1 } = indexes;
  const { path, array } = pathsOf(place);
  const rows = jqPath(isArray ? [ELEMENTS, ...array] : array);
  if (!E7_NAME.test(group.names[latitude] ?? "")) return rows;
  const [lat, lon] = [latitude, longitude].map((index) => {
    return jqPath([...path.slice(array.length), group.names[index]]);
  });
  return `${rows} | select(${lat}) | . + {lat: (${lat}/1e7), lon: (${lon}/1e7)}`;
}

function innerRowsError(problem: string, filter: string, more: Message = ""): BatchError {
  return new BatchError(
    sentence`${problem} Write them one a line: jq -c '${filter}'.${more}`,
    "from",
  );
}

/** The error for places within arrays. @param more another sentence */
export function placesInArraysError(
  places: readonly GroupRoles[],
  { spatialReference }: Readonly<Record<string, unknown>>,
  isArray: boolean,
  more?: Message,
): BatchError {
  if (!isInDegrees(spatialReference)) {
    const message = `The places are not in degrees, by spatialReference. ${OGR}`;
    return new BatchError(message, "from");
  }
  const { path, names } = places[0].group;
  const array = [...path, ...names].find((name) => name !== ELEMENTS) ?? "";
  const problem = `The places are within arrays, in ${quoted(array)}.`;
  return innerRowsError(problem, jqFilter(places, isArray), more);
}

/** Names of the degrees beside minutes, hemispheres or units. */
const PART_NAME = /^(?:d|deg|degrees?|val|value)$/i;

/** @throws BatchError if the members of a value are the columns of a table, as pandas writes them */
export function checkIsNotColumnar(
  value: Readonly<Record<string, unknown>>,
  isArray: boolean,
): void {
  const rows = isArray ? ".[] | " : "";
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && knownPairs(columns.map(String)).length > 0) {
    const problem = "The rows are within arrays, in 'data', with their names in 'columns'.";
    const filter =
      ".columns as $names | .data[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add";
    throw innerRowsError(problem, rows + filter);
  }
  const names = Object.keys(value).filter((name) => {
    const column = value[name];
    return Array.isArray(column) || (isObject(column) && Object.keys(column).length > 1);
  });
  const [pair] = knownPairs(names);
  if (!pair) return;
  const [latitude, longitude] = [names[pair.latitude], names[pair.longitude]];
  const members = `The members ${quoted(latitude)} and ${quoted(longitude)}`;
  if (Object.keys(value[latitude] ?? {}).some((key) => PART_NAME.test(key))) {
    throw new BatchError(`${members} have parts. Write decimal degrees, such as -33.857.`, "from");
  }
  const problem = `${members} have the values of many rows.`;
  const filter = `. as $all | (${jqPath([latitude])} | keys_unsorted[]) as $row | $all | map_values(.[$row]?)`;
  throw innerRowsError(problem, rows + filter);
}
