/** What encoding and decoding return. */
import type { TerritoryCode } from "../generated/names.ts";

/** A point. */
export interface Coordinate {
  /** Latitude in degrees, north positive, from -90 to 90. */
  readonly latDeg: number;
  /** Longitude in degrees, east positive. */
  readonly lonDeg: number;
}

/** A mapcode: "NLD 49.4V" has the territory NLD and the code 49.4V. As a string, it is that text. */
export interface Mapcode {
  /** The alpha code of the territory that the code belongs to; AAA for the international code. */
  readonly territory: TerritoryCode;
  /** The code in Roman letters and digits, without its territory. */
  readonly code: string;
  /** The full name of the territory, with the option `names`. */
  readonly territoryName?: string;
  /** The full name of the country that the territory is a subdivision of, with the option `names`. */
  readonly parentName?: string;
}
