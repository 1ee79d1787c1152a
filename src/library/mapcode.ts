/** The mapcodes that functions of the library return: plain data that prints as people write it. */
import type { TerritoryCode } from "../generated/names.ts";

/** A mapcode: "NLD 49.4V" has the territory NLD and the code 49.4V. As a string, it is that text. */
export interface Mapcode {
  /** The alpha code of the territory that the code belongs to; AAA for the international code. */
  readonly territory: TerritoryCode;
  /** The code in Roman letters and digits, without its territory. */
  readonly code: string;
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

// Without a constructor of its own, the prototype counts as that of a plain object for console.log and for
// test frameworks, which otherwise show or compare the name of the class.
Reflect.deleteProperty(PrintedMapcode.prototype, "constructor");

/** A mapcode with enumerable members only for its data. It costs no more than an object literal. */
export function createMapcode(territory: TerritoryCode, code: string): Mapcode {
  return new PrintedMapcode(territory, code);
}
