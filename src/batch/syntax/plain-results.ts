/**
 * Reads lines that a batch has written in the format plain: the text of a row, then its results, each after a
 * tab. Only lines that no other rule reads come here, so that results of an earlier batch are never mistaken
 * for the values of a row.
 */
import { hasMapcodeForm } from "../../index.ts";
import { parseDegrees } from "../../internal.ts";
import type { RowInput } from "../rows/row.ts";

/** Spaces, tabs or one comma between the numbers of a point. */
const BETWEEN_NUMBERS = /\s*,\s*|\s+/;

/** The two parts of a text that may be a point; undefined unless there are exactly two. */
export function splitPoint(
  text: string,
  between = BETWEEN_NUMBERS,
): readonly [string, string] | undefined {
  const [lat, lon, ...rest] = text.trim().split(between);
  return lon === undefined || rest.length > 0 ? undefined : [lat, lon];
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && parseDegrees(text.trim()) !== undefined;
}

function isPoint(text: string): boolean {
  return splitPoint(text)?.every(isNumber) ?? false;
}

/** The territory and codes of a row that was encoded. */
interface Codes {
  readonly territory: string;
  readonly mapcode: string;
  readonly international: string;
}

/** The results of encoding that begin at an index, or undefined if the fields are no such results. */
function codesAt(fields: readonly string[], index: number): Codes | undefined {
  const [territory, mapcode, international = ""] = fields.slice(index);
  if (territory === undefined || mapcode === undefined) return undefined;
  const isLocal = hasMapcodeForm(mapcode) && !isNumber(territory) && !hasMapcodeForm(territory);
  const isEmpty = territory === "" && mapcode === "";
  const isWorldwide = isEmpty && (international === "" || hasMapcodeForm(international));
  return isLocal || isWorldwide ? { territory, mapcode, international } : undefined;
}

/** The length of the point that a line begins with, in fields; 0 if it does not begin with a point. */
function leadingPoint([first, second]: readonly string[]): number {
  if (isPoint(first)) return 1;
  return isNumber(first) && isNumber(second) ? 2 : 0;
}

/** The fields of a line. Absent values are empty. @param nullText the text of absent values */
function fieldsOf(text: string, nullText: string | undefined): readonly string[] {
  return text.split("\t").map((field) => (field === nullText ? "" : field));
}

/** The point of a line that was encoded, or that was decoded from something else than a point. */
export function pointOfResults(text: string, nullText: string | undefined): RowInput | undefined {
  const fields = fieldsOf(text, nullText);
  const lead = leadingPoint(fields);
  if (lead > 0 && codesAt(fields, lead) !== undefined) {
    const point = splitPoint(fields.slice(0, lead).join("\t"));
    return point && { latitude: { value: point[0] }, longitude: { value: point[1] } };
  }
  const [first, latitude, longitude] = fields;
  if (lead > 0 || isNumber(first) || !isNumber(latitude) || !isNumber(longitude)) return undefined;
  return { latitude: { value: latitude }, longitude: { value: longitude } };
}

/** The mapcode of a line that was encoded: of its last results, as the text in front of them may contain tabs. */
export function codeOfResults(text: string, nullText: string | undefined): RowInput | undefined {
  const fields = fieldsOf(text, nullText);
  // A latitude can have the form of a mapcode: 41.0627.
  if (fields.length < 3 || (leadingPoint(fields) === 0 && hasMapcodeForm(fields[0])))
    return undefined;
  for (let index = fields.length - 2; index >= 0; index--) {
    const { territory = "", mapcode = "", international = "" } = codesAt(fields, index) ?? {};
    if (mapcode === "" && international === "") continue;
    return {
      territory: { value: territory },
      mapcode: { value: mapcode },
      international: { value: international },
    };
  }
  return undefined;
}
