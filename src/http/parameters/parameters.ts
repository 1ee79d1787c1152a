/**
 * The parameters of the interface. Each is declared once, with its schema, description and parser. The
 * OpenAPI document, the help page and the checks of requests read the declaration.
 */
import {
  alphabets,
  countryNumber,
  getAlphabet,
  getTerritory,
  MAX_PRECISION,
  MapcodeError,
} from "../../index.ts";
import { PARENT_CODES, parseDegrees } from "../../internal.ts";
import { HttpError, invalidValue } from "../http-error.ts";
import type { Dialect } from "../interface-options.ts";
import type { Query } from "../requests.ts";

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

type Place = "path" | "query";

export interface Parameter<
  Name extends string = string,
  Value = unknown,
  In extends Place = Place,
> {
  readonly name: Name;
  readonly in: In;
  /** Half a sentence of plain text. */
  readonly description: string;
  readonly schema: Schema;
  /** The query parameter that must not be sent together with this one. */
  readonly excludes?: string;
  /** The query parameter of the opposite conversion that clients confuse with this one. */
  readonly confusedWith?: string;
  /** What its values are, to be read after "is not", where a later check than `parse` may reject one. */
  readonly expected?: string;
  /**
   * @param text as sent, decoded; undefined when absent
   * @throws HttpError when the text is not a value of this parameter
   */
  parse(text: string | undefined): Value;
}

/** The parsed values of a list of parameters, by name. */
export type ValuesOf<List extends readonly Parameter[]> = {
  readonly [Each in List[number] as Each["name"]]: ReturnType<Each["parse"]>;
};

/** The parsed values of the query of a list of parameters, by name. */
export type QueryValuesOf<List extends readonly Parameter[]> = ValuesOf<
  readonly Extract<List[number], { readonly in: "query" }>[]
>;

/** Declares a parameter of a path. It is never absent when it is parsed. */
function pathParameter<const Name extends string, Value>(
  name: Name,
  description: string,
  schema: Schema,
  parse: (text: string) => Value,
): Parameter<Name, Value, "path"> {
  return { name, in: "path", description, schema, parse: (text = "") => parse(text) };
}

/** Declares a parameter of a query. @param absent the value if it is not sent */
export function queryParameter<const Name extends string, Value, Absent>(
  name: Name,
  description: string,
  schema: Schema,
  parse: (text: string) => Value,
  absent: Absent,
): Parameter<Name, Value | Absent, "query"> {
  const parseOptional = (text: string | undefined) => (text === undefined ? absent : parse(text));
  return { name, in: "query", description, schema, parse: parseOptional };
}

const INTEGER = /^[+-]?\d+$/;

interface IntegerSchema extends Schema {
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
}

export function integerParameter<const Name extends string>(
  name: Name,
  description: string,
  range: IntegerSchema,
): Parameter<Name, number, "query"> {
  const { minimum, maximum } = range;
  const parse = (text: string) => {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw invalidValue(name, text, `an integer from ${minimum} to ${maximum}`);
  };
  return queryParameter(name, description, { type: "integer", ...range }, parse, range.default);
}

const FLAG_VALUES: Readonly<Record<string, boolean>> = { "": true, true: true, false: false };

/** Declares a parameter with the values `true` and `false`; its name alone means true. */
export function flagParameter<const Name extends string>(
  name: Name,
  description: string,
  absent: boolean,
): Parameter<Name, boolean, "query"> {
  const parse = (text: string) => {
    if (Object.hasOwn(FLAG_VALUES, text)) return FLAG_VALUES[text];
    throw invalidValue(name, text, "true or false");
  };
  return queryParameter(name, description, { type: "boolean", default: absent }, parse, absent);
}

/** Runs a look-up of the library. @throws HttpError in place of its error for an unknown name */
export function lookUp<Value>(name: string, text: string, find: (text: string) => Value): Value {
  try {
    return find(text);
  } catch (error) {
    const isUnknown =
      error instanceof MapcodeError &&
      (error.code === "unknown-territory" || error.code === "unknown-alphabet");
    if (isUnknown) throw invalidValue(name, text, error.expected ?? "");
    throw error;
  }
}

