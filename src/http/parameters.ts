/** The parameters of queries as data, for requests, the help and the OpenAPI document. */

import { parseDegrees, parsePair } from "../bytes/decimal-reading.ts";
import * as mapcoded from "../index.ts";
import * as Into from "../into.ts";
import { MapcodeError } from "../library/errors.ts";
import { getAlphabet } from "../library/mapcode-text.ts";
import { PARENT_CODES } from "../text/territories.ts";
import { HttpError, invalidValue } from "./errors.ts";
import { parseQuery, type Query } from "./requests.ts";

/** A JSON schema of a value, with the keywords that parsing needs. */
export interface ParameterSchema {
  readonly type: "array" | "boolean" | "integer" | "number" | "string";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly enum?: readonly string[] };
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  /** Half a sentence of plain text. */
  readonly description: string;
  readonly schema: ParameterSchema;
  /** The parameter that must not be sent together with this one. */
  readonly excludes?: string | undefined;
  /** The parameter of the opposite conversion that clients confuse with this one. */
  readonly confusedWith?: string;
  /** A noun phrase for its values, after "is not", if a later check than `find` may reject one. */
  readonly expected?: string;
  /** Returns the value of a text, by default the text. @throws MapcodeError when there is none */
  readonly find?: ((text: string) => unknown) | undefined;
}

type ValueOf<Type> = Type extends "array"
  ? ReadonlySet<string>
  : Type extends "integer"
    ? number
    : string | undefined;

export type ValuesOf<List extends readonly Parameter[]> = {
  readonly [Each in List[number] as Each["name"]]: Each extends {
    readonly find: (text: string) => infer Value;
  }
    ? Value | undefined
    : ValueOf<Each["schema"]["type"]>;
};

const TERRITORIES = ["NLD", "US-IN", "Netherlands"];
export const TERRITORY_SCHEMA = { type: "string", minLength: 1, examples: TERRITORIES } as const;

export const TERRITORY = {
  name: "territory",
  description: "only codes of this territory, named by any of its codes or names",
  schema: TERRITORY_SCHEMA,
  confusedWith: "context",
  find: (text: string) => mapcoded.getTerritory(text).alphaCode,
} as const;

export const CONTEXT = {
  ...TERRITORY,
  name: "context",
  description: "territory of a code that does not name its own, by any of its codes or names",
  confusedWith: "territory",
} as const;

export const COUNTRY = {
  name: "country",
  description: "only codes of this country and its subdivisions, by its ISO 3166 code",
  schema: { type: "string", minLength: 2, maxLength: 3, examples: ["NL", "NLD"] },
  excludes: "territory",
  find(text: string): string {
    Into.countryNumber(text);
    return text;
  },
} as const;

export const COUNTRY_OF_CODES = {
  ...COUNTRY,
  description:
    "in place of context, a country by its ISO 3166 code: the territory of codes that do not name their own, and where the territories of others are looked up first",
  excludes: "context",
} as const;

function integer<const Name extends string>(
  name: Name,
  description: string,
  [minimum, maximum, absent]: readonly [number, number, number],
) {
  const schema = { type: "integer", minimum, maximum, default: absent } as const;
  return { name, description, schema } as const;
}

const DIGITS = "number of extra digits; each makes the code about 5.5 times more precise";
export const PRECISION = integer("precision", DIGITS, [0, mapcoded.MAX_PRECISION, 0]);

export function alphabetParameter(description: string) {
  const schema = { type: "string", enum: mapcoded.alphabets() } as const;
  return { name: "alphabet", description, schema, find: getAlphabet } as const;
}

/** Declares `include`: names separated by commas, in any case; empty ones are skipped. */
export function includeParameter(names: readonly string[], adds: string, example: string) {
  const items = { type: "string", enum: names };
  const schema = { type: "array", items, examples: [example.split(",")] } as const;
  const description = `${adds}: any of ${names.join(", ")}, separated by commas`;
  return { name: "include", description, schema } as const;
}

const INCLUDES = ["offset", "territory", "alphabet", "rectangle"];
const INCLUDE = includeParameter(INCLUDES, "adds members", INCLUDES.join());
const NAMES_TOO = [...INCLUDES, "names"];

/** Reads degrees, with or without blanks around them. */
export function degreesOf(parameter: string, text: string): number {
  const degrees = parseDegrees(text.trim());
  if (degrees !== undefined) return degrees;
  throw invalidValue(parameter, text, "a decimal number of degrees");
}

export const NEAR = {
  name: "near",
  description:
    "a point, latitude and longitude: a code without its territory is the one of the nearest place",
  schema: { type: "string", examples: ["52.3,4.9"] },
  excludes: "context",
  find(text: string): mapcoded.Coordinate {
    const point = parsePair(text);
    if (point) return point;
    throw invalidValue("near", text, "two decimal numbers of degrees, such as 52.3,4.9");
  },
} as const;

