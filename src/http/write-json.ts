/** Replies as JSON, written straight; the shapes are those of answers.ts. */
import type { Coordinate, Rectangle } from "../index.ts";
import type { CodeEntry, CodesAnswer, CoordsAnswer } from "./answers.ts";
import type { RefusalBody } from "./refusal.ts";

/** A number as it reads back to the same double; whole ones keep one decimal. */
function jsonNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

function coordinateMembers({ latDeg, lonDeg }: Coordinate): string {
  return `"latDeg":${jsonNumber(latDeg)},"lonDeg":${jsonNumber(lonDeg)}`;
}

function rectangleMember(rectangle: Rectangle): string {
  const corners = (["southWest", "northEast", "center"] as const).map(
    (name) => `"${name}":{${coordinateMembers(rectangle[name])}}`,
  );
  return `"rectangle":{${corners.join()}}`;
}

function codeEntry(entry: CodeEntry): string {
  const members = [`"mapcode":${JSON.stringify(entry.mapcode)}`];
  for (const name of ["mapcodeInAlphabet", "territory", "territoryInAlphabet"] as const) {
    if (entry[name] !== undefined) members.push(`"${name}":${JSON.stringify(entry[name])}`);
  }
  if (entry.offsetMeters !== undefined) {
    members.push(`"offsetMeters":${jsonNumber(entry.offsetMeters)}`);
  }
  if (entry.rectangle !== undefined) members.push(rectangleMember(entry.rectangle));
  return `{${members.join()}}`;
}

export function codesJson({ local, international, mapcodes }: CodesAnswer): string {
  const members = [
    `"international":${codeEntry(international)}`,
    `"mapcodes":[${mapcodes.map(codeEntry).join()}]`,
  ];
  if (local !== undefined) members.unshift(`"local":${codeEntry(local)}`);
  return `{${members.join()}}`;
}

export function coordsJson(answer: CoordsAnswer): string {
  const members = [coordinateMembers(answer)];
  if (answer.rectangle !== undefined) members.push(rectangleMember(answer.rectangle));
  return `{${members.join()}}`;
}

export function refusalJson(body: RefusalBody): string {
  return JSON.stringify(body);
}
