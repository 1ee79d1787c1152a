/** Mapcodes as objects. */
import type { TerritoryCode } from "../generated/name-types.ts";
import { wrongType } from "../messages.ts";
import { isObject } from "./errors.ts";

/** The full names of a territory and, if it is a subdivision, of its country. */
export interface TerritoryNames {
  readonly territoryName: string;
  readonly parentName: string | undefined;
}

/** A mapcode: "NLD 49.4V" has the territory NLD and the code 49.4V. As a string, it is that text. */
export class Mapcode {
  /** The alpha code of the territory; AAA for the international code. */
  readonly territory: TerritoryCode;
  /** The code in Roman letters and digits, without its territory. */
  readonly code: string;
  /** The full name of the territory, with the option `names`. */
  declare readonly territoryName?: string;
  /** The full name of the country of a subdivision, with the option `names`. */
  declare readonly parentName?: string;

  constructor(territory: TerritoryCode, code: string, names?: TerritoryNames) {
    this.territory = territory;
    this.code = code;
    if (names === undefined) return;
    this.territoryName = names.territoryName;
    if (names.parentName !== undefined) this.parentName = names.parentName;
  }

  /** The mapcode as people write it: `NLD 49.4V`. */
  toString(): string {
    return `${this.territory} ${this.code}`;
  }
}

/**
 * A mapcode as a text, or as an object, such as `encode` returns. A code without a territory belongs to the context, or
 * is international.
 */
export type MapcodeInput =
  | string
  | {
      /** Any code or name of the territory; empty for none. */
      readonly territory?: string | undefined;
      /** The code without its territory. */
      readonly code: string;
    };

/** The form of a mapcode, as a phrase after "is not". */
export const MAPCODE_FORM =
  "of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'";

/** The text of a mapcode. @throws TypeError if it is not a MapcodeInput */
export function textOf(mapcode: MapcodeInput): string {
  if (typeof mapcode === "string") return mapcode;
  const { territory, code } = isObject(mapcode) ? mapcode : {};
  const isTerritory = territory === undefined || typeof territory === "string";
  if (typeof code !== "string" || !isTerritory) {
    throw wrongType("mapcode", mapcode, "a string or an object with territory and code");
  }
  return territory ? `${territory} ${code}` : code;
}
