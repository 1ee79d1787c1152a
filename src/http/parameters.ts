/** The parameters of queries, each declared once: requests, the help and the OpenAPI document read the declaration. */
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
import { parseQuery, type Query } from "./requests.ts";

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter as it is described. */
export interface DescribedParameter {
  readonly name: string;
  /** Half a sentence of plain text. */
  readonly description: string;
  readonly schema: Schema;
}

/** A parameter of a query. */
export interface Parameter<Name extends string = string, Value = unknown>
  extends DescribedParameter {
  readonly name: Name;
  /** The parameter that must not be sent together with this one. */
  readonly excludes?: string;
  /** The parameter of the opposite conversion that clients confuse with this one. */
  readonly confusedWith?: string;
  /** What its values are, to be read after "is not", where a later check than `parse` may reject one. */
  readonly expected?: string;
  /** @param text as sent, decoded; undefined when absent @throws HttpError when it is not a value */
  parse(text: string | undefined): Value;
}

/** The parsed values of a list of parameters, by name. */
export type ValuesOf<List extends readonly Parameter[]> = {
  readonly [Each in List[number] as Each["name"]]: ReturnType<Each["parse"]>;
};

/** Declares a parameter. @param absent the value if it is not sent */
export function queryParameter<const Name extends string, Value, Absent>(
  name: Name,
  description: string,
  schema: Schema,
  parse: (text: string) => Value,
  absent: Absent,
  relations: Pick<Parameter, "excludes" | "confusedWith"> = {},
): Parameter<Name, Value | Absent> {
  const parseOptional = (text: string | undefined) => (text === undefined ? absent : parse(text));
  return { name, description, schema, parse: parseOptional, ...relations };
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

/** Declares a parameter with the values `true` and `false`; its name alone means true. */
export function flagParameter<const Name extends string>(
  name: Name,
  description: string,
  absent: boolean,
): Parameter<Name, boolean> {
  const parse = (text: string) => {
    if (text === "" || text === "true" || text === "false") return text !== "false";
    throw invalidValue(name, text, "true or false");
  };
  return queryParameter(name, description, { type: "boolean", default: absent }, parse, absent);
}

/** Declares `include`: names separated by commas, in any case; empty ones are skipped. */
export function includeParameter<Include extends string>(
  includes: readonly Include[],
  description: string,
  example: string,
): Parameter<"include", ReadonlySet<Include>> {
  const expected = `one of ${includes.join(", ")}, separated by commas`;
  const parse = (text: string): ReadonlySet<Include> => {
    const parts = text.split(",").filter((part) => part !== "");
    const included = parts.map((part) => {
      const include = includes.find((name) => name === part.toLowerCase());
      if (include === undefined) throw invalidValue("include", part, expected);
      return include;
    });
    return new Set(included);
  };
  const items = { type: "string", enum: includes };
  const schema = { type: "array", items, examples: [example.split(",")] };
  return queryParameter("include", description, schema, parse, new Set<Include>());
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

/** Declares a parameter whose values the library knows. */
function nameParameter<const Name extends string>(
  name: Name,
  description: string,
  schema: Schema,
  find: (text: string) => string,
  relations: Pick<Parameter, "excludes" | "confusedWith"> = {},
): Parameter<Name, string | undefined> {
  const parse = (text: string) => lookUp(name, text, find);
  return queryParameter(name, description, schema, parse, undefined, relations);
}

export function alphabetParameter(description: string): Parameter<"alphabet", string | undefined> {
  const schema = { type: "string", enum: alphabets() };
  return nameParameter("alphabet", description, schema, getAlphabet);
}

export const TERRITORY_SCHEMA = {
  type: "string",
  minLength: 1,
  examples: ["NLD", "US-IN", "Netherlands"],
};

const alphaCodeOf = (text: string): string => getTerritory(text).alphaCode;

export const TERRITORY = nameParameter(
  "territory",
  "only codes of this territory, named by any of its codes or names",
  TERRITORY_SCHEMA,
  alphaCodeOf,
  { confusedWith: "context" },
);

export const CONTEXT = nameParameter(
  "context",
  "territory of a code that does not name its own, by any of its codes or names",
  TERRITORY_SCHEMA,
  alphaCodeOf,
  { confusedWith: "territory" },
);

/** Declares `country`, which stands in place of another parameter. */
function countryParameter(description: string, excludes: string) {
  const schema = { type: "string", minLength: 2, maxLength: 3, examples: ["NL", "NLD"] };
  const find = (text: string) => {
    countryNumber(text);
    return text;
  };
  return nameParameter("country", description, schema, find, { excludes });
}

export const COUNTRY = countryParameter(
  "only codes of this country and its subdivisions, by its ISO 3166 code",
  "territory",
);

export const COUNTRY_OF_CODES = countryParameter(
  "in place of context, a country by its ISO 3166 code: the territory of codes that do not name their own, and where the territories of others are looked up first",
  "context",
);

export const PRECISION = integerParameter(
  "precision",
  "number of extra digits; each makes the code about 5.5 times more precise",
  0,
  MAX_PRECISION,
  0,
);

const INCLUDES = ["offset", "territory", "alphabet", "rectangle"] as const;

/** The query of /codes, in the order in which it is checked, as all others are. */
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

/** The query of /coords, which ignores what only /codes can include. */
export const COORDS_PARAMETERS = [
  CONTEXT,
  includeParameter(
    INCLUDES,
    "rectangle adds the bounds of all points with this mapcode",
    "rectangle",
  ),
] as const;

export const MAX_INT32 = 2 ** 31 - 1;

/** The query of lists. */
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
    if (country !== undefined && PARENT_CODES.includes(country)) return country;
    throw invalidValue("context", text, PARENTS);
  },
  undefined,
);

function confusion(name: string, sent: string, value: string): HttpError {
  const message = `There is no parameter ${sent} here. Use ${name} instead.`;
  const expected = `the parameter ${name}`;
  return new HttpError("invalid-parameter", message, { parameter: sent, value, expected });
}

function exclusion(name: string, excluded: string, value: string): HttpError {
  const message = `The parameters ${excluded} and ${name} exclude each other. Send only one of them.`;
  const expected = `either ${excluded} or ${name}`;
  return new HttpError("conflicting-parameters", message, { parameter: name, value, expected });
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
  for (const { name, confusedWith = "" } of list) {
    const value = query.get(confusedWith);
    if (confusedWith !== "" && value !== undefined) throw confusion(name, confusedWith, value);
  }
  const values: Record<string, unknown> = {};
  for (const { name, excludes, parse } of list) {
    const value = query.get(name);
    values[name] = parse(value);
    if (value !== undefined && excludes && query.has(excludes)) {
      throw exclusion(name, excludes, value);
    }
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

/** Remembers what queries mean: most requests have the query of an earlier one, which takes longer than a conversion. */
export function rememberQueries<Options extends object>(
  read: (query: string) => Options,
): (query: string) => Options {
  const known = memoize(read, MAX_QUERIES);
  return (query) => (query.length > MAX_QUERY_CHARS ? read(query) : known(query));
}
