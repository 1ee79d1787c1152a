/** The operation of a batch, its options, and the names of its input values and results. */

import { MAX_LAT_DEG } from "../../internal.ts";
import type { InputOptions } from "./input-options.ts";
import type { OutputOptions } from "./output-options.ts";

/** What a batch does with its rows. */
export type Operation = "encode" | "decode";

/**
 * Extra values that results can have.
 * @example
 * ```ts
 * INCLUDES; // ["offset", "rectangle"]
 * ```
 */
export const INCLUDES = Object.freeze(["offset", "rectangle"] as const);
/** An extra value that results can have. */
export type Include = (typeof INCLUDES)[number];

/** The extra values of each operation: only an encoded point has an offset. */
export const OPERATION_INCLUDES: Readonly<Record<Operation, readonly Include[]>> = {
  encode: INCLUDES,
  decode: ["rectangle"],
};

/** All options of a batch except the two formats. Plain data, so that worker threads can receive it. */
export interface ConversionOptions extends InputOptions, OutputOptions {
  /** Whether rows are points to encode or mapcodes to decode. */
  readonly operation: Operation;
  /**
   * Encoding: all mapcodes of each point. Tables and plain lines then get one row for each mapcode, JSON
   * rows a list.
   */
  readonly all: boolean;
  /** Encoding: whether points outside of the ranges of degrees fail. Otherwise they are counted as clamped. */
  readonly strictRange: boolean;
  /** Encoding: extra digits, 0 to 8. */
  readonly precision: number;
  /** Encoding: only local mapcodes of this territory. Decoding: the territory of mapcodes that have none. */
  readonly territory?: string;
  /**
   * A country (ISO 3166), in place of `territory`. Encoding: only local mapcodes of it and its subdivisions.
   * Decoding: the territory of mapcodes that have none, and where the others' territories are looked up first.
   */
  readonly country?: string;
  /** Encoding: the alphabet of mapcodes and territories. */
  readonly alphabet?: string;
  /**
   * `offset`: distance in meters between the point and the decoded mapcode. `rectangle`: bounds of the
   * mapcode; when encoding, of the mapcode without its extra digits, as in replies of the service.
   */
  readonly include: readonly Include[];
  /** Encoding: the column or member of the latitude, by name. Columns of tables also by number, from 1. */
  readonly latColumn?: string;
  /** Encoding: the column or member of the longitude. */
  readonly lonColumn?: string;
  /** Encoding: the column or member of both coordinates, such as `52.37, 4.9` or `POINT(4.9 52.37)`. */
  readonly coordinatesColumn?: string;
  /** Decoding: the column or member of the mapcode. */
  readonly codeColumn?: string;
  /**
   * The column or member of the territory: encoding, of the only local mapcodes of the row; decoding, of a mapcode
   * that has none. Where its cell is empty, the country of the row counts, or else the options `territory` and
   * `country`.
   */
  readonly territoryColumn?: string;
  /** The column or member of the country (ISO 3166) of a row; also where a territory is looked up first. */
  readonly countryColumn?: string;
  /** Decoding: the column or member of the international mapcode, for rows without another one. */
  readonly internationalColumn?: string;
  /** Whether the first row of input and output tables names the columns. */
  readonly header: boolean;
}

/** The name of an option, as in errors. */
export type BatchOptionName = keyof ConversionOptions | "from" | "to";

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

/** Longitudes wrap. Up to a full circle, that is a common way to write them; beyond it, a mistake. */
const MAX_LON_DEG = 360;

/** Whether a point is one that users may mean. Others are counted as clamped, or fail. */
export function isInRange(latDeg: number, lonDeg: number): boolean {
  return Math.abs(latDeg) <= MAX_LAT_DEG && Math.abs(lonDeg) <= MAX_LON_DEG;
}

/** What is wrong with a point that is not in range. */
export function rangeMessage(latDeg: number, lonDeg: number): string {
  if (isInRange(latDeg, 0)) {
    return `The longitude '${lonDeg}' is not from -${MAX_LON_DEG} to ${MAX_LON_DEG}.`;
  }
  const hint = isInRange(lonDeg, latDeg) ? " Latitude and longitude may be swapped." : "";
  return `The latitude '${latDeg}' is not from -${MAX_LAT_DEG} to ${MAX_LAT_DEG}.${hint}`;
}

/** The names of the bounds of a mapcode. */
export const RECTANGLE_NAMES: readonly string[] = ["south", "west", "north", "east"];

/** Names of the values that each row gets; with `all`, that each mapcode of a row gets. */
export function resultNames({ operation, all, include }: ConversionOptions): readonly string[] {
  const encoded = ["territory", "mapcode", ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? RECTANGLE_NAMES : []),
  ];
}
