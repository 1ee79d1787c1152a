/** The territory or country that options name, for the wanted codes of a point or for a code without its territory. */
import type { CodeFilter } from "../codec/encode.ts";
import { type Origin, originAt } from "../codec/nearest.ts";
import { NO_TERRITORY } from "../tables/format.ts";
import type { Coordinate } from "./decoding.ts";
import * as errors from "./errors.ts";
import { countryNumber, type TerritoryName, territoryNumber } from "./territories.ts";

/** The wanted codes of a point, or the meaning of a code without a territory. */
export interface TerritoryFilter extends CodeFilter {
  /** Its name in messages; empty without a filter. With an origin, a territory is all that have its name. */
  readonly name: string;
  /** The point that the places of an ambiguous text are measured from. */
  readonly origin: Origin | undefined;
}

/** The filter that all codes pass. */
export const NO_FILTER: TerritoryFilter = Object.freeze({
  territory: NO_TERRITORY,
  country: NO_TERRITORY,
  name: "",
  origin: undefined,
});

/** The filter of a territory or a country. @throws MapcodeError if both are given, or the name is unknown */
export function territoryFilter({
  territory,
  country,
}: Partial<Record<"territory" | "country", string | undefined>>): TerritoryFilter {
  if (territory !== undefined) {
    if (country !== undefined) throw errors.contradiction({ territory, country });
    return { ...NO_FILTER, territory: territoryNumber(territory), name: territory };
  }
  if (country === undefined) return NO_FILTER;
  return { ...NO_FILTER, country: countryNumber(country), name: country };
}

/** The number of the territory of codes without one: the territory or the country of the filter. */
export function contextOfFilter({ territory, country }: TerritoryFilter): number {
  return territory === NO_TERRITORY ? country : territory;
}

/** Options of decode, decodeRectangle and parseMapcode. */
export interface DecodeOptions {
  /** The territory of a code without one: any code or name of it. By default, such a code is international. */
  readonly context?: TerritoryName | undefined;
  /**
   * In place of `context`, a country by its ISO 3166 code: NL is the Netherlands, while the context NL is Nagaland. A
   * code without a territory, or after this ISO code, belongs to the country itself. Other territories are first sought
   * in its subdivisions.
   */
  readonly country?: string | undefined;
  /**
   * In place of `context`, a point: an ambiguous text stands for the place nearest to it, however far. Ambiguous are a
   * code without its territory, and a territory with several meanings, such as IN. With `country`, only places in it
   * and its subdivisions count. Latitudes beyond a pole count as the pole, longitudes wrap.
   */
  readonly near?: Coordinate | undefined;
}

/** The filter of codes without a territory. @throws MapcodeError or TypeError, as decode, for its options */
export function contextFilter(options: DecodeOptions): TerritoryFilter {
  // Most calls have none. Making a filter for them took 5% of decode.
  if (options === errors.NO_OPTIONS) return NO_FILTER;
  errors.checkOptionNames(options, ["context", "country", "near"]);
  const { context, country, near } = options;
  if (context !== undefined && country !== undefined) {
    throw errors.contradiction({ context, country });
  }
  const filter = territoryFilter({ territory: context, country });
  if (near === undefined) return filter;
  errors.checkPoint("option near", near);
  const { latDeg, lonDeg } = near;
  if (context !== undefined) throw errors.contradiction({ context, near: `${latDeg}, ${lonDeg}` });
  return { ...filter, origin: originAt(latDeg, lonDeg) };
}
