/** The parameters of the interface, each declared once: requests, the help and the OpenAPI document read the declaration. */
import {
  alphabets,
  countryNumber,
  findTerritory,
  getAlphabet,
  getTerritory,
  MAX_PRECISION,
} from "../index.ts";
import { MapcodeError } from "../library/errors.ts";
import { memoize } from "../library/memoize.ts";
import { PARENT_CODES } from "../territories/lookup.ts";
import { HttpError, invalidValue } from "./errors.ts";
import type { Dialect } from "./options.ts";
import { parseQuery, type Query } from "./requests.ts";

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter as it is described. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query";
  /** Half a sentence of plain text. */
  readonly description: string;
  readonly schema: Schema;
}

/** A parameter of a query. */
export interface Parameter<Name extends string = string, Value = unknown>
  extends DescribedParameter {
  readonly name: Name;
  readonly in: "query";
  /** The parameter that must not be sent together with this one. */
  readonly excludes?: string;
  /** The parameter of the opposite conversion that clients confuse with this one. */
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

// Kinds of parameters

/**
 * Declares a parameter.
 * @param parse throws an HttpError
 * @param absent the value if it is not sent
 * @param relations to other parameters
 */
export function queryParameter<const Name extends string, Value, Absent>(
  name: Name,
  description: string,
  schema: Schema,
  parse: (text: string) => Value,
  absent: Absent,
  relations: Pick<Parameter, "excludes" | "confusedWith"> = {},
): Parameter<Name, Value | Absent> {
  const parseOptional = (text: string | undefined) => (text === undefined ? absent : parse(text));
  return { name, in: "query", description, schema, parse: parseOptional, ...relations };
}

const INTEGER = /^[+-]?\d+$/;

export function integerParameter<const Name extends string>(
  name: Name,
  description: string,
  minimum: number,
  maximum: number,
  absent: number,
): Parameter<Name, number> {
  const parse = (text: string) => {
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw invalidValue(name, text, `an integer from ${minimum} to ${maximum}`);
  };
  const schema = { type: "integer", minimum, maximum, default: absent };
  return queryParameter(name, description, schema, parse, absent);
}

const FLAG_VALUES: Readonly<Record<string, boolean>> = { "": true, true: true, false: false };

/** Declares a parameter with the values `true` and `false`; its name alone means true. */
export function flagParameter<const Name extends string>(
  name: Name,
  description: string,
  absent: boolean,
): Parameter<Name, boolean> {
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
    if (!(error instanceof MapcodeError)) throw error;
    throw invalidValue(name, text, error.expected ?? "known");
  }
}

/** Declares `include`: names separated by commas, in any case; empty ones are skipped. */
export function includeParameter<Include extends string>(
  includes: readonly Include[],
  description: string,
  example: string,
): Parameter<"include", ReadonlySet<Include>> {
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

export function alphabetParameter(description: string): Parameter<"alphabet", string | undefined> {
  const schema = { type: "string", enum: alphabets() };
  const parse = (text: string) => lookUp("alphabet", text, getAlphabet);
  return queryParameter("alphabet", description, schema, parse, undefined);
}

// Paths

const TERRITORY_SCHEMA = {
  type: "string",
  minLength: 1,
  examples: ["NLD", "US-IN", "Netherlands"],
};

/** Describes a parameter of a path. */
export function pathParameter(name: string, { clampsLatitude }: Dialect): DescribedParameter {
  const bounds = clampsLatitude ? {} : { minimum: -90, maximum: 90 };
  const latitudes = clampsLatitude
    ? "; a value beyond a pole counts as the pole"
    : ", from -90 to 90";
  const all: Readonly<Record<string, Omit<DescribedParameter, "name" | "in">>> = {
    lat: {
      description: `degrees north${latitudes}`,
      schema: { type: "number", ...bounds, examples: [52.376514] },
    },
    lon: {
      description: "degrees east; wraps at 180",
      schema: { type: "number", examples: [4.908543] },
    },
    code: {
      description:
        "a mapcode in any alphabet, after its territory and a space (%20) unless it is international",
      schema: { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] },
    },
    territory: { description: "any code, alias or English name", schema: TERRITORY_SCHEMA },
    alphabet: {
      description: "its name in any case",
      schema: { type: "string", examples: ["GREEK"] },
    },
  };
  return { name, in: "path", ...all[name] };
}

// Codes and points

export const PRECISION = integerParameter(
  "precision",
  "number of extra digits; each makes the code about 5.5 times more precise",
  0,
  MAX_PRECISION,
  0,
);

