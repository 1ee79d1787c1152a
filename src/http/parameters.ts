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

const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;
export type Include = (typeof INCLUDES)[number];

/** A number of degrees in a path: decimal, with optional sign and exponent. */
export function degreesParameter(name: string, text: string): number {
  const degrees = parseDegrees(text);
  if (degrees !== undefined) return degrees;
  throw refuseValue(name, text, "a decimal number of degrees");
}

/** Extra characters, 0 unless given. */
export function precisionParameter(query: Query): number {
  const text = query.get("precision");
  if (text === undefined) return 0;
  const precision = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (precision >= 0 && precision <= MAX_PRECISION) return precision;
  throw refuseValue("precision", text, `an integer from 0 to ${MAX_PRECISION}`);
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
