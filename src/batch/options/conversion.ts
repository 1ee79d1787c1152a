/** The values of rows: their roles in inputs, their ranges, and the names of results. */

import { isInRange, MAX_LAT_DEG, MAX_LON_DEG } from "../../library/options.ts";
import type { Operation } from "./operations.ts";
import type { ConversionOptions } from "./option-table.ts";

export { INCLUDES, type Include, OPERATION_INCLUDES, type Operation } from "./operations.ts";
export type { BatchOptionName, ConversionOptions } from "./option-table.ts";
export { isInRange };

/** The meaning of a cell's value. */
export type Role =
  | "latitude"
  | "longitude"
  | "coordinates"
  | "mapcode"
  | "territory"
  | "international"
  | "country";

/** The option that names the column of each role. */
export const COLUMN_OPTIONS = {
  latitude: "latColumn",
  longitude: "lonColumn",
  coordinates: "coordinatesColumn",
  mapcode: "codeColumn",
  territory: "territoryColumn",
  international: "internationalColumn",
  country: "countryColumn",
} as const satisfies Readonly<Record<Role, keyof ConversionOptions>>;

export const ROLES: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude", "coordinates", "territory", "country"],
  decode: ["mapcode", "territory", "international", "country"],
};

export const ALL_ROLES: readonly Role[] = Array.from(new Set(Object.values(ROLES).flat()));

/** Whether the column of a role is found by its name. Columns that restrict results are not, without an option. */
export function isFoundByName(role: Role, operation: Operation): boolean {
  return role !== "country" && (role !== "territory" || operation === "decode");
}

const REQUIRED: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude"],
  decode: ["mapcode"],
};

/**
 * The roles that an input or a row needs and does not have. A mapcode may be missing where there is an
 * international one, as points at sea have no other, and latitude and longitude where both are in one text.
 * @param found what holds the value of each role
 */
export function missingRoles(
  operation: Operation,
  found: Readonly<Partial<Record<Role, unknown>>>,
): readonly Role[] {
  return REQUIRED[operation].filter((role) => {
    const replacement = role === "mapcode" ? "international" : "coordinates";
    return found[role] === undefined && found[replacement] === undefined;
  });
}

/** What is wrong with a point that is not in range. */
export function rangeMessage(latDeg: number, lonDeg: number): string {
  if (isInRange(latDeg, 0)) {
    return `The longitude '${lonDeg}' is not from -${MAX_LON_DEG} to ${MAX_LON_DEG}.`;
  }
  const isFar = Math.abs(latDeg) > MAX_LON_DEG;
  const far = isFar ? " The point looks projected: ogr2ogr -t_srs EPSG:4326." : "";
  const hint = isInRange(lonDeg, latDeg) ? " Are latitude and longitude swapped?" : far;
  return `The latitude '${latDeg}' is not from -${MAX_LAT_DEG} to ${MAX_LAT_DEG}.${hint}`;
}

/** What is wrong with a point that has no mapcode within a filter. @param name of the territory or country */
export function noMapcodeMessage(latDeg: number, lonDeg: number, name: string): string {
  return `The point ${latDeg} ${lonDeg} has no mapcode in ${name}.`;
}

/** The names of the bounds of a mapcode. */
const RECTANGLE_NAMES: readonly string[] = ["south", "west", "north", "east"];

/** Names of the values that each row gets; with `all`, that each mapcode of a row gets. */
export function resultNames({ operation, all, include }: ConversionOptions): readonly string[] {
  const encoded = ["territory", "mapcode", ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? RECTANGLE_NAMES : []),
  ];
}
