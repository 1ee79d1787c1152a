/** What the values of rows are: their roles in inputs, and the names of results. */

/** What a batch does with its rows. */
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

/** The meaning of a cell's value. */
export type Role = keyof typeof COLUMN_OPTIONS;

export const ALL_ROLES = Object.keys(COLUMN_OPTIONS) as readonly Role[];

/** What each role is found in. */
export type ByRole<Found> = Readonly<Partial<Record<Role, Found>>>;

export const ROLES: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude", "coordinates", "territory", "country"],
  decode: ["mapcode", "territory", "international", "country"],
};

const REQUIRED: Readonly<Record<Operation, readonly Role[]>> = {
  encode: ["latitude", "longitude"],
  decode: ["mapcode"],
};

/**
 * The roles that an input or a row needs and does not have. A mapcode may be missing where there is an
 * international one, as points at sea have no other, and latitude and longitude where both are in one text.
 */
export function missingRoles(operation: Operation, found: ByRole<unknown>): readonly Role[] {
  const replacement = operation === "decode" ? "international" : "coordinates";
  if (found[replacement] !== undefined) return [];
  return REQUIRED[operation].filter((role) => found[role] === undefined);
}

type ResultOptions = Readonly<{ operation: Operation; all: boolean; include: readonly string[] }>;

/** Names of the values that each row gets; with `all`, that each mapcode of a row gets. */
export function resultNames(options: ResultOptions): readonly string[] {
  const { operation, all, include } = options;
  const encoded = ["territory", "mapcode", ...(all ? [] : ["international"])];
  return [
    ...(operation === "encode" ? encoded : ["latitude", "longitude"]),
    ...(include.includes("offset") ? ["offset_meters"] : []),
    ...(include.includes("rectangle") ? ["south", "west", "north", "east"] : []),
  ];
}
