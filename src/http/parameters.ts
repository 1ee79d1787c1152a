/** The parameters of queries as data, for requests, the help and the OpenAPI document. */
import { NEAR_POINT, pointProblem } from "../batch/options/options.ts";
import { parseDegrees, parsePair } from "../bytes/decimal-reading.ts";
import * as mapcoded from "../index.ts";
import * as Into from "../into.ts";
import { MapcodeError } from "../library/errors.ts";
import { contextFilter, territoryFilter } from "../library/filters.ts";
import { alphabetNumber } from "../library/mapcode-text.ts";
import { memoize } from "../library/memoize.ts";
import { PARENT_CODES } from "../text/territories.ts";
import { excerpt, HttpError, invalidValue } from "./errors.ts";
import type { Dialect } from "./options.ts";
import { parseQuery } from "./requests.ts";

export interface DescribedParameter {
  readonly name: string;
  /** Half a sentence of plain text. */
  readonly description: string;
  /** The JSON schema of its values. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface Parameter<Value = unknown> extends DescribedParameter {
  /** Returns the value of a text as sent, decoded, or of its absence. @throws HttpError if the text is wrong */
  readonly parse: (text: string | undefined, name: string) => Value;
  /** The parameter that must not be sent together with this one. */
  readonly excludes?: string | undefined;
  /** The parameter of the opposite conversion that clients confuse with this one. */
  readonly confusedWith?: string;
  /** A noun phrase for its values, after "is not", if a later check than `parse` may reject one. */
  readonly expected?: string;
}

type ValuesOf<List extends readonly Parameter[]> = {
  readonly [Each in List[number] as Each["name"]]: ReturnType<Each["parse"]>;
};

/** Runs a look-up of the library. @throws HttpError in place of its error for an unknown name */
export function lookUp<Value>(name: string, text: string, find: (text: string) => Value): Value {
  try {
    return find(text);
  } catch (error) {
    if (!(error instanceof MapcodeError)) throw error;
    throw invalidValue(name, text, error.expected ?? "known");
  }
}

/** Texts that a function checks. They stay as sent: messages and warnings say what a name also means. */
function textType(schema: DescribedParameter["schema"], check: (text: string) => void) {
  const parse = (text: string | undefined, name: string) => {
    if (text !== undefined) lookUp(name, text, check);
    return text;
  };
  return { schema: { type: "string", ...schema }, parse };
}

const INTEGER = /^[+-]?\d+$/;

export function integerType(minimum: number, maximum: number, ifAbsent: number) {
  const parse = (text: string | undefined, name: string): number => {
    if (text === undefined) return ifAbsent;
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw invalidValue(name, text, `an integer from ${minimum} to ${maximum}`);
  };
  return { schema: { type: "integer", minimum, maximum, default: ifAbsent }, parse };
}

export const TERRITORY_SCHEMA = {
  type: "string",
  minLength: 1,
  examples: ["NLD", "US-IN", "Netherlands"],
};

export const TERRITORY = {
  name: "territory",
  description: "only codes of this territory, named by any of its codes or names",
  confusedWith: "context",
  ...textType(TERRITORY_SCHEMA, Into.territoryNumber),
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
  excludes: "territory",
  ...textType({ minLength: 2, maxLength: 3, examples: ["NL", "NLD"] }, Into.countryNumber),
} as const;

export const COUNTRY_OF_CODES = {
  ...COUNTRY,
  description:
    "in place of context, a country by its ISO 3166 code: the territory of codes that do not name their own, and where the territories of others are looked up first",
  excludes: "context",
} as const;

export const PRECISION = {
  name: "precision",
  description: "number of extra digits; each makes the code about 5.5 times more precise",
  ...integerType(0, mapcoded.MAX_PRECISION, 0),
} as const;

export const ALPHABET = {
  name: "alphabet",
  description: "also writes the codes in this alphabet",
  ...textType({ enum: mapcoded.alphabets() }, alphabetNumber),
} as const;

/** Declares `include`: names separated by commas, in any case; empty ones are skipped. */
export function includeParameter(names: readonly string[], adds: string, examples = names) {
  const expected = `${names.join(", ")}, separated by commas`;
  return {
    name: "include",
    description: `${adds}: any of ${expected}`,
    schema: { type: "array", items: { type: "string", enum: names }, examples: [examples] },
    parse(text: string | undefined): ReadonlySet<string> {
      const parts = (text ?? "").split(",").filter((part) => part !== "");
      const wrong = parts.find((part) => !names.includes(part.toLowerCase()));
      if (wrong !== undefined) throw invalidValue("include", wrong, `one of ${expected}`);
      return new Set(parts.map((part) => part.toLowerCase()));
    },
  } as const;
}

const INCLUDES = ["offset", "territory", "alphabet", "rectangle"];

export function degreesOf(parameter: string, text: string): number {
  const degrees = parseDegrees(text.trim());
  if (degrees !== undefined) return degrees;
  throw invalidValue(parameter, text, "a decimal number of degrees");
}

