/** The parameters of batch requests: the options of batches, of which conversions of one point or code have some as well. */
import {
  DECLARED_OPTIONS,
  includesOf,
  type OptionDeclaration,
} from "../../batch/options/options.ts";
import type { Operation } from "../../batch/options/roles.ts";
import {
  alphabetParameter,
  CONTEXT,
  COUNTRY,
  COUNTRY_OF_CODES,
  includeParameter,
  MAX_INT32,
  type Parameter,
  type ParameterSchema,
  PRECISION,
  TERRITORY,
} from "../parameters.ts";

const include = (operation: Operation) =>
  includeParameter(includesOf(operation), "adds columns", "rectangle");

const SHARED_PARAMETERS: Readonly<Record<Operation, Readonly<Record<string, Parameter>>>> = {
  encode: {
    territory: TERRITORY,
    country: COUNTRY,
    alphabet: alphabetParameter("writes the codes in this alphabet"),
    precision: PRECISION,
    include: include("encode"),
  },
  decode: { territory: CONTEXT, country: COUNTRY_OF_CODES, include: include("decode") },
};

const SCHEMAS: Readonly<Record<OptionDeclaration["type"], ParameterSchema>> = {
  boolean: { type: "boolean" },
  number: { type: "integer", minimum: 0, maximum: MAX_INT32 },
  string: { type: "string" },
  array: { type: "string" },
};

/** The parameter of an option, which the batch checks. */
function optionParameter([name, declared]: readonly [string, OptionDeclaration]): Parameter {
  const { choices, default: absent, example, excludes, help, parse, type } = declared;
  const examples = example === undefined ? undefined : [example];
  return {
    name,
    description: help,
    schema: { ...SCHEMAS[type], enum: choices, default: absent, examples },
    expected: choices ? `one of ${choices.join(", ")}` : `the ${help}`,
    excludes,
    find: parse,
  };
}

function parametersOf(operation: Operation): readonly Parameter[] {
  const own = DECLARED_OPTIONS.filter(
    ([, { hidden, only = operation }]) => hidden === undefined && only === operation,
  );
  return own.map((option) => SHARED_PARAMETERS[operation][option[0]] ?? optionParameter(option));
}

/** The parameters of each operation, in the order in which they are checked. */
export const BATCH_PARAMETERS: Readonly<Record<Operation, readonly Parameter[]>> = {
  encode: parametersOf("encode"),
  decode: parametersOf("decode"),
};

/** Requests of both operations are checked for all of these, so that the plan rejects those of the other operation. */
export const COLUMN_PARAMETERS = DECLARED_OPTIONS.filter(
  ([, { group }]) => group === "Columns",
).map(optionParameter);