function codesParameters(include: typeof INCLUDE) {
  const alphabet = alphabetParameter("also writes the codes in this alphabet");
  return [TERRITORY, COUNTRY, PRECISION, alphabet, include] as const;
}

/** The query of /codes by dialect, in the order of the checks, like all others. */
export const CODES_PARAMETERS = {
  spec: codesParameters(includeParameter(NAMES_TOO, "adds members", NAMES_TOO.join())),
  hosted: codesParameters(INCLUDE),
};

const BOUNDS = "rectangle adds the bounds of all points with this mapcode";

const COORDS = [
  CONTEXT,
  NEAR,
  { ...INCLUDE, description: BOUNDS, schema: { ...INCLUDE.schema, examples: [["rectangle"]] } },
] as const;

/** The query of /coords by dialect. It ignores values of `include` for /codes. */
export const COORDS_PARAMETERS = {
  spec: COORDS,
  hosted: COORDS.filter((parameter) => parameter !== NEAR),
};

export const MAX_INT32 = 2 ** 31 - 1;
const OFFSET = "index of the first item; a negative one counts from the end";

export const PAGING = [
  integer("offset", OFFSET, [-MAX_INT32 - 1, MAX_INT32, 0]),
  integer("count", "maximum number of items", [0, MAX_INT32, 1000]),
] as const;

const PARENTS = `one of ${PARENT_CODES.join(", ")}`;

/** The country that a context names or belongs to. */
export const PARENT = {
  name: "context",
  description: `the country to search first, ${PARENTS}: both USA and RUS have an IN`,
  schema: TERRITORY_SCHEMA,
  find(text: string): string {
    const territory = mapcoded.findTerritory(text);
    const country = territory?.parentTerritory ?? territory?.alphaCode ?? "";
    if (PARENT_CODES.includes(country)) return country;
    throw invalidValue("context", text, PARENTS);
  },
} as const;

/** Runs a look-up of the library. @throws HttpError in place of its error for an unknown name */
export function lookUp<Value>(name: string, text: string, find: (text: string) => Value): Value {
  try {
    return find(text);
  } catch (error) {
    if (!(error instanceof MapcodeError)) throw error;
    throw invalidValue(name, text, error.expected ?? "known");
  }
}

const INTEGER = /^[+-]?\d+$/;

/** Parses a value. @param text as sent, decoded; undefined when absent @throws HttpError when it is none */
export function parseValue({ name, schema, find }: Parameter, text: string | undefined): unknown {
  const { type, items, minimum = 0, maximum = 0 } = schema;
  if (type === "array") {
    const names = items?.enum ?? [];
    const parts = (text ?? "").split(",").filter((part) => part !== "");
    const wrong = parts.find((part) => !names.includes(part.toLowerCase()));
    if (wrong === undefined) return new Set(parts.map((part) => part.toLowerCase()));
    throw invalidValue(name, wrong, `one of ${names.join(", ")}, separated by commas`);
  }
  if (text === undefined) return schema.default;
  if (type === "integer") {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw invalidValue(name, text, `an integer from ${minimum} to ${maximum}`);
  }
  if (type === "boolean") {
    // The name alone means true.
    if (text === "" || text === "true" || text === "false") return text !== "false";
    throw invalidValue(name, text, "true or false");
  }
  return find ? lookUp(name, text, find) : text;
}

/**
 * Parses the parameters of a request in the order of their list. Unknown ones are ignored, as the public service does,
 * unless clients confuse them with one of the list.
 * @throws HttpError for the first parameter that is wrong
 */
export function parseParameters<List extends readonly Parameter[]>(
  list: List,
  query: Query,
): ValuesOf<List> {
  for (const { name, confusedWith: parameter = "" } of list) {
    const value = parameter === "" ? undefined : query.get(parameter);
    if (value === undefined) continue;
    const message = `There is no parameter ${parameter} here. Use ${name} instead.`;
    const expected = `the parameter ${name}`;
    throw new HttpError("invalid-parameter", message, { parameter, value, expected });
  }
  const values: Record<string, unknown> = {};
  for (const parameter of list) {
    const { name, excludes } = parameter;
    const value = query.get(name);
    values[name] = parseValue(parameter, value);
    if (value === undefined || !excludes || !query.has(excludes)) continue;
    const message = `The parameters ${excludes} and ${name} exclude each other. Send only one of them.`;
    const expected = `either ${excludes} or ${name}`;
    throw new HttpError("conflicting-parameters", message, { parameter: name, value, expected });
  }
  // The loop has set each member of the list, which the compiler cannot infer from a record.
  return values as ValuesOf<List>;
}

/** Parses a query as sent. @throws HttpError for the first mistake */
export function readQuery<List extends readonly Parameter[]>(list: List, query: string) {
  return parseParameters(list, parseQuery(query));
}

/**
 * How many queries an operation remembers, as parsing takes longer than a conversion: most requests have the query of an
 * earlier one. Those of all operations take at most two megabytes.
 */
export const KNOWN_QUERIES = 500;
