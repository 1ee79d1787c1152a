/** Texts of a request to checked values; a refusal names parameter, value and what was expected. */
import {
  countryNumber,
  findAlphabet,
  findTerritory,
  MAX_PRECISION,
  parseDegrees,
  UnknownAlphabetError,
  UnknownTerritoryError,
} from "../index.ts";
import type { Query } from "./query.ts";
import { Refusal, refuseValue } from "./refusal.ts";

const INTEGER = /^[+-]?\d+$/;

export const LEAST_INT32 = -(2 ** 31);
export const MOST_INT32 = 2 ** 31 - 1;
export const DEFAULT_COUNT = 1000;

export const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;
export type Include = (typeof INCLUDES)[number];

/** A number of degrees in a path: decimal, with optional sign and exponent. */
function degreesParameter(name: string, text: string): number {
  const degrees = parseDegrees(text);
  if (degrees !== undefined) return degrees;
  throw refuseValue(name, text, "a decimal number of degrees");
}

/** @param isLimited a latitude beyond a pole counts as the pole; else it is refused */
export function latitudeParameter(text: string, isLimited: boolean): number {
  const degrees = degreesParameter("lat", text);
  if (degrees >= -90 && degrees <= 90) return degrees;
  if (isLimited) return degrees < 0 ? -90 : 90;
  throw refuseValue("lat", text, "a number of degrees from -90 to 90");
}

/** Any longitude; the engine wraps it. */
export function longitudeParameter(text: string): number {
  return degreesParameter("lon", text);
}

function integerParameter(
  query: Query,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number {
  const text = query.get(name);
  if (text === undefined) return otherwise;
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw refuseValue(name, text, `an integer from ${least} to ${most}`);
}

/** Extra characters, none unless given. */
export function precisionParameter(query: Query): number {
  return integerParameter(query, "precision", 0, MAX_PRECISION, 0);
}

/** Where a page of a list begins; from the end when negative. */
export function offsetParameter(query: Query): number {
  return integerParameter(query, "offset", LEAST_INT32, MOST_INT32, 0);
}

/** How many items a page of a list has at most. */
export function countParameter(query: Query): number {
  return integerParameter(query, "count", 0, MOST_INT32, DEFAULT_COUNT);
}

/** The names of the include parameter; empty ones are skipped. */
export function includeParameter(query: Query): ReadonlySet<Include> {
  const includes = new Set<Include>();
  for (const part of (query.get("include") ?? "").split(",")) {
    if (part === "") continue;
    const include = INCLUDES.find((name) => name === part.toLowerCase());
    if (include === undefined) {
      throw refuseValue("include", part, `one of ${INCLUDES.join(", ")}, separated by commas`);
    }
    includes.add(include);
  }
  return includes;
}

/** Looks a parameter up by name; the library's own error tells what was expected. */
function looked<T>(query: Query, name: string, look: (text: string) => T): T | undefined {
  const text = query.get(name);
  if (text === undefined) return undefined;
  try {
    return look(text);
  } catch (error) {
    if (!(error instanceof UnknownTerritoryError || error instanceof UnknownAlphabetError)) {
      throw error;
    }
    throw refuseValue(name, text, error.expected);
  }
}

/** Alpha code of the territory that a parameter names; undefined when it is not given. */
export function territoryParameter(query: Query, name: string): string | undefined {
  return looked(query, name, (text) => findTerritory(text).alphaCode);
}

/** An ISO 3166 code that is known. */
export function countryParameter(query: Query): string | undefined {
  return looked(query, "country", (text) => {
    countryNumber(text);
    return text;
  });
}

/** Name of an alphabet as the list of alphabets has it. */
export function alphabetParameter(query: Query): string | undefined {
  return looked(query, "alphabet", findAlphabet);
}

/** Refuses a parameter that the other of the two conversions has. */
export function refuseOther(query: Query, name: string, meant: string): void {
  const value = query.get(name);
  if (value === undefined) return;
  const message = `The parameter ${name} is not known here; ${meant} is meant.`;
  throw new Refusal("invalid-parameter", message, {
    parameter: name,
    value,
    expected: `the parameter ${meant}`,
  });
}