/** Declares a parameter that the library looks up by name; undefined when absent. */
function lookUpParameter<const Name extends string, Value>(
  name: Name,
  description: string,
  schema: Schema,
  find: (text: string) => Value,
): Parameter<Name, Value | undefined, "query"> {
  const parse = (text: string) => lookUp(name, text, find);
  return queryParameter(name, description, schema, parse, undefined);
}

export const asSent = (text: string) => text;

// Points and codes

function parsedDegrees(name: string, text: string): number {
  const degrees = parseDegrees(text);
  if (degrees !== undefined) return degrees;
  throw invalidValue(name, text, "a decimal number of degrees");
}

export function latitudeParameter({ clampsLatitude }: Dialect): Parameter<"lat", number, "path"> {
  const description = clampsLatitude
    ? "degrees north; a value beyond a pole counts as the pole"
    : "degrees north, from -90 to 90";
  const bounds = clampsLatitude ? {} : { minimum: -90, maximum: 90 };
  const schema = { type: "number", ...bounds, examples: [52.376514] };
  return pathParameter("lat", description, schema, (text) => {
    const degrees = parsedDegrees("lat", text);
    if (degrees >= -90 && degrees <= 90) return degrees;
    if (clampsLatitude) return degrees < 0 ? -90 : 90;
    throw invalidValue("lat", text, "a number of degrees from -90 to 90");
  });
}

export const LONGITUDE = pathParameter(
  "lon",
  "degrees east; wraps at 180",
  { type: "number", examples: [4.908543] },
  (text) => parsedDegrees("lon", text),
);

export const CODE = pathParameter(
  "code",
  "a mapcode in any alphabet, after its territory and a space (%20) unless it is international",
  { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] },
  asSent,
);

// Selection and form of the codes

export const PRECISION = integerParameter(
  "precision",
  "number of extra digits; each makes the code about 5.5 times more precise",
  { minimum: 0, maximum: MAX_PRECISION, default: 0 },
);

const TERRITORY_SCHEMA = {
  type: "string",
  minLength: 1,
  examples: ["NLD", "US-IN", "Netherlands"],
};

function alphaCodeOf(territory: string): string {
  return getTerritory(territory).alphaCode;
}

export const TERRITORY = {
  ...lookUpParameter(
    "territory",
    "only codes of this territory, named by any of its codes or names",
    TERRITORY_SCHEMA,
    alphaCodeOf,
  ),
  confusedWith: "context",
};

/** Declares `country`, which stands in place of another parameter. */
function countryParameter(description: string, excludes: string) {
  const schema = { type: "string", minLength: 2, maxLength: 3, examples: ["NL", "NLD"] };
  const parameter = lookUpParameter("country", description, schema, (text) => {
    countryNumber(text);
    return text;
  });
  return { ...parameter, excludes };
}

export const COUNTRY = countryParameter(
  "only codes of this country and its subdivisions, by its ISO 3166 code",
  "territory",
);

export const COUNTRY_OF_CODES = countryParameter(
  "in place of context, a country by its ISO 3166 code: the territory of codes that do not name their own, and where the territories of others are looked up first",
  "context",
);

export const CONTEXT = {
  ...lookUpParameter(
    "context",
    "territory of a code that does not name its own, by any of its codes or names",
    TERRITORY_SCHEMA,
    alphaCodeOf,
  ),
  confusedWith: "territory",
};

export function alphabetParameter(
  description: string,
): Parameter<"alphabet", string | undefined, "query"> {
  const schema = { type: "string", enum: alphabets() };
  return lookUpParameter("alphabet", description, schema, getAlphabet);
}

