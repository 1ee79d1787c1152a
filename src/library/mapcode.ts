/** The mapcodes that functions of the library return: plain data that prints as people write it. */
import { decodeAt, LAT_DEG, LON_DEG } from "../codec/decode.ts";
import type { TerritoryCode } from "../generated/names.ts";
import { wrongType } from "../messages.ts";
import { INTERNATIONAL_LENGTH } from "../tables/format.ts";
import { NO_TERRITORY } from "../tables/layout/names.ts";
import { WHITE_SPACE } from "../text/alphabets.ts";
import { hasMember, isObject } from "./arguments.ts";
import { PLACE } from "./point-forms.ts";
import type { Coordinate, Mapcode } from "./results.ts";

/**
 * A mapcode as a text, as this library returns it, or as replies of the HTTP service have it (with `mapcode` for the code).
 * Without a territory, a code is read as international, or in its context.
 */
export type MapcodeInput =
  | string
  | {
      /** The code of the territory. */
      readonly territory?: string | undefined;
      /** The code without its territory. */
      readonly code: string;
    }
  | {
      /** The code of the territory. */
      readonly territory?: string | undefined;
      /** The code without its territory. */
      readonly mapcode: string;
    };

/** What a text has to be, to be read after "is not". */
export const MAPCODE_FORM =
  "of the form [TERRITORY ]PREFIX.SUFFIX[-EXTENSION], such as 'NLD 49.4V'";

/** The code of a mapcode that is an object; undefined for other values. */
function codeOf(mapcode: unknown): string | undefined {
  if (!isObject(mapcode)) return undefined;
  const code = hasMember(mapcode, "code") ? mapcode.code : mapcode.mapcode;
  return typeof code === "string" ? code : undefined;
}

function territoryOf(mapcode: object): string | undefined {
  if (!hasMember(mapcode, "territory")) return undefined;
  const territory: unknown = Reflect.get(mapcode, "territory");
  return typeof territory === "string" ? territory : undefined;
}

/** The text of a mapcode; undefined, which counts as malformed, for any other value. */
export function mapcodeText(mapcode: unknown): string | undefined {
  if (typeof mapcode === "string") return mapcode;
  const code = codeOf(mapcode);
  if (code === undefined) return undefined;
  const territory = territoryOf(mapcode as object);
  return territory === undefined ? code : `${territory} ${code}`;
}

/** @throws TypeError unless the value is a mapcode in one of the forms @returns its text */
export function checkedMapcodeText(mapcode: MapcodeInput): string {
  const text = mapcodeText(mapcode);
  if (text !== undefined) return text;
  const error = wrongType("mapcode", mapcode, "a string or an object with territory and code");
  if (Array.isArray(mapcode)) error.message += " decodeBatch decodes many.";
  throw error;
}

/** What stands in front of a code, up to the code: spaces and its territory. */
export const WITH_TERRITORY = new RegExp(
  `^[${WHITE_SPACE}]*([^${WHITE_SPACE}]+)[${WHITE_SPACE}]+(?=[^${WHITE_SPACE}])`,
);

/**
 * The territory of a mapcode, as its text or object has it, and the text of its code: of a text, all of it.
 * @throws TypeError unless the value is a mapcode in one of the forms
 */
export function partsOf(mapcode: MapcodeInput): { territory: string | undefined; text: string } {
  const text = checkedMapcodeText(mapcode);
  if (typeof mapcode !== "string") {
    return { territory: territoryOf(mapcode), text: codeOf(mapcode) ?? text };
  }
  const [, territory] = WITH_TERRITORY.exec(text) ?? [];
  return { territory, text };
}

const degrees = new Float64Array(2);

/** The full names of a territory and, if it is a subdivision, of its country. */
export interface TerritoryNames {
  readonly territoryName: string;
  readonly parentName: string | undefined;
}

/**
 * A class whose prototype has no member `constructor`: it then counts as the prototype of a plain object for console.log
 * and for test frameworks, which otherwise show or compare the name of the class.
 */
function withoutConstructor<Class extends new (...values: never[]) => object>(made: Class): Class {
  Reflect.deleteProperty(made.prototype, "constructor");
  return made;
}

const PrintedMapcode = withoutConstructor(
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

    [PLACE](): Coordinate {
      decodeAt(this.toString(), NO_TERRITORY, degrees, LAT_DEG);
      return { latDeg: degrees[LAT_DEG], lonDeg: degrees[LON_DEG] };
    }
  },
);

const NamedMapcode = withoutConstructor(
  class NamedMapcode extends PrintedMapcode {
    readonly territoryName: string;
    declare readonly parentName?: string;

    constructor(territory: TerritoryCode, code: string, names: TerritoryNames) {
      super(territory, code);
      this.territoryName = names.territoryName;
      if (names.parentName !== undefined) this.parentName = names.parentName;
    }
  },
);

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
