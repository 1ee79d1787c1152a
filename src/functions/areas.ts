/** The territories that rows of functions name, and the territory or country of their settings. */
import { countryNumber, NO_TERRITORY, territoryNumber } from "../index.ts";
import {
  alphaCodeOf,
  memoize,
  messageText,
  problemMessage,
  territoryNamed,
  territoryProblem,
} from "../internal.ts";
import type { FunctionSettings } from "./signature.ts";

/** Where the mapcodes of a row are. */
export interface Area {
  /** The number of its territory, or NO_TERRITORY. */
  readonly territory: number;
  /** The number of its country if it is a country with all its subdivisions, or NO_TERRITORY. */
  readonly country: number;
  /** Its name in messages. */
  readonly name: string;
  /** Why there is no such area; empty if there is. */
  readonly problem: string;
}

const NO_AREA: Area = {
  territory: NO_TERRITORY,
  country: NO_TERRITORY,
  name: "",
  problem: "",
};

/** Longer names than those of territories are not remembered, as they would fill the memory. */
const MAX_NAME_CHARS = 200;

function areaNamed(name: string): Area {
  const territory = territoryNamed(name);
  if (territory !== NO_TERRITORY) return { ...NO_AREA, territory, name: alphaCodeOf(territory) };
  return { ...NO_AREA, problem: messageText(problemMessage(territoryProblem(name))) };
}

const rememberedArea = memoize(areaNamed);

/** The area of rows that name none. @throws UnknownTerritoryError if there is none of this name */
export function areaOfSettings({ territory, country }: FunctionSettings): Area {
  if (territory !== undefined) {
    return { ...NO_AREA, territory: territoryNumber(territory), name: territory };
  }
  if (country === undefined) return NO_AREA;
  return { ...NO_AREA, country: countryNumber(country), name: country };
}

/**
 * The area that an argument names.
 * @param common the area of arguments that are NULL or blank
 */
export function areaOf(value: unknown, common: Area): Area {
  if (value === undefined || value === null) return common;
  if (typeof value !== "string") {
    return { ...NO_AREA, problem: `The territory ${JSON.stringify(value)} is not a string.` };
  }
  const name = value.trim();
  if (name === "") return common;
  return name.length > MAX_NAME_CHARS ? areaNamed(name) : rememberedArea(name);
}
