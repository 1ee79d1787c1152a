/** Replies in JSON. Conversions are concatenated, so that whole numbers keep one decimal. */
import type { Coordinate, Rectangle, Territory } from "../../index.ts";
import {
  type CodeEntry,
  type CodesData,
  type CoordsData,
  decimal,
  type Format,
  JSON_TYPE,
} from "./format.ts";

function coordinateMembers({ latDeg, lonDeg }: Coordinate): string {
  return `"latDeg":${decimal(latDeg)},"lonDeg":${decimal(lonDeg)}`;
}

function rectangleObject(rectangle: Rectangle): string {
  const corners = (["southWest", "northEast", "center"] as const).map(
    (name) => `"${name}":{${coordinateMembers(rectangle[name])}}`,
  );
  return `{${corners.join()}}`;
}

function codeEntry(entry: CodeEntry): string {
  const members = [`"mapcode":${JSON.stringify(entry.mapcode)}`];
  for (const name of ["mapcodeInAlphabet", "territory", "territoryInAlphabet"] as const) {
    if (entry[name] !== undefined) members.push(`"${name}":${JSON.stringify(entry[name])}`);
  }
  if (entry.offsetMeters !== undefined) {
    members.push(`"offsetMeters":${decimal(entry.offsetMeters)}`);
  }
  if (entry.rectangle !== undefined) {
    members.push(`"rectangle":${rectangleObject(entry.rectangle)}`);
  }
  return `{${members.join()}}`;
}

function codeEntries(entries: readonly CodeEntry[]): string {
  return `[${entries.map(codeEntry).join()}]`;
}

function codes({ local, international, mapcodes }: CodesData): string {
  const members = [`"international":${codeEntry(international)}`];
  if (local !== undefined) members.unshift(`"local":${codeEntry(local)}`);
  if (mapcodes !== undefined) members.push(`"mapcodes":${codeEntries(mapcodes)}`);
  return `{${members.join()}}`;
}

function coords(data: CoordsData): string {
  const members = [coordinateMembers(data)];
  if (data.rectangle !== undefined) {
    members.push(`"rectangle":${rectangleObject(data.rectangle)}`);
  }
  return `{${members.join()}}`;
}

/** Returns the members in the order of JSON replies, without empty lists. */
function territoryMembers(territory: Territory): object {
  const { aliases, fullNameAliases, alphaCode, fullName, parentTerritory } = territory;
  const alphabets = territory.alphabets.map((name) => ({ name }));
  return {
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(fullNameAliases.length > 0 ? { fullNameAliases } : {}),
    alphaCode,
    alphaCodeMinimalUnambiguous: territory.alphaCodeMinimalUnambiguous,
    alphaCodeMinimal: territory.alphaCodeMinimal,
    fullName,
    ...(parentTerritory === undefined ? {} : { parentTerritory }),
    ...(alphabets.length > 0 ? { alphabets } : {}),
  };
}

export const json: Format = {
  name: "json",
  contentType: `${JSON_TYPE};charset=UTF-8`,
  codes,
  codeEntries,
  codeEntry,
  coords,
  rectangle: rectangleObject,
  territories: ({ total, items }) =>
    JSON.stringify({ total, territories: items.map(territoryMembers) }),
  territory: (territory) => JSON.stringify(territoryMembers(territory)),
  alphabets: ({ total, items }) =>
    JSON.stringify({ total, alphabets: items.map((name) => ({ name })) }),
  alphabet: (name) => JSON.stringify({ name }),
  version: (data) => JSON.stringify(data),
  status: () => JSON.stringify({ status: "OK" }),
  error: (body) => JSON.stringify(body),
};