/** Declares a territory, by any name. @param confusedWith the parameter of the opposite conversion */
function territoryParameter<const Name extends string>(
  name: Name,
  description: string,
  confusedWith: string,
): Parameter<Name, string | undefined> {
  const parse = (text: string) => lookUp(name, text, (known) => getTerritory(known).alphaCode);
  return queryParameter(name, description, TERRITORY_SCHEMA, parse, undefined, { confusedWith });
}

export const TERRITORY = territoryParameter(
  "territory",
  "only codes of this territory, named by any of its codes or names",
  "context",
);

export const CONTEXT = territoryParameter(
  "context",
  "territory of a code that does not name its own, by any of its codes or names",
  "territory",
);

/** Declares `country`, which stands in place of another parameter. */
function countryParameter(
  description: string,
  excludes: string,
): Parameter<"country", string | undefined> {
  const schema = { type: "string", minLength: 2, maxLength: 3, examples: ["NL", "NLD"] };
  const parse = (text: string) => {
    lookUp("country", text, countryNumber);
    return text;
  };
  return queryParameter("country", description, schema, parse, undefined, { excludes });
}

export const COUNTRY = countryParameter(
  "only codes of this country and its subdivisions, by its ISO 3166 code",
  "territory",
);

export const COUNTRY_OF_CODES = countryParameter(
  "in place of context, a country by its ISO 3166 code: the territory of codes that do not name their own, and where the territories of others are looked up first",
  "context",
);

/** The values of `include`. /coords accepts all of them, and ignores all but the rectangle. */
const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;

/** The queries of /codes and /coords, in the order in which they are checked. */
export const CODES_PARAMETERS = [
  TERRITORY,
  COUNTRY,
  PRECISION,
  alphabetParameter("also writes the codes in this alphabet"),
  includeParameter(
    INCLUDES,
    `adds members: any of ${INCLUDES.join(", ")}, separated by commas`,
    INCLUDES.join(),
  ),
] as const;

export const COORDS_PARAMETERS = [
  CONTEXT,
  includeParameter(
    INCLUDES,
    "rectangle adds the bounds of all points with this mapcode",
    "rectangle",
  ),
] as const;

// Lists

export const MAX_INT32 = 2 ** 31 - 1;

export const PAGING = [
  integerParameter(
    "offset",
    "index of the first item; a negative one counts from the end",
    -MAX_INT32 - 1,
    MAX_INT32,
    0,
  ),
  integerParameter("count", "maximum number of items", 0, MAX_INT32, 1000),
] as const;

const PARENTS = `one of ${PARENT_CODES.join(", ")}`;

/** The country that a context names or belongs to. */
export const PARENT = queryParameter(
  "context",
  `the country to search first, ${PARENTS}: both USA and RUS have an IN`,
  TERRITORY_SCHEMA,
  (text) => {
    const territory = findTerritory(text);
    const country = territory?.parentTerritory ?? territory?.alphaCode;
    const parent = PARENT_CODES.find((code) => code === country);
    if (parent === undefined) throw invalidValue("context", text, PARENTS);
    return parent;
  },
  undefined,
);

// Queries

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
 * Parses the parameters of a request in the order of their list. Unknown ones are ignored, as the public service does,
 * unless clients confuse them with one of the list.
 * @throws HttpError for the first parameter that is wrong
 */
export function parseParameters<List extends readonly Parameter[]>(
  list: List,
  query: Query,
): ValuesOf<List> {
  for (const parameter of list) checkConfusion(parameter, query);
  const values: Record<string, unknown> = {};
  for (const parameter of list) {
    values[parameter.name] = parameter.parse(query.get(parameter.name));
    checkExclusion(parameter, query);
  }
  // The loop has set each member of the list, which the compiler cannot infer from a record.
  return values as ValuesOf<List>;
}

/** Parses a query as it was sent. @throws HttpError for the first mistake */
export function readQuery<List extends readonly Parameter[]>(
  list: List,
  query: string,
): ValuesOf<List> {
  return parseParameters(list, parseQuery(query));
}

/** With them, all operations together keep at most two megabytes. */
const MAX_QUERIES = 500;
const MAX_QUERY_CHARS = 128;

/**
 * Remembers what queries without errors mean: most requests have the query of an earlier one, and parsing it takes longer
 * than a conversion.
 */
export function rememberQueries<Options extends object>(
  read: (query: string) => Options,
): (query: string) => Options {
  const known = memoize(read, MAX_QUERIES);
  return (query) => (query.length > MAX_QUERY_CHARS ? read(query) : known(query));
}
