/** The roles of values in inputs, and the names of results. */

export type Operation = "encode" | "decode";

/** The option that names the column of each role. */
export const COLUMN_OPTIONS = {
  latitude: "latColumn",
  longitude: "lonColumn",
  coordinates: "coordinatesColumn",
  mapcode: "codeColumn",
  territory: "territoryColumn",
  international: "internationalColumn",
  country: "countryColumn",
} as const;

/** What a menu above a column of the map page offers, by role. */
export const ROLE_CHOICES: Readonly<Record<string, string>> = {
  latitude: "latitude",
  longitude: "longitude",
  coordinates: "both",
  mapcode: "mapcode",
  territory: "territory",
  country: "country",
};

/** The meaning of a cell's value. */
export type Role = keyof typeof COLUMN_OPTIONS;

export const ALL_ROLES = Object.keys(COLUMN_OPTIONS) as readonly Role[];

/** The place or value found for each role. */
export type ByRole<Value> = Readonly<Partial<Record<Role, Value>>>;

export const ROLES: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude", "coordinates", "territory", "country"],
  decode: ["mapcode", "territory", "international", "country"],
};

const REQUIRED: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude"],
  decode: ["mapcode"],
};

/**
 * The required roles that an input or a row lacks. Points at sea have only an international mapcode, so it may replace
 * the mapcode. A text with both coordinates replaces latitude and longitude.
 */
export function missingRoles(operation: Operation, values: ByRole<unknown>): readonly Role[] {
  const replacement = operation === "decode" ? "international" : "coordinates";
  if (values[replacement] !== undefined) return [];
  return REQUIRED[operation].filter((role) => values[role] === undefined);
}

type ResultOptions = Readonly<{
  operation: Operation;
  all: boolean;
  joined: boolean;
  include: readonly string[];
}>;

/** Names of the results of each row; with `all`, of each mapcode of a row. */
export function resultNamesOf(options: ResultOptions): readonly string[] {
  const { operation, all, joined, include } = options;
  const local = joined ? ["mapcode"] : ["territory", "mapcode"];
  const encoded = [...local, ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("names") ? ["territory_name", "country_name"] : []),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? ["south", "west", "north", "east"] : []),
  ];
}