/** Declares `include`: names separated by commas, in any case; empty ones are skipped. */
export function includeParameter<Include extends string>(
  includes: readonly Include[],
  description: string,
  example: string,
): Parameter<"include", ReadonlySet<Include>, "query"> {
  const expected = `one of ${includes.join(", ")}, separated by commas`;
  const parse = (text: string): ReadonlySet<Include> => {
    const included = new Set<Include>();
    for (const part of text.split(",")) {
      if (part === "") continue;
      const include = includes.find((name) => name === part.toLowerCase());
      if (include === undefined) throw invalidValue("include", part, expected);
      included.add(include);
    }
    return included;
  };
  const items = { type: "string", enum: includes };
  const schema = { type: "array", items, examples: [example.split(",")] };
  return queryParameter("include", description, schema, parse, new Set<Include>());
}

// Lists

const MIN_INT32 = -(2 ** 31);
export const MAX_INT32 = 2 ** 31 - 1;

export const OFFSET = integerParameter(
  "offset",
  "index of the first item; a negative one counts from the end",
  { minimum: MIN_INT32, maximum: MAX_INT32, default: 0 },
);

export const COUNT = integerParameter("count", "maximum number of items", {
  minimum: 0,
  maximum: MAX_INT32,
  default: 1000,
});

/** Looked up by the operation, because the same name can mean different territories by context. */
export const TERRITORY_NAME = pathParameter(
  "territory",
  "any code, alias or English name",
  TERRITORY_SCHEMA,
  asSent,
);

const PARENTS = `one of ${PARENT_CODES.join(", ")}`;

/** The country that a context names or belongs to. */
export const PARENT = queryParameter(
  "context",
  `the country to search first, ${PARENTS}: both USA and RUS have an IN`,
  TERRITORY_SCHEMA,
  (text) => {
    const parent = parentNamed(text);
    if (parent === undefined) throw invalidValue("context", text, PARENTS);
    return parent;
  },
  undefined,
);

/** Returns the one of PARENT_CODES that a name stands for; a subdivision stands for its country. */
function parentNamed(name: string): string | undefined {
  try {
    const { alphaCode, parentTerritory } = getTerritory(name);
    const country = parentTerritory ?? alphaCode;
    return PARENT_CODES.find((code) => code === country);
  } catch (error) {
    if (error instanceof MapcodeError && error.code === "unknown-territory") return undefined;
    throw error;
  }
}

export const ALPHABET_NAME = pathParameter(
  "alphabet",
  "its name in any case",
  { type: "string", examples: ["GREEK"] },
  (text) => lookUp("alphabet", text, getAlphabet),
);

// Parsing

export const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

function checkConfusion({ name, confusedWith }: Parameter, query: Query): void {
  const value = confusedWith === undefined ? undefined : query.get(confusedWith);
  if (confusedWith === undefined || value === undefined) return;
  const message = `There is no parameter ${confusedWith} here. Use ${name} instead.`;
  const expected = `the parameter ${name}`;
  throw new HttpError("invalid-parameter", message, { parameter: confusedWith, value, expected });
}

function checkExclusion({ name, excludes }: Parameter, query: Query): void {
  const value = query.get(name);
  if (excludes === undefined || value === undefined || !query.has(excludes)) return;
  const message = `The parameters ${excludes} and ${name} exclude each other. Send only one of them.`;
  const expected = `either ${excludes} or ${name}`;
  throw new HttpError("conflicting-parameters", message, { parameter: name, value, expected });
}

/**
 * Parses the parameters of a request in the order of their list. Unknown ones are ignored, as the
 * public service does, unless clients confuse them with one of the list.
 * @param readPath returns the parameters of the path by name; called after the check for
 *   confused parameters
 * @throws HttpError for the first parameter that is missing or wrong
 */
export function parseParameters<List extends readonly Parameter[]>(
  list: List,
  query: Query,
  readPath: () => ReadonlyMap<string, string> = () => NO_PARAMETERS,
): ValuesOf<List> {
  if (query.size > 0) for (const parameter of list) checkConfusion(parameter, query);
  const path = readPath();
  const values: Record<string, unknown> = {};
  for (const parameter of list) {
    const { name } = parameter;
    values[name] = parameter.parse((parameter.in === "path" ? path : query).get(name));
    if (query.size > 1) checkExclusion(parameter, query);
  }
  // The loop has set each member of the list, which the compiler cannot infer from a record.
  return values as ValuesOf<List>;
}
