/** The mapcodes that functions of the library return: plain data that prints as people write it. */
import type { TerritoryCode } from "../generated/names.ts";
import { INTERNATIONAL_LENGTH } from "../tables/format.ts";

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

/** The full names of a territory and, if it is a subdivision, of its country. */
export interface TerritoryNames {
  readonly territoryName: string;
  readonly parentName: string | undefined;
}

class PrintedMapcode implements Mapcode {
  readonly territory: TerritoryCode;
  readonly code: string;

  constructor(territory: TerritoryCode, code: string) {
    this.territory = territory;
    this.code = code;
  }

  toString(): string {
    return `${this.territory} ${this.code}`;
  }
}

class NamedMapcode extends PrintedMapcode {
  readonly territoryName: string;
  declare readonly parentName?: string;

  constructor(territory: TerritoryCode, code: string, names: TerritoryNames) {
    super(territory, code);
    this.territoryName = names.territoryName;
    if (names.parentName !== undefined) this.parentName = names.parentName;
  }
}

// Without a constructor of its own, a prototype counts as the prototype of a plain object for console.log and for
// test frameworks, which otherwise show or compare the name of the class.
Reflect.deleteProperty(PrintedMapcode.prototype, "constructor");
Reflect.deleteProperty(NamedMapcode.prototype, "constructor");

/** A mapcode with enumerable members only for its data. It costs no more than an object literal. */
export function createMapcode(territory: TerritoryCode, code: string): Mapcode {
  return new PrintedMapcode(territory, code);
}

/** As createMapcode, with the full names of the territory. */
export function createNamedMapcode(
  territory: TerritoryCode,
  code: string,
  names: TerritoryNames,
): Mapcode {
  return new NamedMapcode(territory, code, names);
}

/** Whether a code is one of those that are valid worldwide, by its length. */
export function isInternationalCode(code: string): boolean {
  const [withoutExtension] = code.split("-");
  return withoutExtension.replace(".", "").length === INTERNATIONAL_LENGTH;
}
