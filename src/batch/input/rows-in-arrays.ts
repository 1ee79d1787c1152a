/** The errors for JSON whose rows are within its values, with filters of jq that make one row a line. */
import { isObject } from "../../library/errors.ts";
import { quoted } from "../../messages.ts";
import { BatchError } from "../errors.ts";
import { isInDegrees, isPair } from "../rows/places.ts";
import { type Message, sentence } from "../sentences.ts";
import { ELEMENTS, jqPath } from "../syntax/json-value.ts";
import { OGR_ADVICE } from "./foreign.ts";
import type { GroupRoles } from "./members.ts";
import { knownColumns } from "./names.ts";
import type { Group, Sample } from "./sample.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A filter of jq that makes rows of the members of an object, with their keys. */
export function keyedRowsFilter(path: readonly string[], row = "{key} + .value"): string {
  return `${jqPath(path)} | to_entries[] | ${row}`.replace(/^\. \| /, "");
}

/** Names of degrees times ten million. */
const E7_NAME = /e7$/i;

/** Makes degrees of them. Google Takeout has some negative numbers without their sign, 2^32 larger. */
const FROM_E7 = "(.lat, .lon) |= (./1e7 | if . > 180 then . - 429.4967296 else . end)";

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
 * A filter of jq that makes rows with places out of the outer array whose elements have most of them, or of all members
 * if they are arrays of the same kind: `{"NL":[...],"BE":[...]}`.
 * @param members their number, without empty arrays
 */
function jqFilter(places: readonly GroupRoles[], members: number, { pathOfRows }: Sample): string {
  const outer = withoutInner(places);
  const inner = new Set(outer.map((place) => pathsOf(place).path.slice(1).join(".")));
  const areOfKeys = inner.size === 1 && outer[0].group.path[1] === ELEMENTS;
  if (areOfKeys && outer.length === members && members > 1) {
    return keyedRowsFilter(pathOfRows, "{key} + .value[]");
  }
  const most = Math.max(...outer.map(({ group }) => group.rows.length));
  const place = outer.find(({ group }) => group.rows.length === most) ?? outer[0];
  const { group, indexes } = place;
  const { latitude = -1, longitude = -1 } = indexes;
  const { path, array } = pathsOf(place);
  const rows = jqPath([...pathOfRows, ...array]);
  if (!E7_NAME.test(group.names[latitude] ?? "")) return rows;
  const [lat, lon] = [latitude, longitude].map((index) => {
    return jqPath([...path.slice(array.length), group.names[index]]);
  });
  return `${rows} | select(${lat}) | . + {lat: ${lat}, lon: ${lon}} | ${FROM_E7}`;
}

function innerRowsError(problem: string, filter: string, more: Message = ""): BatchError {
  const message = sentence`${problem} Write them one a line: jq -c '${filter}'.${more}`;
  return new BatchError(message, "from");
}

/** @throws BatchError if the members of a value are pairs of many rows: `{"Utrecht":[52.1,5.1],"Gouda":[52,4.7]}` */
export function checkAreNotPairs(value: JsonObject, { pathOfRows }: Sample): void {
  const pairs = Object.values(value);
  if (pairs.length < 2 || !pairs.every(isPair)) return;
  const filter = keyedRowsFilter(pathOfRows, "{key, coordinates: .value}");
  throw innerRowsError("All members are pairs of numbers.", filter);
}

/** @param path of the rows, from the input on */
function inArraysError(
  what: string,
  path: readonly string[],
  filter: string,
  more?: Message,
): BatchError {
  const array = path.find((name) => name !== ELEMENTS) ?? "";
  return innerRowsError(`The ${what} are within arrays, in ${quoted(array)}.`, filter, more);
}

/** The error for places within arrays. @param more another sentence */
export function placesInArraysError(
  places: readonly GroupRoles[],
  value: JsonObject,
  sample: Sample,
  more?: Message,
): BatchError {
  if (!isInDegrees(value.spatialReference)) {
    const message = `The places are not in degrees, by spatialReference. ${OGR_ADVICE}`;
    return new BatchError(message, "from");
  }
  const { path, names } = places[0].group;
  const members = Object.values(value).filter(
    (member) => !(Array.isArray(member) && member.length === 0),
  );
  const filter = jqFilter(places, members.length, sample);
  return inArraysError("places", [...path, ...names], filter, more);
}

