/** The errors for JSON whose rows are within its values, with filters of jq that make one row a line. */
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import type { ByRole } from "../options/roles.ts";
import { isInDegrees } from "../rows/places.ts";
import { knownPairs } from "./name-pairs.ts";
import { ELEMENTS, type Group } from "./sample.ts";

/** A path for jq. It skips values that are not arrays. */
export function jqPath(path: readonly string[]): string {
  const text = path
    .map((name) => {
      if (name === ELEMENTS) return "[]?";
      return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .join("");
  return text.startsWith(".") ? text : `.${text}`;
}

/** Names of degrees times ten million. */
const E7 = /e7$/i;

/** A place in an array, by the names in its group. */
export interface ArrayPlace {
  readonly group: Group;
  readonly value: ByRole<number>;
}

/**
 * A filter of jq that makes rows with places out of the array whose elements have most of them.
 * @param isArray whether the input is an array of rows
 */
function jqFilter(places: readonly ArrayPlace[], isArray: boolean): string {
  const [{ group, value }] = places.toSorted(
    (one, other) => other.group.rows.length - one.group.rows.length,
  );
  const { names } = group;
  const path =
    value.coordinates === undefined ? group.path : [...group.path, names[value.coordinates]];
  const array = path.slice(0, path.lastIndexOf(ELEMENTS) + 1);
  const rows = jqPath(isArray ? [ELEMENTS, ...array] : array);
  const { latitude = -1, longitude = -1 } = value;
  if (!E7.test(names[latitude] ?? "")) return rows;
  const inner = path.slice(array.length);
  const [lat, lon] = [latitude, longitude].map((index) => jqPath([...inner, names[index]]));
  return `${rows} | select(${lat}) | . + {lat: (${lat}/1e7), lon: (${lon}/1e7)}`;
}

function rowsError(problem: string, filter: string): BatchError {
  return new BatchError(`${problem} Write them one a line: jq -c '${filter}'.`, "from");
}

/** The error for places within arrays. */
export function arraysError(
  places: readonly ArrayPlace[],
  value: unknown,
  isArray: boolean,
): BatchError {
  const { path, names } = places[0].group;
  const name = [...path, ...names].find((one) => one !== ELEMENTS) ?? "";
  const { spatialReference } = isObject(value) ? value : {};
  if (!isInDegrees(spatialReference)) {
    const message =
      "The places are not in degrees, by spatialReference. Convert the input: ogr2ogr -t_srs EPSG:4326 points.geojson FILE.";
    return new BatchError(message, "from");
  }
  return rowsError(`The places are within arrays, in ${quoted(name)}.`, jqFilter(places, isArray));
}

/** The error for rows whose members are the columns of a table, as pandas writes them; undefined for others. */
export function columnsError(value: unknown, isArray: boolean): BatchError | undefined {
  if (!isObject(value)) return undefined;
  const rows = isArray ? ".[] | " : "";
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && knownPairs(columns.map(String)).length > 0) {
    const filter = `${rows}.columns as $names | .data[] | [$names, .] | transpose | map({(.[0]): .[1]}) | add`;
    return rowsError(
      "The rows are within arrays, in 'data', with their names in 'columns'.",
      filter,
    );
  }
  const names = Object.keys(value).filter((name) => {
    const column = value[name];
    return Array.isArray(column) || (isObject(column) && Object.keys(column).length > 1);
  });
  const [pair] = knownPairs(names);
  if (!pair) return undefined;
  const [latitude, longitude] = [names[pair.latitude], names[pair.longitude]];
  const filter = `${rows}. as $all | (${jqPath([latitude])} | keys_unsorted[]) as $row | $all | map_values(.[$row]?)`;
  const problem = `The members ${quoted(latitude)} and ${quoted(longitude)} have the values of many rows.`;
  return rowsError(problem, filter);
}
