/** Texts of a request to checked values; a refusal names parameter, value and what was expected. */
import {
  countryNumber,
  findAlphabet,
  findTerritory,
  MAX_PRECISION,
  UnknownAlphabetError,
  UnknownTerritoryError,
} from "../index.ts";
import { parseDegrees } from "../internal.ts";
import { HttpError, invalidValue } from "./http-error.ts";
import type { Query } from "./query.ts";

const INTEGER = /^[+-]?\d+$/;

export const MIN_INT32 = -(2 ** 31);
export const MAX_INT32 = 2 ** 31 - 1;
export const DEFAULT_COUNT = 1000;

export const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;
export type Include = (typeof INCLUDES)[number];

/** A number of degrees in a path: decimal, with optional sign and exponent. */
function degreesParameter(name: string, text: string): number {
  const degrees = parseDegrees(text);
  if (degrees !== undefined) return degrees;
  throw invalidValue(name, text, "a decimal number of degrees");
}

/** @param isLimited a latitude beyond a pole counts as the pole; else it is refused */
export function latitudeParameter(text: string, isLimited: boolean): number {
  const degrees = degreesParameter("lat", text);
  if (degrees >= -90 && degrees <= 90) return degrees;
  if (isLimited) return degrees < 0 ? -90 : 90;
  throw invalidValue("lat", text, "a number of degrees from -90 to 90");
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
  throw invalidValue(name, text, `an integer from ${least} to ${most}`);
}

/** Extra characters, none unless given. */
export function precisionParameter(query: Query): number {
  return integerParameter(query, "precision", 0, MAX_PRECISION, 0);
}

/** Where a page of a list begins; from the end when negative. */
export function offsetParameter(query: Query): number {
  return integerParameter(query, "offset", MIN_INT32, MAX_INT32, 0);
}

/** How many items a page of a list has at most. */
export function countParameter(query: Query): number {
  return integerParameter(query, "count", 0, MAX_INT32, DEFAULT_COUNT);
}

/** The names of the include parameter, each of which is one of `names`; empty ones are skipped. */
export function includeParameter<Name extends string>(
  query: Query,
  names: readonly Name[],
): ReadonlySet<Name> {
  const includes = new Set<Name>();
  for (const part of (query.get("include") ?? "").split(",")) {
    if (part === "") continue;
    const include = names.find((name) => name === part.toLowerCase());
    if (include === undefined) {
      throw invalidValue("include", part, `one of ${names.join(", ")}, separated by commas`);
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
    throw invalidValue(name, text, error.expected);
  }
}

/** Alpha code of the territory that a parameter names; undefined when it is not given. */
export function territoryParameter(query: Query, name: string): string | undefined {
  return looked(query, name, (text) => findTerritory(text).alphaCode);
}

/** An ISO 3166 code that is known. */
function countryParameter(query: Query): string | undefined {
  return looked(query, "country", (text) => {
    countryNumber(text);
    return text;
  });
}

/** Where codes are kept to: a territory or a country, if one is given. */
export function areaParameters(query: Query): {
  readonly territory: string | undefined;
  readonly country: string | undefined;
} {
  const territory = territoryParameter(query, "territory");
  const country = countryParameter(query);
  if (territory === undefined || country === undefined) return { territory, country };
  const message = "The parameters territory and country exclude each other.";
  throw new HttpError("conflicting-parameters", message, {
    parameter: "country",
    value: country,
    expected: "either territory or country",
  });
}

const SWITCH: Readonly<Record<string, boolean>> = { "": true, true: true, false: false };

/** `true` or `false`; the name alone is true. */
export function switchParameter(query: Query, name: string, otherwise: boolean): boolean {
  const text = query.get(name);
  if (text === undefined) return otherwise;
  const value = Object.hasOwn(SWITCH, text) ? SWITCH[text] : undefined;
  if (value !== undefined) return value;
  throw invalidValue(name, text, "true or false");
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
  throw new HttpError("invalid-parameter", message, {
    parameter: name,
    value,
    expected: `the parameter ${meant}`,
  });
}