/** The error for mapcodes within arrays: of all codes of a place, or of rows within an object. */
export function codesInArraysError({ path }: Group, { pathOfRows }: Sample): BatchError {
  const array = path.slice(0, path.lastIndexOf(ELEMENTS) + 1);
  return inArraysError("mapcodes", array, jqPath([...pathOfRows, ...array]));
}

/** Names of the degrees beside minutes, hemispheres or units. */
const PART_NAME = /^(?:d|deg|degrees?|val|value)$/i;

/** Whether a value has degrees, minutes and seconds, as cameras give them: `[52, 22, 35.45]`. */
function isAngle(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [degrees, minutes, seconds] = value.map(Number);
  const areParts = [minutes, seconds].every((part) => part >= 0 && part < 60);
  return areParts && Number.isInteger(degrees) && Number.isInteger(minutes);
}

/** Makes objects of the arrays of a table, with the names of its columns. */
const WITH_NAMES = "[$names, .] | transpose | map({(.[0]): .[1]}) | add";

/** @throws BatchError if the first array of a JSON array names the columns of the others */
export function checkHasNoNames({ pathOfRows, values: [first] }: Sample): void {
  const isNames = Array.isArray(first) && first.every((name) => typeof name === "string");
  if (pathOfRows.length === 0 || !isNames || knownColumns(first).length === 0) return;
  const problem = "The first array has the names of the values in the others.";
  throw innerRowsError(problem, `.[0] as $names | .[1:][] | ${WITH_NAMES}`);
}

/** @throws BatchError if a value has the names of columns in one array, and rows in another: pandas, PurpleAir, ClickHouse */
function checkHasNoNamesBeside(value: JsonObject, rows: string): void {
  const arrays = Object.keys(value).filter((name) => Array.isArray(value[name]));
  const names = arrays.find((array) => {
    const texts = [value[array]].flat().map((each) => (isObject(each) ? each.name : each));
    return knownColumns(texts.map(String)).length > 0;
  });
  const data = arrays.find((array) => Array.isArray([value[array]].flat()[0]));
  if (names === undefined || data === undefined) return;
  const problem = `The rows are within arrays, in ${quoted(data)}, with their names in ${quoted(names)}.`;
  const path = isObject([value[names]].flat()[0]) ? [names, ELEMENTS, "name"] : [names];
  const texts = path.length > 1 ? `[${jqPath(path)}]` : jqPath(path);
  throw innerRowsError(problem, `${rows}${texts} as $names | ${jqPath([data])}[] | ${WITH_NAMES}`);
}

/** @throws BatchError if the members of a value are the columns of a table, as pandas writes them */
export function checkIsNotColumnar(value: JsonObject, { pathOfRows }: Sample): void {
  const rows = pathOfRows.length > 0 ? ".[] | " : "";
  checkHasNoNamesBeside(value, rows);
  // ERDDAP has both in one member.
  for (const [name, member] of Object.entries(value)) {
    if (isObject(member)) checkHasNoNamesBeside(member, `${rows}${jqPath([name])} | `);
  }
  const names = Object.keys(value).filter((name) => {
    const column = value[name];
    return Array.isArray(column) || (isObject(column) && Object.keys(column).length > 1);
  });
  const [pair] = knownColumns(names);
  if (!pair) return;
  const [latitude, longitude] = [names[pair.latitude], names[pair.longitude]];
  const members = `The members ${quoted(latitude)} and ${quoted(longitude)}`;
  if (Object.keys(value[latitude] ?? {}).some((key) => PART_NAME.test(key))) {
    throw new BatchError(`${members} have parts. Write decimal degrees, such as -33.857.`, "from");
  }
  if ([latitude, longitude].every((name) => isAngle(value[name]))) {
    const message = `${members} seem to have degrees, minutes and seconds. Write decimal degrees, or all parts as one text: 33 51 25.2 S.`;
    throw new BatchError(message, "from");
  }
  const problem = `${members} have the values of many rows.`;
  const filter = `. as $all | (${jqPath([latitude])} | keys_unsorted[]) as $row | $all | map_values(.[$row]?)`;
  throw innerRowsError(problem, rows + filter);
}
