/** What a batch converts: the operation, its options, and the names of what goes in and comes out. */

export type Operation = "encode" | "decode";

/** What can be added to results; `offset` to those of encoding only. */
export const INCLUDES = ["offset", "rectangle"] as const;
export type Include = (typeof INCLUDES)[number];

/** All options of a batch but the two formats. Plain data, which worker threads receive as it is. */
export interface ConversionOptions {
  readonly operation: Operation;
  /**
   * Encoding: all mapcodes of each point. Tables and plain lines then have one row for each mapcode, JSON
   * has a list in each row.
   */
  readonly all: boolean;
  /** Encoding: extra digits, 0 to 8. */
  readonly precision: number;
  /** Encoding: only local mapcodes of this territory. Decoding: the territory of mapcodes without one. */
  readonly territory?: string;
  /** Encoding: only local mapcodes of this country (ISO 3166) and its subdivisions. */
  readonly country?: string;
  /** Encoding: the alphabet of mapcodes and territories. */
  readonly alphabet?: string;
  /**
   * `offset`: meters from the point to where its mapcode decodes to. `rectangle`: the bounds of the
   * mapcode; of an encoded one without its extra digits, as in replies of the service.
   */
  readonly include: readonly Include[];
  /** Columns or members by name, or columns of tables by number from 1. */
  readonly latColumn?: string;
  readonly lonColumn?: string;
  readonly codeColumn?: string;
  readonly territoryColumn?: string;
  /** Whether the first row of a table, read or written, names the columns. */
  readonly header: boolean;
}

/** The name of an option, as errors report it. */
export type BatchOptionName = keyof ConversionOptions | "from" | "to";

/** What a cell of a row can hold. */
export type Role = "latitude" | "longitude" | "mapcode" | "territory";

/** The option that names the column of each role. */
export const COLUMN_OPTIONS = {
  latitude: "latColumn",
  longitude: "lonColumn",
  mapcode: "codeColumn",
  territory: "territoryColumn",
} as const satisfies Readonly<Record<Role, keyof ConversionOptions>>;

export const ROLES: Readonly<Record<Operation, readonly [Role, Role]>> = {
  encode: ["latitude", "longitude"],
  decode: ["mapcode", "territory"],
};

/** Whether rows cannot be converted without the role. */
export function isRequired(role: Role): boolean {
  return role !== "territory";
}

const RECTANGLE = ["south", "west", "north", "east"];

/** Names of the values that a row gets, or with `all` of those that each of its mapcodes gets. */
export function resultNames({ operation, all, include }: ConversionOptions): readonly string[] {
  const encoded = ["territory", "mapcode", ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? RECTANGLE : []),
  ];
}