export const NEAR = {
  name: "near",
  description:
    "a point, latitude and longitude: a code without its territory is the one of the nearest place",
  excludes: "context",
  ...textType({ examples: ["52.3,4.9"] }, (text) => {
    const problem = pointProblem(text);
    if (problem === undefined) return;
    const facts = { parameter: "near", value: text, expected: NEAR_POINT };
    throw new HttpError("invalid-parameter", `The near '${excerpt(text)}' ${problem}`, facts);
  }),
} as const;

function codesParameters(...includes: readonly string[]) {
  const include = includeParameter(includes, "adds members");
  return [TERRITORY, COUNTRY, PRECISION, ALPHABET, include] as const;
}

/** The query of /codes by dialect, in the order of the checks, like all others. */
export const CODES_PARAMETERS = {
  spec: codesParameters(...INCLUDES, "names"),
  hosted: codesParameters(...INCLUDES),
};

const INCLUDE_RECTANGLE = {
  ...includeParameter(INCLUDES, "", ["rectangle"]),
  description: "rectangle adds the bounds of all points with this mapcode",
};

/** The query of /coords by dialect. It ignores values of `include` for /codes. */
export const COORDS_PARAMETERS = {
  spec: [CONTEXT, NEAR, INCLUDE_RECTANGLE] as const,
  hosted: [CONTEXT, INCLUDE_RECTANGLE] as const,
};

export const MAX_INT32 = 2 ** 31 - 1;

export const PAGING = [
  {
    name: "offset",
    description: "index of the first item; a negative one counts from the end",
    ...integerType(-MAX_INT32 - 1, MAX_INT32, 0),
  },
  { name: "count", description: "maximum number of items", ...integerType(0, MAX_INT32, 1000) },
] as const;

const PARENTS = `one of ${PARENT_CODES.join(", ")}`;

/** The country that a context names or belongs to. */
export const PARENT = {
  name: "context",
  description: `the country to search first, ${PARENTS}: both USA and RUS have an IN`,
  schema: TERRITORY_SCHEMA,
  parse(text: string | undefined): string | undefined {
    if (text === undefined) return text;
    const territory = mapcoded.findTerritory(text);
    const country = territory?.parentTerritory ?? territory?.alphaCode ?? "";
    if (PARENT_CODES.includes(country)) return country;
    throw invalidValue("context", text, PARENTS);
  },
} as const;

/**
 * Reads a query as sent, in the order of the list. Unknown parameters are ignored, as the public service does, unless
 * clients confuse them with one of the list. @throws HttpError for the first mistake
 */
export function readQuery<List extends readonly Parameter[]>(list: List, text: string) {
  const query = parseQuery(text);
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
    values[name] = parameter.parse(value, name);
    if (value === undefined || !excludes || !query.has(excludes)) continue;
    const message = `The parameters ${excludes} and ${name} exclude each other. Send only one of them.`;
    const expected = `either ${excludes} or ${name}`;
    throw new HttpError("conflicting-parameters", message, { parameter: name, value, expected });
  }
  // The loop has set each member of the list, which the compiler cannot infer from a record.
  return values as ValuesOf<List>;
}

/** How many queries an operation remembers: those of all operations take at most two megabytes. */
export const MAX_QUERIES = 500;

/** Memoizes the reader of a query: parsing takes longer than a conversion, and most requests repeat an earlier query. */
function queryReader<Options>(read: (query: string, dialect: Dialect) => Options) {
  const memoized = (dialect: Dialect) =>
    memoize((query: string) => read(query, dialect), MAX_QUERIES);
  return { spec: memoized("spec"), hosted: memoized("hosted") };
}

export const codesOptions = queryReader((query, dialect) => {
  const parameters = CODES_PARAMETERS[dialect];
  const { precision, territory, country, alphabet, include } = readQuery(parameters, query);
  const hasAlphabet = include.has("alphabet");
  const writtenIn = alphabet ?? (hasAlphabet ? "ROMAN" : undefined);
  return {
    precision,
    filter: territoryFilter({ territory, country }),
    /** The number of an additional alphabet for codes and territories. */
    alphabet: writtenIn === undefined ? undefined : alphabetNumber(writtenIn),
    /** Whether texts in the alphabet are members even where they equal the Roman ones. */
    hasAlphabet,
    /** Whether the international code has its territory as well. */
    hasTerritory: include.has("territory"),
    hasOffset: include.has("offset"),
    hasRectangle: include.has("rectangle"),
    hasNames: include.has("names"),
  };
});

export const coordsOptions = queryReader((query, dialect) => {
  const { context, near: point, include } = readQuery(COORDS_PARAMETERS[dialect], query);
  const near = point === undefined ? point : parsePair(point);
  return { filter: contextFilter({ context, near }), hasRectangle: include.has("rectangle") };
});
