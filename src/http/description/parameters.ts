/** The parameters of the operations, told to people and as JSON schemas. */
import { alphabets, MAX_PRECISION } from "../../index.ts";
import { PARENT_CODES } from "../../internal.ts";
import type { Dialect } from "../dialect.ts";
import { DEFAULT_COUNT, INCLUDES, MAX_INT32, MIN_INT32 } from "../parameters.ts";

export interface ParameterDescription {
  readonly name: string;
  readonly in: "path" | "query";
  /** Half a sentence, plain text. */
  readonly description: string;
  readonly schema: object;
}

export function query(name: string, description: string, schema: object): ParameterDescription {
  return { name, in: "query", description, schema };
}

function path(name: string, description: string, schema: object): ParameterDescription {
  return { name, in: "path", description, schema };
}

const TERRITORY_NAME = { type: "string", minLength: 1, examples: ["NLD", "US-IN", "Netherlands"] };

export const CODE = path(
  "code",
  "a mapcode in any alphabet, with its territory and a space (%20) in front unless it is worldwide",
  { type: "string", minLength: 1, examples: ["NLD 49.4V", "VHXGB.1J9J"] },
);

export const CONTEXT = query(
  "context",
  "territory of a code that comes without one, by any of its codes or names",
  TERRITORY_NAME,
);

export const COORDS_INCLUDE = query(
  "include",
  "rectangle adds what the code stands for as a whole",
  {
    type: "string",
    examples: ["rectangle"],
  },
);

export const TERRITORY = path("territory", "any code, alias or English name", TERRITORY_NAME);

export const PARENT = query(
  "context",
  `the country to look in first, one of ${PARENT_CODES.join(", ")}: IN is in USA and in RUS`,
  TERRITORY_NAME,
);

export const PAGING = [
  query("offset", "where the page begins; from the end when negative", {
    type: "integer",
    minimum: MIN_INT32,
    maximum: MAX_INT32,
    default: 0,
  }),
  query("count", "how many items it has at most", {
    type: "integer",
    minimum: 0,
    maximum: MAX_INT32,
    default: DEFAULT_COUNT,
  }),
];

/** Functions, because the list of alphabets comes from the tables. */
export function alphabetParameter(): ParameterDescription {
  return path("alphabet", "its name in any case", { type: "string", examples: ["GREEK"] });
}

export function pointParameters({ limitsLatitude }: Dialect): ParameterDescription[] {
  const latitude = limitsLatitude
    ? "degrees north; beyond a pole it counts as the pole"
    : "degrees north, from -90 to 90";
  const bounds = limitsLatitude ? {} : { minimum: -90, maximum: 90 };
  return [
    path("lat", latitude, { type: "number", ...bounds, examples: [52.376514] }),
    path("lon", "degrees east; it wraps at 180", { type: "number", examples: [4.908543] }),
  ];
}

export function codesParameters(): ParameterDescription[] {
  return [
    query("precision", "extra digits, each about 5.5 times more precise", {
      type: "integer",
      minimum: 0,
      maximum: MAX_PRECISION,
      default: 0,
    }),
    query("territory", "keeps to a territory, by any of its codes or names", TERRITORY_NAME),
    query("country", "keeps to a country and its subdivisions, by its ISO 3166 code", {
      type: "string",
      minLength: 2,
      maxLength: 3,
      examples: ["NL", "NLD"],
    }),
    query("alphabet", "writes the codes in this alphabet as well", {
      type: "string",
      enum: alphabets(),
    }),
    query("include", `adds members: any of ${INCLUDES.join(", ")}, separated by commas`, {
      type: "string",
      examples: [INCLUDES.join(",")],
    }),
  ];
}
