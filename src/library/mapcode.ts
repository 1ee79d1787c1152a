/** Mapcodes as objects. */
import type { TerritoryCode } from "../generated/name-types.ts";
import { wrongType } from "../messages.ts";
import { alphaCodeOf } from "../text/territories.ts";
import { isObject, valueError } from "./errors.ts";
import { type namesOf, territoryNumber } from "./territories.ts";

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

  constructor(territory: TerritoryCode, code: string, names?: ReturnType<typeof namesOf>) {
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

/** The form of codes of territories, in any alphabet. */
const TERRITORY_CODE = /^[^-_]{2,3}(?:[-_][^-_]{2,3})?$/;

/** A text with a territory and a code. */
const HAS_TERRITORY = /\S[\s\u0085]+\S/;

/**
 * The text of a mapcode.
 * @throws TypeError if it is not a MapcodeInput. @throws MapcodeError if the name of its territory is unknown, or
 *   territory and code both have a territory
 */
export function textOf(mapcode: MapcodeInput): string {
  if (typeof mapcode === "string") return mapcode;
  const { territory, code } = isObject(mapcode) ? mapcode : {};
  const isTerritory = territory === undefined || typeof territory === "string";
  if (typeof code !== "string" || !isTerritory) {
    throw wrongType("mapcode", mapcode, "a string or an object with territory and code");
  }
  if (!territory) return code;
  if (!HAS_TERRITORY.test(code)) {
    // The code of a territory, known or not, stays as it is.
    const isCode = TERRITORY_CODE.test(territory);
    return `${isCode ? territory : alphaCodeOf(territoryNumber(territory))} ${code}`;
  }
  const expected = `a code alone, as the mapcode has the territory '${territory}'`;
  throw valueError("malformed-mapcode", "code", code, expected);
}
